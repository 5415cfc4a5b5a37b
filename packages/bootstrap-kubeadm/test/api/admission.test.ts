import type { AdmissionWebhook, KubernetesObject } from "@capstan/provider";
import { describe, expect, test } from "vitest";
import { admissionCases } from "./admission-cases.ts";
import { KubeadmConfig } from "../../src/index.ts";

type Request = Parameters<AdmissionWebhook["review"]>[0];

/** The paths of upstream's webhook configurations. */
const paths = {
  default: "/mutate-bootstrap-cluster-x-k8s-io-v1beta2-kubeadmconfigtemplate",
  validate: "/validate-bootstrap-cluster-x-k8s-io-v1beta2-kubeadmconfig",
  validateTemplate: "/validate-bootstrap-cluster-x-k8s-io-v1beta2-kubeadmconfigtemplate",
};

async function ask(path: string, object: KubernetesObject, request: Partial<Request> = {}) {
  const webhook = KubeadmConfig.admissionWebhooks.find((known) => known.path === path);
  if (webhook === undefined) throw new Error(`no webhook ${path}`);
  const { group, version, kind } = webhook;
  return webhook.review({
    operation: "CREATE",
    kind: { group, version, kind },
    name: "one",
    dryRun: false,
    object,
    ...request,
  });
}

test("the webhooks have the paths of upstream's configurations", () => {
  expect(KubeadmConfig.admissionWebhooks.map(({ path }) => path).toSorted()).toEqual(Object.values(paths).toSorted());
});

/** Reasons for the rejection of an object by the schema, the conversion, or the webhook. */
async function refusals(object: KubernetesObject): Promise<readonly unknown[]> {
  if (object.kind === "KubeadmConfigTemplate") return (await ask(paths.validateTemplate, object)).problems ?? [];
  const violations = KubeadmConfig.validate(object);
  if (violations.length > 0) return violations;
  try {
    return (await ask(paths.validate, object)).problems ?? [];
  } catch (error) {
    return [error];
  }
}

/** Checks of the API server alone: it compares flags by a rule of the CRD, and Templates with their schema. */
const ofTheServer = /with (a flag twice|partitions of more than the disk|what is no duration)/;
const creations = admissionCases.filter(
  ({ name, stored, object, allowed }) =>
    stored === undefined && !ofTheServer.test(name) && (object.kind === "KubeadmConfig" || allowed),
);

describe("upstream's webhooks admit and reject", () => {
  test.each(creations)("$name", async ({ object, allowed }) => {
    const found = await refusals(object);
    if (allowed) expect(found).toEqual([]);
    else expect(found.length).toBeGreaterThan(0);
  });
});

describe("a Template", () => {
  const apiVersion = "bootstrap.cluster.x-k8s.io/v1beta2";
  const annotations = { "topology.cluster.x-k8s.io/dry-run": "" };
  const template = (spec: object, metadata: object = {}) =>
    ({
      apiVersion,
      kind: "KubeadmConfigTemplate",
      metadata: { name: "one", ...metadata },
      spec: { template: { spec } },
    }) as KubernetesObject;

  test("gets the defaults of earlier releases only in dry runs of the topology controller", async () => {
    const sent = template({ joinConfiguration: { nodeRegistration: { name: "n" } } }, { annotations });
    expect((await ask(paths.default, sent, { dryRun: true })).object).toMatchObject({
      spec: {
        template: {
          spec: {
            format: "cloud-config",
            initConfiguration: { nodeRegistration: { imagePullPolicy: "IfNotPresent" } },
            joinConfiguration: { nodeRegistration: { name: "n", imagePullPolicy: "IfNotPresent" } },
          },
        },
      },
    });
    expect((await ask(paths.default, sent)).object).toEqual(sent);
    expect((await ask(paths.default, template({}), { dryRun: true })).object).toEqual(template({}));
  });

  test("is rejected with the path in its own spec, without the value at the path", async () => {
    const files = [{ path: "/a", content: "s3cret", contentFrom: { secret: { name: "s", key: "k" } } }];
    const { problems } = await ask(paths.validateTemplate, template({ files }));
    expect(problems).toMatchObject([{ path: "spec.template.spec.files[0]" }]);
    expect(JSON.stringify(problems)).not.toContain("s3cret");
  });
});

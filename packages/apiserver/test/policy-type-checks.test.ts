import { randomUUID } from "node:crypto";
import { ApiServer } from "@capstan/apiserver";
import { RealApiServer } from "@capstan/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { admissionGroup } from "./conformance/admission-world.ts";
import { type Body, eventually, Wire } from "./conformance/target.ts";
import { widgetDefinition } from "./conformance/widgets.ts";

const rule = (group: string, version: string, ...resources: readonly string[]): object => ({
  apiGroups: [group],
  apiVersions: [version],
  resources,
  operations: ["CREATE"],
});
const ofDeployments = rule("apps", "v1", "deployments");
const ofWidgets = rule("example.io", "v1", "widgets");

/** Expressions of policies that do not fit the matched kinds. */
const checked: Readonly<Record<string, { readonly rules: readonly object[]; readonly spec: object }>> = {
  "fields that there are": {
    rules: [ofDeployments],
    spec: { validations: [{ expression: "object.spec.replicas <= 5 && object.metadata.labels['a'] == 'b'" }] },
  },
  "a field that there is not": {
    rules: [ofDeployments],
    spec: {
      validations: [{ expression: "object.spec.replicaz <= 5" }, { expression: "object.foo == 1 && object.bar" }],
    },
  },
  "another type": {
    rules: [ofDeployments],
    spec: {
      validations: [{ expression: "object.spec.replicas == '5'" }, { expression: "object.spec.paused + 1 > 0" }],
    },
  },
  "a message that does not fit": {
    rules: [ofDeployments],
    spec: { validations: [{ expression: "true", messageExpression: "'at most ' + object.spec.most" }] },
  },
  "each of several kinds": {
    rules: [ofDeployments, rule("", "v1", "pods", "configmaps"), rule("apps", "v1", "statefulsets")],
    spec: { validations: [{ expression: "object.spec.replicas > 1" }, { expression: "object.data['a'] == 'b'" }] },
  },
  "stars, parts and what there is not": {
    rules: [
      rule("*", "v1", "pods"),
      rule("apps", "*", "deployments"),
      rule("apps", "v1", "*"),
      rule("apps", "v1", "deployments/scale"),
      rule("none.io", "v1", "nones"),
    ],
    spec: { validations: [{ expression: "object.foo == 1" }] },
  },
  "variables and the old object": {
    rules: [ofDeployments],
    spec: {
      variables: [
        { name: "most", expression: "object.spec.most" },
        { name: "name", expression: "oldObject.metadata.name" },
      ],
      validations: [{ expression: "variables.name > 1" }, { expression: "variables.most > 1" }],
    },
  },
  "parameters of a kind": {
    rules: [ofDeployments],
    spec: {
      paramKind: { apiVersion: "v1", kind: "ConfigMap" },
      validations: [{ expression: "params.data.most == 1" }, { expression: "params.spec.most == 1" }],
    },
  },
  "parameters of a kind that there is not": {
    rules: [ofDeployments],
    spec: { paramKind: { apiVersion: "none.io/v1", kind: "None" }, validations: [{ expression: "params.a.b == 1" }] },
  },
  "who may do what": {
    rules: [ofDeployments],
    spec: {
      validations: [
        { expression: "authorizer.group('').resource('pods').check('get').allowed()" },
        { expression: "authorizer.requestResource.check('get').allowed()" },
      ],
    },
  },
  "times, quantities, bytes and what is a number or a string": {
    rules: [rule("", "v1", "pods", "secrets", "services")],
    spec: {
      validations: [
        { expression: "object.metadata.creationTimestamp == 'now'" },
        { expression: "object.spec.containers[0].resources.requests.cpu == '1'" },
        { expression: "object.data.a == 'b'" },
        { expression: "object.spec.ports[0].targetPort == 80" },
        { expression: "object.spec.containers.all(c, c.image.startsWith('a') && c.imagePullPolicy == 1)" },
      ],
    },
  },
  "kinds that hold themselves": {
    rules: [rule("apiextensions.k8s.io", "v1", "customresourcedefinitions")],
    spec: {
      validations: [
        { expression: "object.spec.versions[0].schema.openAPIV3Schema.properties.a.type == 1" },
        { expression: "object.spec.versions[0].schema.openAPIV3Schema.type == 1" },
        { expression: "object.spec.group == 1" },
      ],
    },
  },
  "custom resources": {
    rules: [ofWidgets],
    spec: {
      validations: [
        { expression: "object.spec.none == 1" },
        { expression: "object.metadata.annotations.a == 1" },
        { expression: "object.kind == 1 || object.apiVersion == 1" },
      ],
    },
  },
  "an expression on several lines": {
    rules: [ofDeployments],
    spec: { validations: [{ expression: "object.spec.replicas > 1 &&\n  object.spec.none < 3" }] },
  },
};

interface Server extends AsyncDisposable {
  readonly kubeconfig: string;
}

const policies = `${admissionGroup}/validatingadmissionpolicies`;

/** The status of a policy after its check, and the writer of the status. */
async function statusOf({ kubeconfig }: Server, { rules, spec }: (typeof checked)[string]): Promise<unknown> {
  const wire = new Wire(kubeconfig);
  const name = `types-${randomUUID()}`;
  const created = await wire.post(policies, {
    metadata: { name },
    spec: { matchConstraints: { resourceRules: rules }, ...spec },
  });
  expect(created).toMatchObject({ status: 201 });
  const isChecked = ({ status }: Body): boolean => "observedGeneration" in status;
  const { body } = await eventually(
    () => wire.get(`${policies}/${name}`),
    (answer) => isChecked(answer.body),
  );
  const { status, metadata } = body;
  const managers = metadata.managedFields.map(({ manager, operation, subresource = "" }) => ({
    manager,
    operation,
    subresource,
  }));
  return { status, managers };
}

async function installWidgets({ kubeconfig }: Server): Promise<void> {
  const wire = new Wire(kubeconfig);
  await wire.post("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", widgetDefinition);
  await eventually(
    () => wire.get("/apis/example.io/v1/widgets"),
    ({ status }) => status === 200,
  );
  // The real server serves a kind before it describes it, and does not check undescribed kinds.
  for (const listed of ["/apis/example.io/v1", "/openapi/v3/apis/example.io/v1"]) {
    await eventually(
      () => wire.get(listed),
      ({ status, body }) => status === 200 && JSON.stringify(body).includes('"Widget"'),
    );
  }
}

describe.runIf(process.env.KUBEBUILDER_ASSETS)("both servers report the same about policies", () => {
  const servers: Server[] = [];

  beforeAll(async () => {
    const [embedded, real] = await Promise.all([ApiServer.start(), RealApiServer.start()]);
    servers.push(embedded, real);
    await Promise.all(servers.map(installWidgets));
    // The real server looks for new kinds only every 30 s.
    real.startControllerManager();
  });

  afterAll(async () => {
    await Promise.all(servers.map((server) => server[Symbol.asyncDispose]()));
  });

  test.concurrent.each(Object.entries(checked))("%s", async (_, policy) => {
    const [embedded, real] = await Promise.all(servers.map((server) => statusOf(server, policy)));
    expect(embedded).toEqual(real);
  });
});

test("a policy's status reports type errors, and is updated after a change", async () => {
  await using server = await ApiServer.start();
  const wire = new Wire(server.kubeconfig);
  const spec = (expression: string): object => ({
    matchConstraints: { resourceRules: [ofDeployments] },
    validations: [{ expression }],
  });
  await wire.post(policies, { metadata: { name: "p" }, spec: spec("object.spec.replicaz > 1") });
  const status = (generation: number) =>
    eventually(
      () => wire.get(`${policies}/p`),
      ({ body }) => (body.status as { observedGeneration?: number }).observedGeneration === generation,
    ).then(({ body }) => body.status);
  expect(await status(1)).toEqual({
    observedGeneration: 1,
    typeChecking: {
      expressionWarnings: [
        {
          fieldRef: "spec.validations[0].expression",
          warning:
            "apps/v1, Kind=Deployment: ERROR: <input>:1:12: undefined field 'replicaz'\n | object.spec.replicaz > 1\n | ...........^\n",
        },
      ],
    },
  });
  await wire.patch(`${policies}/p`, "merge", { spec: { validations: [{ expression: "object.spec.replicas > 1" }] } });
  expect(await status(2)).toEqual({ observedGeneration: 2, typeChecking: {} });
});

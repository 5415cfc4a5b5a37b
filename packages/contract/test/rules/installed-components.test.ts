import { checkArtifacts, checkComponents } from "@capstan/contract";
import { describe, expect, test } from "vitest";
import { transformed } from "../../src/checks/components/transformed.ts";
import { correctRelease, filesOf } from "./faulty-releases.ts";

const label = { "clusterctl.cluster.x-k8s.io": "" };

describe("PC-017: a components file that clusterctl installs into another namespace", () => {
  const account = { kind: "ServiceAccount", name: "manager" };

  test.each<[what: string, before: Record<string, unknown>, after: object]>([
    [
      "an object in the namespace moves",
      { kind: "ServiceAccount", metadata: { name: "manager", namespace: "foo" } },
      { kind: "ServiceAccount", metadata: { name: "manager", namespace: "target", labels: label } },
    ],
    [
      "one without namespace has it, and keeps its labels",
      { kind: "Deployment", metadata: { name: "a", labels: { b: "c" } }, spec: {} },
      { kind: "Deployment", metadata: { name: "a", namespace: "target", labels: { b: "c", ...label } }, spec: {} },
    ],
    [
      "the Namespace has another name",
      { kind: "Namespace", metadata: { name: "foo" } },
      { kind: "Namespace", metadata: { name: "target", labels: label } },
    ],
    [
      "a cluster-scoped object stays without namespace",
      { kind: "ClusterRole", metadata: { name: "a" }, rules: [] },
      { kind: "ClusterRole", metadata: { name: "a", labels: label }, rules: [] },
    ],
    [
      "a binding moves with its subjects, if these have a namespace",
      {
        kind: "RoleBinding",
        metadata: { name: "a", namespace: "foo" },
        subjects: [{ ...account, namespace: "foo" }, account, "text", null],
      },
      {
        kind: "RoleBinding",
        metadata: { name: "a", namespace: "target", labels: label },
        subjects: [{ ...account, namespace: "target" }, account, "text", null],
      },
    ],
    [
      "so do the subjects of a binding for the cluster",
      { kind: "ClusterRoleBinding", metadata: { name: "a" }, subjects: [{ ...account, namespace: "foo" }] },
      {
        kind: "ClusterRoleBinding",
        metadata: { name: "a", labels: label },
        subjects: [{ ...account, namespace: "target" }],
      },
    ],
  ])("%s", (_what, before, after) => {
    expect(transformed([before], "target")).toStrictEqual([after]);
  });

  test("an account whose binding works only without namespaces is reported", () => {
    const documents = (more: object) => [
      { kind: "ServiceAccount", metadata: { name: "manager", ...more } },
      {
        kind: "Deployment",
        metadata: { name: "manager", ...more },
        spec: { template: { spec: { serviceAccountName: "manager" } } },
      },
      { kind: "ClusterRole", metadata: { name: "manager" }, rules: [] },
      {
        kind: "ClusterRoleBinding",
        metadata: { name: "manager" },
        roleRef: { kind: "ClusterRole", name: "manager" },
        subjects: [{ ...account, ...more }],
      },
    ];
    const found = (more: object) =>
      checkComponents(documents(more)).violations.flatMap(({ rule, object, path, actual }) =>
        rule === "PC-017" || rule === "RB-012" ? [[rule, object, path, actual]] : [],
      );
    expect(found({})).toEqual([["PC-017", "Deployment manager", "spec.template.spec.serviceAccountName", "manager"]]);
    expect(found({ namespace: "foo" })).toEqual([]);
  });

  test("a problem that exists before the installation is not reported twice", () => {
    const deployment = { kind: "Deployment", metadata: { name: "manager", namespace: "foo" } };
    const rules = checkComponents([deployment]).violations.map(({ rule }) => rule);
    expect(rules).toContain("RB-012");
    expect(rules).not.toContain("PC-017");
  });
});

describe("names of objects of other kinds", () => {
  const found = (rule: string, documents: readonly object[]) =>
    checkComponents(documents).violations.flatMap((each) =>
      each.rule === rule ? [`${each.path}: ${String(each.actual)}`] : [],
    );
  const webhook = {
    kind: "ValidatingWebhookConfiguration",
    metadata: { name: "validating" },
    webhooks: [{ clientConfig: { service: { name: "webhooks", namespace: "foo" } } }],
  };
  const named = (kind: string, name: string) => ({ kind, metadata: { name, namespace: "foo" } });

  test("PC-001: a Role with the name of a missing account does not count", () => {
    const deployment = { ...named("Deployment", "a"), spec: { template: { spec: { serviceAccountName: "manager" } } } };
    expect(found("PC-001", [deployment, named("Role", "manager")])).toContain(
      "spec.template.spec.serviceAccountName: manager",
    );
    expect(found("PC-001", [deployment, named("ServiceAccount", "manager")])).not.toContain(
      "spec.template.spec.serviceAccountName: manager",
    );
  });

  test("PC-016: a Secret with the name of a missing Service does not count", () => {
    expect(found("PC-016", [webhook, named("Secret", "webhooks")])).toEqual([
      "webhooks[0].clientConfig.service.name: webhooks",
    ]);
  });

  test("PC-016: a Service may be in any namespace if the file does not name one", () => {
    expect(found("PC-016", [webhook, named("Service", "webhooks")])).toEqual([]);
    const namespace = { kind: "Namespace", metadata: { name: "bar" } };
    expect(found("PC-016", [webhook, named("Service", "webhooks"), namespace])).toEqual([
      "webhooks[0].clientConfig.service.namespace: foo",
    ]);
  });
});

describe("a release in folders", () => {
  const rulesIn = (folder: string, change: Record<string, readonly unknown[]> = {}) =>
    checkArtifacts(filesOf({ ...correctRelease, ...change }, folder), { providerLabel: "infrastructure-foo" }).map(
      ({ rule }) => rule,
    );

  test("CT-003: a folder with only the provider's name may contain an unpublished release", () => {
    expect(rulesIn("infrastructure-foo")).toEqual([]);
  });

  test("CT-007: the version is that of the innermost folder, or unknown", () => {
    const releaseSeries = [{ major: 7, minor: 7, contract: "v1beta2" }];
    const other = { apiVersion: "clusterctl.cluster.x-k8s.io/v1alpha3", kind: "Metadata", releaseSeries };
    expect(rulesIn("infrastructure-foo/v0.2.0", { "metadata.yaml": [other] })).toEqual(["CT-007"]);
    expect(rulesIn("v0.2.0/out", { "metadata.yaml": [other] })).toEqual([]);
  });

  test("an empty document in a file is skipped", () => {
    const components = correctRelease["infrastructure-components.yaml"] ?? [];
    expect(rulesIn("out", { "infrastructure-components.yaml": [null, ...components, "text"] })).toEqual([]);
  });
});

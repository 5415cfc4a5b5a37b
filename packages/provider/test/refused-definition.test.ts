import {
  defineBootstrapConfig,
  defineControlPlane,
  defineInfraCluster,
  defineInfraMachine,
  DefinitionError,
  type ProviderRole,
  Type,
} from "@capstan/provider";
import { describe, expect, test } from "vitest";

const own = { contract: "v1beta2", spec: Type.Object({}) };
const olden = { contract: "v1beta1", spec: Type.Object({}) };
const text = Type.String();

/** As from plain JavaScript: no compiler has looked at it. */
const helpers = {
  BootstrapConfig: defineBootstrapConfig,
  InfraMachine: defineInfraMachine,
  InfraCluster: defineInfraCluster,
  ControlPlane: defineControlPlane,
} as unknown as Readonly<Record<ProviderRole, (options: object) => unknown>>;

const machines: readonly [title: string, path: string, options: object][] = [
  ["AR-001: a kind in lower case", "kind", { kind: "foo" }],
  ["AR-001: a group that is no DNS name", "group", { group: "Example" }],
  ["AR-001: no versions", "versions", { versions: {} }],
  ["AR-005: a kind that is a List", "kind", { kind: "FooList" }],
  ["BT-002: a kind that is a Template", "kind", { kind: "FooTemplate" }],
  ["AR-015: a version name that Kubernetes does not know", "versions.one", { versions: { one: own } }],
  ["AR-006: no contract", "versions.v1.contract", { versions: { v1: { spec: Type.Object({}) } } }],
  [
    "AR-006: a contract that nobody knows",
    "versions.v1.contract",
    { versions: { v1: { ...own, contract: "v1alpha4" } } },
  ],
  [
    "AR-010: a storage version that is not served",
    "versions.v1.served",
    { versions: { v1: { ...own, served: false } } },
  ],
  ["AR-017: several versions, none of them for storage", "storage", { versions: { v1: own, v2: own } }],
  ["AR-017: a storage version that there is not", "storage", { storage: "v2" }],
  [
    "AR-017: a schema that is not structural",
    "spec.size",
    { versions: { v1: { ...own, spec: Type.Object({ size: Type.Union([Type.String(), Type.Object({})]) }) } } },
  ],
  ["IM-001: a spec that is no object", "versions.v1.spec", { versions: { v1: { ...own, spec: text } } }],
  ["IM-001: a status that is no object", "versions.v1.status", { versions: { v1: { ...own, status: text } } }],
  ["names: a short name in upper case", "shortNames[0]", { shortNames: ["FM"] }],
  ["names: a short name given twice", "shortNames[1]", { shortNames: ["fm", "fm"] }],
];

const fields: readonly [rule: string, role: ProviderRole, version: object, field: string][] = [
  ["BC-003", "BootstrapConfig", olden, "status.ready"],
  ["BC-004", "BootstrapConfig", own, "status.initialization"],
  ["BC-005", "BootstrapConfig", own, "status.dataSecretName"],
  ["BC-007", "BootstrapConfig", olden, "status.failureReason"],
  ["BC-008", "BootstrapConfig", olden, "status.failureMessage"],
  ["BC-010", "BootstrapConfig", own, "status.failureReason"],
  ["BC-011", "BootstrapConfig", own, "status.conditions"],
  ["BC-014", "InfraMachine", olden, "status.conditions"],
  ["BC-015", "InfraMachine", own, "status.v1beta2"],
  ["AR-012", "InfraMachine", own, "status.ready"],
  ["IM-002", "InfraMachine", own, "spec.providerID"],
  ["IM-008", "InfraMachine", own, "status.failureDomain"],
  ["IM-009", "InfraMachine", olden, "spec.failureDomain"],
  ["IM-010", "InfraMachine", own, "spec.failureDomain"],
  ["IM-011", "InfraMachine", own, "status.addresses"],
  ["IM-013", "InfraMachine", olden, "status.ready"],
  ["IM-014", "InfraMachine", own, "status.initialization"],
  ["IM-016", "InfraMachine", olden, "status.failureReason"],
  ["IM-017", "InfraMachine", own, "status.failureMessage"],
  ["IC-002", "InfraCluster", own, "spec.controlPlaneEndpoint"],
  ["IC-006", "InfraCluster", olden, "status.failureDomains"],
  ["IC-007", "InfraCluster", own, "status.failureDomains"],
  ["IC-009", "InfraCluster", olden, "status.ready"],
  ["IC-010", "InfraCluster", own, "status.initialization"],
  ["IC-012", "InfraCluster", olden, "status.failureReason"],
  ["IC-013", "InfraCluster", own, "status.failureMessage"],
  ["CP-002", "ControlPlane", olden, "status.initialized"],
  ["CP-002", "ControlPlane", own, "status.initialization"],
  ["CP-003", "ControlPlane", own, "spec.controlPlaneEndpoint"],
  ["CP-004", "ControlPlane", own, "spec.replicas"],
  ["CP-004", "ControlPlane", own, "status.availableReplicas"],
  ["CP-004", "ControlPlane", olden, "status.unavailableReplicas"],
  ["CP-005", "ControlPlane", own, "spec.version"],
  ["CP-005", "ControlPlane", own, "status.versions"],
  ["CP-006", "ControlPlane", own, "status.externalManagedControlPlane"],
  ["CP-007", "ControlPlane", own, "status.conditions"],
  ["CP-011", "ControlPlane", olden, "status.failureReason"],
  ["CP-012", "ControlPlane", own, "status.failureMessage"],
];

describe("a definition made in plain JavaScript is refused", () => {
  test.each(machines)("%s", (title, path, options) => {
    const [rule = ""] = title.split(":");
    expectRefused("InfraMachine", { kind: "FooMachine", versions: { v1: own }, ...options }, rule, path);
  });

  test.each(fields)("%s: %s with a field of the contract, %o %s", (rule, role, version, field) => {
    const [section = "", name = ""] = field.split(".");
    const versions = { v1: { ...version, [section]: Type.Object({ [name]: text }) } };
    expectRefused(role, { kind: "FooKind", versions }, rule, `versions.v1.${field}`);
  });

  test("with everything that is wrong with it at once", () => {
    const versions = { v1: { ...own, spec: Type.Object({ providerID: text }), status: Type.Object({ ready: text }) } };
    const { violations } = refusal("InfraMachine", { kind: "fooTemplate", group: "x", versions });
    expect(violations.map(({ rule }) => rule)).toEqual(["AR-001", "BT-002", "AR-001", "IM-002", "AR-012"]);
  });
});

test("an author's required status fields become optional: they are reported one by one", () => {
  const status = Type.Object({ serverName: Type.String() });
  const { crds } = defineInfraMachine({
    kind: "FooMachine",
    versions: { v1: { contract: "v1beta2", spec: Type.Object({}), status } },
  });
  const schema = crds[0]?.spec.versions[0]?.schema.openAPIV3Schema.properties?.status;
  expect(schema?.properties).toHaveProperty("serverName");
  expect(schema?.required).toBeUndefined();
});

function expectRefused(role: ProviderRole, options: object, rule: string, path: string): void {
  const { violations, message, code } = refusal(role, options);
  expect(code).toBe("DefinitionInvalid");
  expect(violations).toContainEqual(expect.objectContaining({ rule, path }));
  for (const violation of violations) expect(violation.source).toMatch(/\.(md|go)|names of a CustomResourceDefinition/);
  expect(message).toContain(path);
  if (rule !== "names") expect(message).toContain(rule);
}

function refusal(role: ProviderRole, options: object): DefinitionError {
  try {
    helpers[role](options);
  } catch (error) {
    expect(error).toBeInstanceOf(DefinitionError);
    return error as DefinitionError;
  }
  throw new Error("The definition was accepted.");
}

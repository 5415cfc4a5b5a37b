import { defineControlPlane, defineInfraMachine, type ProviderRole, Type } from "@capstan/provider";
import { describe, expect, test } from "vitest";
import { machineOptions, refusal, refusedMachines } from "./refused-definitions.ts";

const own = { contract: "v1beta2", spec: Type.Object({}) };
const olden = { contract: "v1beta1", spec: Type.Object({}) };
const text = Type.String();

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
  ["MP-002", "InfraMachinePool", own, "status.ready"],
  ["MP-002", "InfraMachinePool", olden, "status.initialization"],
  ["MP-003", "InfraMachinePool", own, "spec.providerIDList"],
  ["MP-004", "InfraMachinePool", own, "status.replicas"],
  ["MP-005", "InfraMachinePool", own, "status.infrastructureMachineKind"],
  ["MP-006", "InfraMachinePool", own, "spec.providerID"],
  ["MP-007", "InfraMachinePool", olden, "status.failureReason"],
  ["MP-008", "InfraMachinePool", own, "status.failureMessage"],
  ["MP-009", "InfraMachinePool", own, "status.conditions"],
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
  test.each(refusedMachines)("%s", (title, path, options) => {
    const [rule = ""] = title.split(":");
    expectRefused("InfraMachine", machineOptions(options), rule, path);
  });

  test.each(fields)("%s: %s with a contract field, %o %s", (rule, role, version, field) => {
    const [section = "", name = ""] = field.split(".");
    const versions = { v1: { ...version, [section]: Type.Object({ [name]: text }) } };
    expectRefused(role, { kind: "FooKind", versions }, rule, `versions.v1.${field}`);
  });

  test("with a message about the unsupported CRD feature, without the name of an error", () => {
    const spec = Type.Object({ size: Type.Union([text, Type.Object({})]) });
    const { message } = refusal("InfraMachine", machineOptions({ versions: { v1: { ...own, spec } } }));
    expect(message).toMatch(
      /^The CRD of FooMachine cannot be generated \(AR-017\): The schema at spec\.size cannot be part of a CRD: /,
    );
  });

  test("with all its faults at once", () => {
    const versions = { v1: { ...own, spec: Type.Object({ providerID: text }), status: Type.Object({ ready: text }) } };
    const { violations } = refusal("InfraMachine", { kind: "fooTemplate", group: "x", versions });
    expect(violations.map(({ rule }) => rule)).toEqual(["AR-001", "BT-002", "AR-001", "IM-002", "AR-012"]);
  });
});

test("control planes of Machines have no version before v1beta2, which would lose the template of the Machines", () => {
  const versions = {
    v1: { contract: "v1beta2", spec: Type.Object({}) },
    v0: { contract: "v1beta1", spec: Type.Object({}) },
  } as const;
  const define = () => defineControlPlane({ kind: "FooControlPlane", machines: true, versions, storage: "v1" });
  expect(define).toThrow(/versions\.v0\.contract.*CP-006/s);
});

describe("the CRDs of a definition", () => {
  test.each([
    ["FooControlPlane", undefined],
    ["FooThing", "example.com"],
  ])("for the kind %s have no field of the author for the contract's description of Machines", (kind, group) => {
    const versions = {
      v1: { contract: "v1beta2", spec: Type.Object({ machineTemplate: Type.Object({ order: text }) }) },
    };
    const { violations } = refusal("ControlPlane", { kind, versions, ...(group === undefined ? {} : { group }) });
    expect(violations).toMatchObject([{ rule: "CP-006" }]);
  });

  test("are namespaced, and may have a version with both contracts, with the conditions of the newer one", () => {
    const versions = { v1: { contract: ["v1beta1", "v1beta2"], spec: Type.Object({}) } } as const;
    const definition = defineInfraMachine({ kind: "FooMachine", versions });
    expect(definition.contracts).toEqual(["v1beta2", "v1beta1"]);
    expect(definition.kind.namespaced).toBe(true);
  });
});

test("an author's required status fields become optional, because they are reported one by one", () => {
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
  for (const violation of violations)
    expect(violation.source).toMatch(
      /\.(md|go)|(names|additionalPrinterColumns) of a CustomResourceDefinition|metadata\.finalizers/,
    );
  expect(message).toContain(path);
  if (rule !== "names") expect(message).toContain(rule);
}

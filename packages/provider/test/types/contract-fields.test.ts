import { type RuleId, ruleText } from "@capstan/contract";
import { describe, expect, test } from "vitest";
import { compile } from "./compile.ts";
import { incompleteOutcomes, ruleOf } from "./incomplete-outcomes.ts";

const helpers = {
  BootstrapConfig: "defineBootstrapConfig",
  InfraMachine: "defineInfraMachine",
  InfraCluster: "defineInfraCluster",
  InfraMachinePool: "defineInfraMachinePool",
  ControlPlane: "defineControlPlane",
} as const;

const contracts = {
  v1beta1: '"v1beta1"',
  v1beta2: '"v1beta2"',
  "both contracts": '["v1beta1", "v1beta2"]',
} as const;

type Role = keyof typeof helpers;
type Declared = keyof typeof contracts;

/** Contract fields with the cited rules: under v1beta1, and under v1beta2 or both contracts. */
const fields: readonly [role: Role, field: string, ofV1beta1: RuleId, ofV1beta2: RuleId][] = [
  ["BootstrapConfig", "status.ready", "BC-003", "AR-012"],
  ["BootstrapConfig", "status.initialization", "AR-012", "BC-004"],
  ["BootstrapConfig", "status.dataSecretName", "BC-005", "BC-005"],
  ["BootstrapConfig", "status.failureReason", "BC-007", "BC-010"],
  ["BootstrapConfig", "status.failureMessage", "BC-008", "BC-010"],
  ["BootstrapConfig", "status.conditions", "BC-014", "BC-011"],
  ["BootstrapConfig", "status.v1beta2", "BC-015", "BC-015"],
  ["InfraMachine", "spec.providerID", "IM-002", "IM-002"],
  ["InfraMachine", "spec.failureDomain", "IM-009", "IM-010"],
  ["InfraMachine", "status.ready", "IM-013", "AR-012"],
  ["InfraMachine", "status.initialization", "AR-012", "IM-014"],
  ["InfraMachine", "status.addresses", "IM-011", "IM-011"],
  ["InfraMachine", "status.failureDomain", "IM-008", "IM-008"],
  ["InfraMachine", "status.failureReason", "IM-016", "IM-017"],
  ["InfraMachine", "status.failureMessage", "IM-016", "IM-017"],
  ["InfraMachine", "status.conditions", "BC-014", "BC-011"],
  ["InfraMachine", "status.v1beta2", "BC-015", "BC-015"],
  ["InfraCluster", "spec.controlPlaneEndpoint", "IC-002", "IC-002"],
  ["InfraCluster", "status.ready", "IC-009", "AR-012"],
  ["InfraCluster", "status.initialization", "AR-012", "IC-010"],
  ["InfraCluster", "status.failureDomains", "IC-006", "IC-007"],
  ["InfraCluster", "status.failureReason", "IC-012", "IC-013"],
  ["InfraCluster", "status.failureMessage", "IC-012", "IC-013"],
  ["InfraCluster", "status.conditions", "BC-014", "BC-011"],
  ["InfraCluster", "status.v1beta2", "BC-015", "BC-015"],
  ["InfraMachinePool", "spec.providerIDList", "MP-003", "MP-003"],
  ["InfraMachinePool", "spec.providerID", "MP-006", "MP-006"],
  ["InfraMachinePool", "status.ready", "MP-002", "MP-002"],
  ["InfraMachinePool", "status.initialization", "MP-002", "MP-002"],
  ["InfraMachinePool", "status.replicas", "MP-004", "MP-004"],
  ["InfraMachinePool", "status.infrastructureMachineKind", "MP-005", "MP-005"],
  ["InfraMachinePool", "status.failureReason", "MP-007", "MP-008"],
  ["InfraMachinePool", "status.failureMessage", "MP-007", "MP-008"],
  ["InfraMachinePool", "status.conditions", "BC-014", "MP-009"],
  ["InfraMachinePool", "status.v1beta2", "BC-015", "BC-015"],
  ["ControlPlane", "spec.controlPlaneEndpoint", "CP-003", "CP-003"],
  ["ControlPlane", "spec.replicas", "CP-004", "CP-004"],
  ["ControlPlane", "spec.version", "CP-005", "CP-005"],
  ["ControlPlane", "status.initialized", "CP-002", "AR-012"],
  ["ControlPlane", "status.initialization", "AR-012", "CP-002"],
  ["ControlPlane", "status.versions", "CP-005", "CP-005"],
  ["ControlPlane", "status.selector", "CP-004", "CP-004"],
  ["ControlPlane", "status.unavailableReplicas", "CP-004", "CP-004"],
  ["ControlPlane", "status.upToDateReplicas", "CP-004", "CP-004"],
  ["ControlPlane", "status.externalManagedControlPlane", "CP-006", "CP-006"],
  ["ControlPlane", "status.failureReason", "CP-011", "CP-012"],
  ["ControlPlane", "status.conditions", "BC-014", "CP-007"],
];

const clashes = fields.flatMap(([role, field, ofV1beta1, ofV1beta2]) =>
  (Object.keys(contracts) as Declared[]).map((contract) => ({
    name: `${role} ${field} under ${contract}`,
    text: `${ruleText(contract === "v1beta1" ? ofV1beta1 : ofV1beta2)} Remove ${field} from your schema: it belongs to the contract`,
    source: definition(role, contract, { [field.split(".")[0] ?? ""]: field.split(".")[1] ?? "" }),
  })),
);

const correct = {
  ...Object.fromEntries(
    (Object.keys(helpers) as Role[]).flatMap((role) =>
      (Object.keys(contracts) as Declared[]).map((contract) => [
        `${role} with fields of its own under ${contract}`,
        definition(role, contract, { spec: "size", status: "serverName" }),
      ]),
    ),
  ),
  "fields with names that the contract gives to other kinds": `
    ${definition("BootstrapConfig", "v1beta2", { spec: "providerID", status: "addresses" })}
    ${definition("InfraCluster", "v1beta2", { spec: "failureDomain", status: "dataSecretName" })}
  `,
  "a contract's field name deeper inside": `
    defineInfraMachine({
      kind: "DeepMachine",
      versions: { v1: { contract: "v1beta2", spec: Type.Object({ disk: Type.Object({ providerID: Type.String() }) }) } },
    });
  `,
  "complete outcomes": `
    outcome.provisioned({
      providerID: "foo://1",
      addresses: [{ type: "InternalIP", address: "10.0.0.1" }],
      failureDomain: "a",
      status: { serverName: "s1" },
    });
    outcome.clusterProvisioned();
    outcome.clusterProvisioned({
      controlPlaneEndpoint: { host: "10.0.0.1", port: 6443 },
      failureDomains: [{ name: "a", controlPlane: true, attributes: { rack: "1" } }],
    });
    outcome.poolProvisioned({ providerIDList: [] });
    outcome.poolProvisioned({ providerIDList: ["foo://1"], replicas: 2, desiredReplicas: 3, providerID: "foo://g" });
    outcome.pending("Scaling", { providerIDList: ["foo://1"] });
    outcome.data("#cloud-config", { format: "cloud-config" });
    outcome.controlPlaneInitialized();
    outcome.controlPlanePending("Creating", { controlPlaneEndpoint: { host: "10.0.0.1", port: 6443 }, warning: true });
    outcome.controlPlaneInitialized({
      kubeconfig: "kind: Config",
      replicas: 3,
      versions: [{ version: "v1.34.1", replicas: 3 }],
      externalManagedControlPlane: true,
      status: { serverName: "s1" },
    });
  `,
};

const incomplete: readonly (readonly [title: string, source: string, text: string])[] = [
  ["a bootstrap config without data", `outcome.data();`, "An argument for 'data' was not provided."],
  ...incompleteOutcomes.map(([title, source]) => [title, source, ruleText(ruleOf(title))] as const),
];

const sources = {
  ...Object.fromEntries(clashes.map(({ name, source }) => [name, source])),
  ...Object.fromEntries(incomplete.map(([name, source]) => [name, source])),
  ...correct,
};
const said = compile(
  Object.fromEntries(
    Object.entries(sources).map(([name, source]) => [
      name,
      `import { ${Object.values(helpers).join(", ")}, outcome, Type } from "@capstan/provider";\n${source}\nexport {};\n`,
    ]),
  ),
);

describe("the compiler refuses an author's declaration of a contract field, and names the rule", () => {
  test.each(clashes)("$name", ({ name, text }) => {
    expect(said[name]?.join("\n")).toContain(text);
  });
});

describe("the compiler refuses an outcome without a field that the contract requires", () => {
  test.each(incomplete)("%s", (name, _source, text) => {
    expect(said[name]?.join("\n")).toContain(text);
  });
});

describe("the compiler accepts", () => {
  test.each(Object.keys(correct))("%s", (name) => {
    expect(said[name]).toEqual([]);
  });
});

function definition(role: Role, contract: Declared, own: { readonly spec?: string; readonly status?: string }): string {
  const schema = (name: string | undefined) => `Type.Object({ ${name === undefined ? "" : `${name}: Type.String()`} })`;
  return `${helpers[role]}({
    kind: "Own${role}",
    versions: { v1: { contract: ${contracts[contract]}, spec: ${schema(own.spec)}, status: ${schema(own.status)} } },
  });`;
}

import { correctCRDs } from "./correct-crds.ts";
import { absent, mutate, type Mutation, schemaKeys } from "./mutation.ts";

/** A CRD with one fault, and exactly the rules that it breaks: the intended rule first, then side effects. */
export interface FaultyCRD extends Mutation {
  readonly kind: string;
  readonly contract: "v1beta1" | "v1beta2";
  readonly breaks: readonly [string, ...string[]];
}

type Row = readonly [kind: string, at: Mutation["at"], to: unknown, ...breaks: [string, ...string[]]];

const label = (contract: string) => ["metadata", "labels", `cluster.x-k8s.io/${contract}`];
const version = (...keys: (string | number)[]) => ["spec", "versions", 0, ...keys];
const s = schemaKeys;
const string = { type: "string" };

const withoutContractFields = {
  name: "v2",
  served: true,
  storage: false,
  schema: {
    openAPIV3Schema: { type: "object", properties: { spec: { type: "object" }, status: { type: "object" } } },
  },
  subresources: { status: {} },
};

const domainMap = { type: "object", additionalProperties: { type: "object" } };

/** The infrastructure where contract v1beta2 has it, and all else where v1beta1 had it. */
const machineTemplateOfV1Beta1 = {
  type: "object",
  properties: {
    metadata: { type: "object" },
    spec: { type: "object", properties: { infrastructureRef: { type: "object" } } },
    readinessGates: { type: "array", items: { type: "object" } },
    taints: { type: "array", items: { type: "object" } },
  },
};

/** A second version of the cluster kind, with failure domains in the form of contract v1beta1. */
function withDomainMap(): unknown {
  const cluster = correctCRDs.v1beta2.find(({ spec }) => spec.names.kind === "FooCluster");
  const [version] = mutate(cluster, { at: s("status.failureDomains"), to: domainMap })?.spec.versions ?? [];
  return { ...version, name: "v2", storage: false };
}

const v1beta2: readonly Row[] = [
  ["FooMachine", ["apiVersion"], "apiextensions.k8s.io/v1beta1", "AR-001"],
  ["FooMachine", ["metadata", "name"], "foomachine.infrastructure.example.com", "AR-002"],
  ["FooConfig", ["spec", "names", "plural"], "fooconfigurations", "AR-002"],
  ["FooCluster", ["spec", "scope"], "Cluster", "AR-003"],
  ["FooMachineTemplate", ["spec", "scope"], "Cluster", "AR-003"],
  ["FooMachine", s("metadata", "type"), "string", "AR-004"],
  ["FooMachine", s("kind", "type"), "integer", "AR-004"],
  ["FooMachine", s("metadata.labels"), { type: "object" }, "AR-004"],
  ["FooMachine", s("metadata", "required"), ["name"], "AR-004"],
  ["FooCluster", ["spec", "names", "listKind"], "FooClusters", "AR-005"],
  ["FooMachine", label("v1beta2"), absent, "AR-006"],
  ["FooMachineTemplate", label("v1beta2"), absent, "AR-007"],
  ["FooConfigTemplate", label("v1beta2"), absent, "AR-007"],
  ["FooMachine", label("v1beta2"), "v1,v1beta1", "AR-008"],
  ["FooMachine", label("v1beta2"), "v1_", "AR-008"],
  ["FooMachine", label("v1beta2"), "v1_v1", "AR-008"],
  ["FooMachine", label("v1beta2"), "v2", "AR-009"],
  ["FooCluster", label("v1beta2"), "v1beta1_v1", "AR-009"],
  ["FooMachine", version("served"), false, "AR-010", "AR-001"],
  ["FooMachine", label("v1beta2"), "v1_v1alpha1", "AR-011", "AR-009"],
  ["FooMachine", ["metadata", "annotations", "cluster.x-k8s.io/v1beta2"], "v1", "AR-013"],
  ["FooMachine", version("name"), "one", "AR-015", "AR-009"],
  ["FooMachine", version("storage"), false, "AR-017"],
  ["FooMachine", s("spec.size", "type"), absent, "AR-017", "BT-006"],
  ["FooMachine", s("spec.size", "$ref"), "#/definitions/size", "AR-017"],
  ["FooMachine", s("spec.size", "anyOf"), [{ type: "string" }, { maxLength: 5 }], "AR-017"],
  ["FooMachine", s("spec.size", "not"), { description: "large" }, "AR-017"],
  ["FooMachine", s("spec.sizes"), { type: "array" }, "AR-017"],
  [
    "FooMachine",
    s("spec.sizes"),
    { type: "object", properties: { a: string }, additionalProperties: string },
    "AR-017",
  ],
  ["FooMachine", s("", "anyOf"), [{ properties: { other: { minLength: 1 } } }], "AR-017"],
  ["FooMachine", s("", "additionalProperties"), true, "AR-017"],
  ["FooMachine", version("subresources"), absent, "AR-018"],
  ["FooMachinePool", version("subresources"), absent, "AR-018"],
  ["FooMachine", s("status.failureDomain", "type"), "integer", "AR-019", "IM-008"],
  ["FooConfig", ["spec", "names", "kind"], "FooSettings", "AR-021", "AR-002", "AR-005", "BT-002"],
  ["FooMachine", ["spec", "group"], "infrastructure.cluster.x-k8s.io", "AR-016", "AR-002", "BT-002"],
  ["FooMachine", ["spec", "versions", 1], withoutContractFields, "AR-020"],
  ["FooCluster", ["spec", "versions", 1], withDomainMap(), "AR-020"],
  ["FooMachine", ["spec", "names", "categories"], [], "AR-022"],
  ["FooMachine", s("spec", "x-kubernetes-preserve-unknown-fields"), true, "AR-024"],
  ["FooConfig", s("spec"), absent, "BC-001"],
  ["FooConfig", s("status"), absent, "BC-002", "AR-019", "BC-004", "BC-005", "BC-011"],
  ["FooConfig", s("status.initialization.dataSecretCreated"), absent, "BC-004", "AR-019"],
  ["FooConfig", s("status.initialization.dataSecretCreated", "type"), "string", "BC-004", "AR-019"],
  ["FooConfig", s("status.initialization", "required"), ["dataSecretCreated"], "BC-004"],
  ["FooConfig", s("status.initialization", "minProperties"), absent, "BC-004"],
  ["FooConfig", s("status.dataSecretName"), absent, "BC-005", "AR-019"],
  ["FooConfig", s("status.dataSecretName", "type"), "object", "BC-005", "AR-019"],
  ["FooConfig", s("status", "required"), ["dataSecretName"], "BC-005"],
  ["FooConfig", s("status.dataSecretName", "maxLength"), 1000, "BC-006"],
  ["FooConfig", s("status.failureReason"), string, "BC-010"],
  ["FooMachine", s("status.conditions", "x-kubernetes-list-type"), "atomic", "BC-011"],
  ["FooMachine", s("status.conditions[].status", "enum"), ["True", "False", "Maybe"], "BC-012"],
  ["FooMachine", s("status.conditions[].status", "type"), "boolean", "BC-012"],
  ["FooMachine", s("status.conditions[].reason", "type"), "integer", "BC-012", "BC-011"],
  ["FooMachine", s("status.conditions[].severity"), string, "BC-014"],
  [
    "FooMachine",
    s("status.v1beta2"),
    { type: "object", properties: { conditions: { type: "array", items: { type: "object" } } } },
    "BC-015",
  ],
  ["FooMachineTemplate", ["spec", "names", "kind"], "FooMachineTmpl", "BT-002", "AR-002", "AR-005"],
  ["FooMachineTemplate", s("spec.template"), absent, "BT-003", "BT-004"],
  ["FooMachineTemplate", s("spec", "required"), [], "BT-003"],
  ["FooMachineTemplate", s("spec.template.spec.providerID"), string, "BT-004", "BT-006"],
  ["FooMachineTemplate", s("spec.template.metadata.creationTimestamp"), string, "BT-005"],
  ["FooMachineTemplate", s("spec.template.spec.color"), string, "BT-006"],
  ["FooMachine", s("spec", "required"), ["zone"], "BT-006"],
  ["FooMachine", s("spec.size", "enum"), ["small", "large"], "BT-006"],
  ["FooMachine", s("spec.size", "maxLength"), 5, "BT-006"],
  ["FooMachine", s("spec.size", "minLength"), 1, "BT-006"],
  ["FooMachine", s("spec.size", "pattern"), "^[a-z]+$", "BT-006"],
  ["FooMachineTemplate", s("spec.template.spec", "nullable"), true, "BT-006"],
  [
    "FooMachineTemplate",
    s("status"),
    { type: "object", properties: { capacity: { type: "object", additionalProperties: { type: "boolean" } } } },
    "BT-010",
  ],
  [
    "FooMachineTemplate",
    s("status"),
    {
      type: "object",
      properties: {
        nodeInfo: { type: "object", minProperties: 1, properties: { architecture: { type: "string", enum: ["vax"] } } },
      },
    },
    "BT-011",
  ],
  ...[
    { type: "object", minProperties: 1, properties: { operatingSystem: { type: "integer" } } },
    { type: "object", minProperties: 1, properties: { operatingSystem: string }, required: ["operatingSystem"] },
    { type: "object", properties: { operatingSystem: string } },
    { type: "string", minProperties: 1 },
  ].map((nodeInfo): Row => ["FooMachineTemplate", s("status"), { type: "object", properties: { nodeInfo } }, "BT-011"]),
  ["FooMachine", s("status"), absent, "IM-001", "AR-019", "BC-011", "IM-014"],
  ["FooMachine", s("spec.providerID"), absent, "IM-002", "AR-019"],
  ["FooMachine", s("spec.providerID", "type"), "integer", "IM-002", "AR-019"],
  ["FooMachine", s("spec", "required"), ["providerID"], "IM-002", "BT-006"],
  ["FooMachine", s("spec.providerID", "maxLength"), absent, "IM-003"],
  ["FooMachine", s("spec.failureDomain"), string, "IM-010"],
  ["FooMachine", s("status.addresses"), { type: "object" }, "IM-011", "AR-019"],
  ["FooMachine", s("status.addresses[].type", "enum"), ["Hostname", "MAC"], "IM-012"],
  ["FooMachine", s("status.addresses[].address", "maxLength"), 1000, "IM-012"],
  ["FooMachine", s("status.addresses", "maxItems"), absent, "IM-012"],
  ["FooMachine", s("status.initialization.provisioned", "type"), "string", "IM-014", "AR-019"],
  ["FooMachine", s("status.initialization"), absent, "IM-014", "AR-019"],
  ["FooMachine", s("status.failureMessage"), string, "IM-017"],
  ["FooMachine", s("status.interruptible"), string, "IM-019"],
  ["FooCluster", s("spec"), absent, "IC-001", "IC-002"],
  ["FooCluster", s("spec.controlPlaneEndpoint.port", "type"), "string", "IC-002", "AR-019"],
  ["FooCluster", s("spec.controlPlaneEndpoint.host"), absent, "IC-002"],
  ["FooCluster", s("spec.controlPlaneEndpoint", "required"), ["host"], "IC-003"],
  ["FooCluster", s("spec", "required"), ["controlPlaneEndpoint"], "IC-003", "BT-006"],
  ["FooCluster", s("status.failureDomains"), domainMap, "IC-007", "IC-008", "AR-019"],
  ["FooCluster", s("status.initialization.provisioned"), absent, "IC-010", "AR-019"],
  ["FooCluster", s("status.failureReason"), string, "IC-013"],
  ["FooControlPlane", ["spec", "scope"], "Cluster", "AR-003"],
  ["FooControlPlane", s("spec"), absent, "CP-001"],
  ["FooControlPlane", s("status.initialization.controlPlaneInitialized"), absent, "CP-002"],
  ["FooControlPlane", s("spec.controlPlaneEndpoint.port", "type"), "string", "CP-003"],
  ["FooControlPlane", s("status.selector"), absent, "CP-004"],
  ["FooControlPlane", version("subresources", "scale"), absent, "CP-004"],
  ["FooControlPlane", version("subresources", "scale", "labelSelectorPath"), absent, "CP-004"],
  ["FooControlPlane", s("status.version"), absent, "CP-005"],
  ["FooControlPlane", s("spec.version", "type"), "integer", "CP-005"],
  ["FooControlPlane", s("spec.machineTemplate.metadata"), absent, "CP-006"],
  ["FooControlPlane", s("status.conditions", "x-kubernetes-list-type"), "atomic", "CP-007"],
  ["FooControlPlane", s("status.conditions[].status", "type"), "boolean", "BC-012"],
  ["FooControlPlane", s("status.conditions[].type"), absent, "BC-012"],
  ["FooControlPlane", s("status.failureReason"), string, "CP-012"],
  ["FooControlPlane", s("spec.rollout.after", "format"), absent, "CP-014"],
  ["FooControlPlane", s("spec.rollout"), { properties: { after: { type: "integer" } }, type: "object" }, "CP-014"],
  ["FooControlPlane", s("spec.rollout", "required"), ["after"], "CP-014"],
  ["FooControlPlane", s("spec.machineTemplate.spec", "required"), ["infrastructureRef", "readinessGates"], "CP-017"],
  ["FooControlPlane", s("spec.machineTemplate.spec.readinessGates", "x-kubernetes-list-type"), "atomic", "CP-017"],
  ["FooControlPlane", s("spec.machineTemplate.spec.readinessGates[].conditionType"), absent, "CP-017"],
  ["FooControlPlane", s("spec.machineTemplate.spec.taints", "x-kubernetes-list-map-keys"), ["key"], "CP-018"],
  ["FooControlPlane", s("spec.machineTemplate.spec.taints"), string, "CP-018"],
  ["FooControlPlane", s("spec.machineTemplate"), machineTemplateOfV1Beta1, "CP-017", "CP-018"],
  ["FooMachinePool", label("v1beta2"), absent, "AR-006"],
  ["FooMachinePool", s("status"), absent, "MP-001", "MP-002", "MP-004", "MP-009"],
  ["FooMachinePool", s("status.ready"), absent, "MP-002"],
  ["FooMachinePool", s("status.initialization.provisioned"), absent, "MP-002"],
  ["FooMachinePool", s("spec.providerIDList", "type"), "string", "MP-003"],
  ["FooMachinePool", s("status.replicas"), absent, "MP-004"],
  ["FooMachinePool", s("status.infrastructureMachineKind", "type"), "object", "MP-005"],
  ["FooMachinePool", s("status.instances", "type"), "object", "MP-006"],
  ["FooMachinePool", s("status.failureMessage"), string, "MP-008"],
  ["FooMachinePool", s("status.conditions", "x-kubernetes-list-type"), "atomic", "MP-009"],
  ["FooMachinePool", s("status.conditions[].status"), absent, "BC-012"],
  ["FooIPPool", ["metadata", "name"], "fooippool.ipam.example.com", "AR-002"],
];

const v1beta1: readonly Row[] = [
  [
    "FooMachine",
    ["metadata", "labels"],
    { "cluster.x-k8s.io/v1beta2": "v1" },
    "AR-012",
    "AR-019",
    "BC-011",
    "BC-014",
    "IM-010",
    "IM-014",
    "IM-017",
  ],
  ["FooConfig", s("status.ready"), absent, "BC-003", "AR-019"],
  ["FooConfig", s("status.ready", "type"), "string", "BC-003", "AR-019"],
  ["FooConfig", s("status.failureReason"), { type: "object" }, "BC-007", "AR-019"],
  ["FooConfig", s("status.failureMessage"), { type: "object" }, "BC-008", "AR-019"],
  ["FooMachine", s("status.conditions[].severity"), absent, "BC-014"],
  ["FooMachine", s("status.ready"), absent, "IM-013", "AR-019"],
  ["FooMachine", s("spec.failureDomain"), { type: "integer" }, "IM-009", "AR-019"],
  ["FooMachine", s("status.failureReason"), { type: "integer" }, "IM-016", "AR-019"],
  ["FooMachine", s("status", "required"), ["failureReason"], "IM-016"],
  ["FooMachinePool", s("status.ready"), absent, "MP-002"],
  ["FooMachinePool", s("status.failureReason"), { type: "integer" }, "MP-007"],
  ["FooMachinePool", s("status", "required"), ["failureReason"], "MP-007"],
  ["FooCluster", s("status.ready", "type"), "integer", "IC-009", "AR-019"],
  ["FooCluster", s("spec.controlPlaneEndpoint", "required"), ["host", "port"], "IC-004"],
  [
    "FooCluster",
    s("status.failureDomains"),
    { type: "array", items: { type: "object" } },
    "IC-006",
    "IC-008",
    "AR-019",
  ],
  ["FooCluster", s("status.failureDomains"), { type: "object", properties: {} }, "IC-006"],
  ["FooCluster", s("status.failureMessage"), { type: "integer" }, "IC-012", "AR-019"],
  ["FooControlPlane", s("status.failureMessage"), { type: "integer" }, "CP-011"],
  ["FooCluster", s("status", "required"), ["failureMessage"], "IC-012"],
];

const rows = [
  ...v1beta2.map((row) => ["v1beta2", ...row] as const),
  ...v1beta1.map((row) => ["v1beta1", ...row] as const),
];

export const faultyCRDs: readonly FaultyCRD[] = rows.map(([contract, kind, at, to, ...breaks]) => ({
  contract,
  kind,
  at,
  to,
  breaks,
}));

/** The faulty CRD, and that of its template or of its template's kind. */
export function crdsWith(faulty: FaultyCRD): readonly unknown[] {
  return correctCRDs[faulty.contract]
    .filter(({ spec }) => mainKindOf(spec.names.kind) === mainKindOf(faulty.kind))
    .map((crd) => (crd.spec.names.kind === faulty.kind ? mutate(crd, faulty) : crd));
}

function mainKindOf(kind: string): string {
  return kind.replace(/Template$/, "");
}

/** The fault: contract, kind, path and value. */
export function faultOf({ contract, kind, at, to }: FaultyCRD): string {
  const place = at
    .filter((key) => key !== "properties")
    .join(".")
    .replace("spec.versions.0.schema.openAPIV3Schema.", "");
  return `${contract} ${kind} ${place} = ${typeof to === "symbol" ? "absent" : JSON.stringify(to)}`;
}

/** Title of the test for the fault. */
export function titleOf(faulty: FaultyCRD): string {
  return `${faultOf(faulty)} breaks ${faulty.breaks.join(", ")}`;
}

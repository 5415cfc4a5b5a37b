import {
  type ContractVersion,
  type CustomResourceDefinition,
  defineBootstrapConfig,
  defineControlPlane,
  defineInfraCluster,
  defineInfraMachine,
  defineInfraMachinePool,
  type ProviderDefinition,
  Type,
} from "@capstan/provider";

/** The roles of the kinds in this file. */
export type DefinedRole = "BootstrapConfig" | "InfraMachine" | "InfraCluster" | "InfraMachinePool" | "ControlPlane";

/** Definitions of each role under each contract, with author fields of every form. */
export const definitions: Readonly<Record<ContractVersion, Readonly<Record<DefinedRole, ProviderDefinition>>>> = {
  v1beta1: definitionsUnder("v1beta1"),
  v1beta2: definitionsUnder("v1beta2"),
};

/** Definitions with installed CRDs, and one change that makes a CRD faulty. */
export interface Fault {
  readonly name: string;
  readonly role: DefinedRole;
  /** Default: v1beta2. */
  readonly contract?: ContractVersion;
  /** Default: the kind's own CRD. */
  readonly template?: boolean;
  /** Changes the CRD; "missing" removes it. */
  readonly change: ((crd: CustomResourceDefinition) => void) | "missing";
  readonly rule: string;
  /** Default: MUST. */
  readonly level?: "MUST" | "SHOULD";
  readonly path: string;
  /** An API server rejects such a CRD. Default: false. */
  readonly impossible?: boolean;
}

/** The installed CRDs of the fault's definition, including the faulty one. */
export function installedWith({ role, contract = "v1beta2", template = false, change }: Fault) {
  return definitions[contract][role].crds.map((crd, index) => {
    if (index !== Number(template)) return crd;
    if (change === "missing") return undefined;
    const copy = structuredClone(crd);
    change(copy);
    return copy;
  });
}

function definitionsUnder(contract: ContractVersion): Readonly<Record<DefinedRole, ProviderDefinition>> {
  const versions = {
    v1: {
      contract,
      spec: Type.Object({
        size: Type.Union([Type.Literal("small"), Type.Literal("large")], { default: "small" }),
        disks: Type.Optional(Type.Array(Type.Object({ gibibytes: Type.Integer() }))),
        tags: Type.Optional(Type.Record(Type.String(), Type.String())),
        port: Type.Optional(Type.Integer()),
        extra: Type.Optional(Type.Object({}, { additionalProperties: true })),
        note: Type.Optional(Type.Union([Type.String(), Type.Null()])),
        zone: Type.String(),
      }),
      status: Type.Object({ power: Type.Union([Type.Literal("on"), Type.Literal("off")]) }),
    },
  } as const;
  const group = "infrastructure.example.com";
  return {
    BootstrapConfig: defineBootstrapConfig({ kind: "FooConfig", group: "bootstrap.example.com", versions }),
    InfraMachine: defineInfraMachine({ kind: "FooMachine", group, versions }),
    InfraCluster: defineInfraCluster({ kind: "FooCluster", group, versions }),
    InfraMachinePool: defineInfraMachinePool({ kind: "FooMachinePool", group, versions }),
    ControlPlane: defineControlPlane({ kind: "FooControlPlane", group: "controlplane.example.com", versions }),
  };
}

import type { CustomResourceDefinition } from "@capstan/contract";
import {
  defineBootstrapConfig,
  defineControlPlane,
  defineInfraCluster,
  defineInfraMachine,
  defineInfraMachinePool,
  Type,
} from "@capstan/provider";

const spec = Type.Object({});

/** The kinds of the raw providers; they use only the CRDs that the SDK derives from these. */
export const definitions = {
  v1beta2: kindsUnder("v1beta2"),
  v1beta1: kindsUnder("v1beta1"),
};

/** The same kind, without the API server's own validation of a field. */
export function withAny<D extends { readonly crds: readonly CustomResourceDefinition[] }>(
  definition: D,
  field: string,
): D {
  const crds = definition.crds.map(
    (crd) => JSON.parse(JSON.stringify(crd, (key, value: unknown) => (key === field ? anything : value))) as typeof crd,
  );
  return { ...definition, crds };
}

const anything = { "x-kubernetes-preserve-unknown-fields": true };

function kindsUnder(contract: "v1beta1" | "v1beta2") {
  const versions = { v1: { contract, spec } };
  return {
    machine: defineInfraMachine({ kind: "RawMachine", versions, templateCapacity: true }),
    config: defineBootstrapConfig({ kind: "RawConfig", versions }),
    pool: defineInfraMachinePool({ kind: "RawPool", versions, managesReplicas: true }),
    cluster: defineInfraCluster({ kind: "RawCluster", versions }),
    controlPlane: defineControlPlane({ kind: "RawControlPlane", replicas: true, versions }),
  };
}

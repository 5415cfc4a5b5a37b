import {
  defineBootstrapConfig,
  defineControlPlane,
  defineInfraCluster,
  defineInfraMachine,
  defineInfraMachinePool,
  Type,
} from "@capstan/provider";

const spec = Type.Object({});

/** The kinds of the raw providers; of the SDK, only the CRDs that follow from these are used. */
export const definitions = {
  v1beta2: kindsUnder("v1beta2"),
  v1beta1: kindsUnder("v1beta1"),
};

function kindsUnder(contract: "v1beta1" | "v1beta2") {
  const versions = { v1: { contract, spec } };
  return {
    machine: defineInfraMachine({ kind: "RawMachine", versions }),
    config: defineBootstrapConfig({ kind: "RawConfig", versions }),
    pool: defineInfraMachinePool({ kind: "RawPool", versions, managesReplicas: true }),
    cluster: defineInfraCluster({ kind: "RawCluster", versions }),
    controlPlane: defineControlPlane({ kind: "RawControlPlane", replicas: true, versions }),
  };
}

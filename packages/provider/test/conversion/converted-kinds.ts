import {
  defineBootstrapConfig,
  defineControlPlane,
  defineInfraCluster,
  defineInfraMachine,
  defineInfraMachinePool,
  Type,
} from "@capstan/provider";

const largeFrom = 8;

/** Named sizes became numbers of CPUs: neither version can represent all values of the other. */
const spec = {
  toStorage: ({ size }: { size: "small" | "large" }) => ({ cpus: size === "small" ? 2 : largeFrom }),
  fromStorage: ({ cpus }: { cpus: number }) => ({ size: cpus < largeFrom ? ("small" as const) : ("large" as const) }),
};

const versions = {
  v1beta1: {
    contract: "v1beta1",
    spec: Type.Object({
      size: Type.Union([Type.Literal("small"), Type.Literal("large")]),
      note: Type.Optional(Type.String()),
    }),
    status: Type.Object({ server: Type.String(), hint: Type.String() }),
  },
  v1beta2: {
    contract: "v1beta2",
    spec: Type.Object({
      cpus: Type.Integer({ minimum: 1, maximum: 64 }),
      disks: Type.Optional(Type.Array(Type.Object({ name: Type.String(), gigabytes: Type.Optional(Type.Integer()) }))),
    }),
    status: Type.Object({ serverName: Type.String(), zones: Type.Array(Type.String()) }),
  },
} as const;

const conversions = {
  v1beta1: {
    spec,
    status: {
      toStorage: ({ server }: { server?: string }) => (server === undefined ? {} : { serverName: server }),
      fromStorage: ({ serverName }: { serverName?: string }) =>
        serverName === undefined ? {} : { server: serverName },
    },
  },
};

export const TwoConfig = defineBootstrapConfig({ kind: "TwoConfig", versions, storage: "v1beta2", conversions });
export const TwoMachine = defineInfraMachine({ kind: "TwoMachine", versions, storage: "v1beta2", conversions });
export const TwoCluster = defineInfraCluster({ kind: "TwoCluster", versions, storage: "v1beta2", conversions });
export const TwoPool = defineInfraMachinePool({ kind: "TwoPool", versions, storage: "v1beta2", conversions });
export const TwoControlPlane = defineControlPlane({
  kind: "TwoControlPlane",
  replicas: true,
  versions,
  storage: "v1beta2",
  conversions,
});

const plainSpec = Type.Object({ size: Type.Optional(Type.String()) });

/** The author's fields are equal in all versions; the contracts differ. The oldest version is stored, and one has both contracts. */
export const ThreeMachine = defineInfraMachine({
  kind: "ThreeMachine",
  versions: {
    v1alpha1: { contract: "v1beta1", spec: plainSpec },
    v1beta1: { contract: ["v1beta1", "v1beta2"], spec: plainSpec },
    v1beta2: { contract: "v1beta2", spec: plainSpec },
  },
  storage: "v1alpha1",
});

export const convertedKinds = [TwoConfig, TwoMachine, TwoCluster, TwoPool, TwoControlPlane, ThreeMachine];

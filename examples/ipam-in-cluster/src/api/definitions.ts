import { defineIPPool, Type } from "@capstan/provider";

const ranges = "Addresses: 10.0.0.5, ranges: 10.0.0.10-10.0.0.20, and networks: 10.0.1.0/24.";

const spec = Type.Object({
  addresses: Type.Array(Type.String(), { minItems: 1, description: ranges }),
  prefix: Type.Integer({ minimum: 0, maximum: 128, description: "Prefix length of the network." }),
  gateway: Type.Optional(Type.String({ description: "Gateway of the network; never given to a claim." })),
  excludedAddresses: Type.Optional(Type.Array(Type.String(), { description: `Not given to claims. ${ranges}` })),
  allocateReservedIPAddresses: Type.Optional(
    Type.Boolean({ description: "Whether claims may get the first address of the network and, in IPv4, the last." }),
  ),
});

const count = (description: string) => Type.Integer({ description });

const version = {
  spec,
  status: Type.Object({
    ipAddresses: Type.Object(
      {
        total: count("Addresses of the pool."),
        used: count("Addresses that claims have."),
        free: count("Addresses that claims can get."),
        outOfRange: count("Addresses that claims have and the pool no longer contains."),
      },
      { description: "How many addresses there are." },
    ),
  }),
};

const columns = [
  { name: "Addresses", path: "status.ipAddresses.total" },
  { name: "Free", path: "status.ipAddresses.free" },
  { name: "Used", path: "status.ipAddresses.used" },
];

// The kinds, fields and finalizer of cluster-api-ipam-provider-in-cluster, so that this provider can take over its pools.
const finalizer = "ipam.cluster.x-k8s.io/ProtectPool";

/** Pools for the claims of their own namespace. */
export const InClusterIPPool = defineIPPool({
  kind: "InClusterIPPool",
  finalizer,
  columns,
  versions: { v1alpha2: version },
});

/** Pools for the claims of all namespaces. */
export const GlobalInClusterIPPool = defineIPPool({
  kind: "GlobalInClusterIPPool",
  scope: "Cluster",
  finalizer,
  columns,
  versions: { v1alpha2: version },
});

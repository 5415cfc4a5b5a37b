import { defineInfraCluster, Type } from "@capstan/provider";

/** The infrastructure that the servers of one Cluster share: here, the address of its API server. */
export const __ClusterKind__ = defineInfraCluster({
  kind: "__ClusterKind__",
  group: "__group__",
  versions: {
    __apiVersion__: {
      contract: "v1beta2",
      spec: Type.Object({
        region: Type.String({ default: "default", minLength: 1, maxLength: 63, description: "Region of the cluster." }),
      }),
    },
  },
});

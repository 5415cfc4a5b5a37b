import { defineInfraCluster, type ObjectOf, Type } from "@capstan/provider";

/** What the machines of a Cluster share: where the cloud is, who pays, and the load balancer of the control plane. */
export const RestCluster = defineInfraCluster({
  kind: "RestCluster",
  versions: {
    v1alpha1: {
      contract: "v1beta2",
      spec: Type.Object({
        url: Type.String({ pattern: "^https?://", description: "Where the cloud's API is." }),
        credentialsSecretName: Type.String({
          minLength: 1,
          description: "Secret with key token, and with the label cluster.x-k8s.io/cluster-name of its Cluster.",
        }),
        loadBalancer: Type.Boolean({
          default: true,
          description: "Whether servers here run the control plane, which then needs a load balancer.",
        }),
        requestsPerSecond: Type.Integer({
          default: 10,
          minimum: 1,
          description: "How many requests per second the provider makes at most at this URL.",
        }),
      }),
    },
  },
});

export type RestClusterObject = ObjectOf<typeof RestCluster>;

import { defineInfraCluster, Type } from "@capstan/provider";

/**
 * The infrastructure of a Cluster in the mock cloud: a load balancer on loopback, whose address becomes
 * `spec.controlPlaneEndpoint`.
 *
 * @see https://cluster-api.sigs.k8s.io/developer/providers/contracts/infra-cluster
 */
export const MockCluster = defineInfraCluster({
  kind: "MockCluster",
  versions: {
    v1beta2: {
      contract: "v1beta2",
      spec: Type.Object({
        failureDomains: Type.Optional(
          Type.Array(
            Type.Object({
              name: Type.String({ minLength: 1, maxLength: 63, description: "Name of the failure domain." }),
              controlPlane: Type.Optional(
                Type.Boolean({ description: "Whether control-plane machines may be placed here." }),
              ),
            }),
            { maxItems: 100, description: "Failure domains that the mock cloud offers to this cluster." },
          ),
        ),
      }),
    },
  },
});

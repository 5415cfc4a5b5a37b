import { defineInfraCluster, failureDomainsSchema, Type } from "@capstan/provider";

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
        failureDomains: Type.Optional(failureDomainsSchema),
      }),
    },
  },
});

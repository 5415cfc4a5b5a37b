import { defineInfraCluster, failureDomainsSchema, type ObjectOf, Type } from "@capstan/provider";

/** The image of the load balancer, unless the spec names another: as in Cluster API's provider for development. */
export const defaultLoadBalancerImage = "kindest/haproxy:v20230606-42a2262b";

/**
 * The infrastructure of a Cluster in a container engine: a network, and a load balancer whose address becomes `spec.controlPlaneEndpoint`.
 *
 * @see https://cluster-api.sigs.k8s.io/developer/providers/contracts/infra-cluster
 */
export const DockerCluster = defineInfraCluster({
  kind: "DockerCluster",
  columns: [{ name: "Network", path: "spec.network.name", wide: true }],
  versions: {
    v1beta2: {
      contract: "v1beta2",
      spec: Type.Object({
        network: Type.Optional(
          Type.Object(
            {
              name: Type.String({
                minLength: 1,
                maxLength: 255,
                pattern: "^[a-zA-Z0-9][a-zA-Z0-9_.-]*$",
                description: "Name of an existing network of the engine, which is never removed.",
              }),
            },
            {
              description: "Network of the containers. Defaults to a network of this cluster alone.",
              "x-kubernetes-validations": [
                { rule: "self == oldSelf", message: "must be immutable, because the containers are attached to it" },
              ],
            },
          ),
        ),
        loadBalancer: Type.Optional(
          Type.Object(
            {
              image: Type.Optional(
                Type.String({
                  minLength: 1,
                  maxLength: 1_024,
                  description: `Image with the program haproxy. Defaults to ${defaultLoadBalancerImage}.`,
                }),
              ),
              endpoint: Type.Optional(
                Type.Enum(["ContainerAddress", "HostPort"], {
                  description:
                    "Endpoint of the control plane: the address of the container, or a port of 127.0.0.1 that is forwarded to it. " +
                    "Defaults to ContainerAddress if the provider's host reaches containers.",
                }),
              ),
            },
            { description: "Load balancer of the control plane." },
          ),
        ),
        failureDomains: Type.Optional(failureDomainsSchema),
      }),
    },
  },
});

/** A DockerCluster as the API server stores it. */
export type DockerClusterObject = ObjectOf<typeof DockerCluster>;

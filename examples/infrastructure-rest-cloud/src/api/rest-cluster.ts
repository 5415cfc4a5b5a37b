import { defineInfraCluster, type ObjectOf, Type } from "@capstan/provider";
import { RestIdentity } from "./rest-identity.ts";

/** The settings that the machines of a Cluster share: the address of the cloud, the account, and the load balancer of the control plane. */
export const RestCluster = defineInfraCluster({
  kind: "RestCluster",
  uses: [RestIdentity],
  columns: [{ name: "Identity", path: "spec.identityName" }],
  versions: {
    v1beta1: {
      contract: "v1beta2",
      spec: Type.Object({
        identityName: Type.Optional(
          Type.String({ minLength: 1, description: "The RestIdentity that says where the cloud is, and who pays." }),
        ),
        url: Type.Optional(
          Type.String({ pattern: "^https?://", description: "Where the cloud's API is, without a RestIdentity." }),
        ),
        credentialsSecretName: Type.Optional(
          Type.String({
            minLength: 1,
            description: "Secret with key token, and with the label cluster.x-k8s.io/cluster-name of its Cluster.",
          }),
        ),
        loadBalancer: Type.Boolean({
          default: true,
          description: "Whether servers here run the control plane, which then needs a load balancer.",
          "x-kubernetes-validations": [
            { rule: "self == oldSelf", message: "must be immutable; the endpoint of the control plane is" },
          ],
        }),
        requestsPerSecond: Type.Integer({
          default: 10,
          minimum: 1,
          description: "How many requests per second the provider makes at most at this URL.",
        }),
      }),
    },
  },
  admission: {
    validate: ({ identityName, url, credentialsSecretName }, { previous, isTemplate }) => {
      const isWhole = identityName === undefined ? url !== undefined && credentialsSecretName !== undefined : true;
      const isMixed = identityName !== undefined && (url !== undefined || credentialsSecretName !== undefined);
      const hasMoved = previous !== undefined && !isTemplate && previous.url !== url;
      return [
        ...(isWhole ? [] : [{ path: "identityName", message: "must be set, or both url and credentialsSecretName" }]),
        ...(isMixed ? [{ path: "identityName", message: "must not be set with url or credentialsSecretName" }] : []),
        ...(hasMoved ? [{ path: "url", message: "must be immutable; the servers are in that cloud" }] : []),
      ];
    },
    immutableTemplates: true,
  },
});

export type RestClusterObject = ObjectOf<typeof RestCluster>;

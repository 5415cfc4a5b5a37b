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
          Type.String({ minLength: 1, description: "RestIdentity with the URL and the account of the cloud." }),
        ),
        url: Type.Optional(
          Type.String({ pattern: "^https?://", description: "URL of the cloud's API, if identityName is unset." }),
        ),
        credentialsSecretName: Type.Optional(
          Type.String({
            minLength: 1,
            description: "Secret with the key token and the label cluster.x-k8s.io/cluster-name of its Cluster.",
          }),
        ),
        loadBalancer: Type.Boolean({
          default: true,
          description: "Whether servers of this cloud run the control plane, which then needs a load balancer.",
          "x-kubernetes-validations": [
            { rule: "self == oldSelf", message: "must be immutable, because the endpoint of the control plane is" },
          ],
        }),
        requestsPerSecond: Type.Integer({
          default: 10,
          minimum: 1,
          description: "Maximum number of requests per second that the provider sends to this URL.",
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
        ...(hasMoved ? [{ path: "url", message: "must be immutable, because the servers exist in that cloud" }] : []),
      ];
    },
    immutableTemplates: true,
  },
});

export type RestClusterObject = ObjectOf<typeof RestCluster>;

import Type from "typebox";
import { atomicList, keyedList } from "./lists.ts";
import { text } from "./names.ts";
import { clusterVersionsField } from "./rollout-fields.ts";
import { int32, stringMap } from "./scalars.ts";

/** A failure domain in the form of v1beta2 (rule IC-007). */
export interface FailureDomain {
  /** The name that Machines refer to. */
  name: string;
  /** Whether the failure domain is suitable for control plane machines. */
  controlPlane?: boolean;
  /** Further attributes, which are free-form. Default: no attributes. */
  attributes?: Record<string, string>;
}

const failureDomainProperties = {
  controlPlane: Type.Optional(Type.Boolean({ description: "Whether control plane Machines may be placed there." })),
  attributes: Type.Optional(stringMap("Additional attributes that the provider reports.")),
};

/**
 * `status.failureDomains` as a list (rule IC-007). Also the schema of a field in your spec that lists the failure domains to report.
 *
 * @example
 * ```ts
 * import { defineInfraCluster, failureDomainsSchema, Type } from "@capstan/provider";
 *
 * export const HelloCluster = defineInfraCluster({
 *   kind: "HelloCluster",
 *   versions: {
 *     v1alpha1: {
 *       contract: "v1beta2",
 *       spec: Type.Object({ failureDomains: Type.Optional(failureDomainsSchema) }),
 *     },
 *   },
 * });
 * ```
 */
export const failureDomainsSchema = Type.Unsafe<FailureDomain[]>(
  keyedList(
    Type.Object(
      { name: text(256, "Name of the failure domain."), ...failureDomainProperties },
      { description: "A failure domain." },
    ),
    ["name"],
    { minItems: 1, maxItems: 100, description: "Failure domains of the cluster." },
  ),
);

/** `status.failureDomains` as a map by name, in the form of v1beta1 (rule IC-006). */
export const failureDomainsV1Beta1Schema = Type.Record(
  Type.String(),
  Type.Object(failureDomainProperties, { description: "A failure domain." }),
  { description: "Failure domains of the cluster, by name." },
);

/** `spec.controlPlaneEndpoint` of v1beta2 (rule IC-003). */
export const controlPlaneEndpointSchema = Type.Object(
  {
    host: Type.Optional(text(512, "Host name or address.")),
    port: Type.Optional(int32("Port.", { minimum: 1, maximum: 65535 })),
  },
  { minProperties: 1, description: "Endpoint of the control plane." },
);

/** `spec.controlPlaneEndpoint` of v1beta1 (rule IC-004): zero values mean unset. */
export const controlPlaneEndpointV1Beta1Schema = Type.Object(
  {
    host: Type.Optional(Type.String({ maxLength: 512, description: "Host name or address; empty is unset." })),
    port: Type.Optional(int32("Port; 0 is unset.")),
  },
  { description: "Endpoint of the control plane." },
);

/** Counters of the Machines of a Cluster's control plane or workers. */
export function machineSums(description: string) {
  return Type.Object(
    {
      desiredReplicas: Type.Optional(int32("Desired number of Machines.")),
      replicas: Type.Optional(int32("Current number of Machines.")),
      upToDateReplicas: Type.Optional(int32("Number of Machines that are UpToDate.")),
      readyReplicas: Type.Optional(int32("Number of Machines that are Ready.")),
      availableReplicas: Type.Optional(int32("Number of Machines that are Available.")),
      versions: Type.Optional(clusterVersionsField),
      upgradePlan: Type.Optional(
        atomicList(
          Type.Object({ version: text(256, "Version of Kubernetes.") }, { description: "One step of the upgrade." }),
          { minItems: 1, maxItems: 32, description: "Versions of the steps of an upgrade." },
        ),
      ),
    },
    { description },
  );
}

/** Phases of a Cluster. */
export const clusterPhaseField = Type.Enum(
  ["Pending", "Provisioning", "Provisioned", "Deleting", "Failed", "Unknown"],
  { description: "Phase of the Cluster; for display only." },
);

/** `spec.paused` of a Cluster. */
export const clusterPausedField = Type.Boolean({
  description: "Whether controllers leave the Cluster and its objects alone.",
});

/** A range of addresses. */
export const addressRange = text(43, "An address range in CIDR notation.");

/** `spec.clusterNetwork` of a Cluster. */
export function clusterNetwork<Ranges extends Type.TSchema>(
  cidrBlocks: Ranges,
  bounds: { port?: { minimum: number; maximum: number }; network?: { minProperties: number } } = {},
) {
  const ranges = (description: string) => Type.Object({ cidrBlocks }, { description });
  return Type.Object(
    {
      apiServerPort: Type.Optional(
        int32("Port on which the API server listens on its machine; 6443 by default.", bounds.port),
      ),
      services: Type.Optional(ranges("Addresses of Services.")),
      pods: Type.Optional(ranges("Addresses of Pods.")),
      serviceDomain: Type.Optional(text(253, "DNS domain of Services.")),
    },
    { ...bounds.network, description: "Network of the Cluster." },
  );
}

import Type from "typebox";
import { type KubernetesObject } from "../../kubernetes/kubernetes-object.ts";
import { type ResourceKind } from "../../kubernetes/resource-kind.ts";
import { groups } from "../../names/groups.ts";
import {
  clusterPhaseField,
  controlPlaneEndpointSchema,
  failureDomainsSchema,
  machineSums,
} from "../../fields/cluster-fields.ts";
import { conditionsSchema } from "../../fields/conditions.ts";
import { deprecatedStatus, failureFields } from "../../fields/deprecated-status.ts";
import { atomicList } from "../../fields/lists.ts";
import { gates } from "../../fields/machine-fields.ts";
import { text } from "../../fields/names.ts";
import { contractRef } from "../../fields/references.ts";
import { int32, int64 } from "../../fields/scalars.ts";
import { topologySchema } from "./cluster-topology.ts";

const networkRanges = (description: string) =>
  Type.Object(
    {
      cidrBlocks: atomicList(text(43, "An address range in CIDR notation."), {
        minItems: 1,
        maxItems: 100,
        description: "Address ranges in CIDR notation.",
      }),
    },
    { description },
  );

/** `spec` of a v1beta2 Cluster. */
export const clusterSpecSchema = Type.Object(
  {
    paused: Type.Optional(
      Type.Boolean({ description: "Whether reconciliation of the Cluster and its objects is paused." }),
    ),
    clusterNetwork: Type.Optional(
      Type.Object(
        {
          apiServerPort: Type.Optional(
            int32("Port on which the API server listens on its machine; 6443 by default.", {
              minimum: 1,
              maximum: 65535,
            }),
          ),
          services: Type.Optional(networkRanges("Addresses of Services.")),
          pods: Type.Optional(networkRanges("Addresses of Pods.")),
          serviceDomain: Type.Optional(text(253, "DNS domain of Services.")),
        },
        { minProperties: 1, description: "Network of the Cluster." },
      ),
    ),
    controlPlaneEndpoint: Type.Optional(controlPlaneEndpointSchema),
    controlPlaneRef: Type.Optional(contractRef("The object of the control plane provider.")),
    infrastructureRef: Type.Optional(contractRef("The infra cluster.")),
    topology: Type.Optional(topologySchema),
    availabilityGates: Type.Optional(gates("Additional conditions that must hold for the Cluster to be Available.", { minItems: 1 })),
  },
  { minProperties: 1, description: "Desired state of the Cluster." },
);

/** `status` of a v1beta2 Cluster. */
export const clusterStatusSchema = Type.Object(
  {
    conditions: Type.Optional(conditionsSchema),
    initialization: Type.Optional(
      Type.Object(
        {
          infrastructureProvisioned: Type.Optional(
            Type.Boolean({
              description: "The provider has reported the infrastructure as provisioned; never reset.",
            }),
          ),
          controlPlaneInitialized: Type.Optional(
            Type.Boolean({ description: "The control plane accepts requests; never reset." }),
          ),
        },
        { minProperties: 1, description: "Steps of the initial provisioning that have completed." },
      ),
    ),
    controlPlane: Type.Optional(machineSums("Sums over the control plane's Machines.")),
    workers: Type.Optional(machineSums("Sums over the workers' Machines.")),
    failureDomains: Type.Optional(failureDomainsSchema),
    phase: Type.Optional(clusterPhaseField),
    observedGeneration: Type.Optional(int64("Generation that was last reconciled.", { minimum: 1 })),
    deprecated: Type.Optional(deprecatedStatus(failureFields)),
  },
  { minProperties: 1, description: "Observed state of the Cluster." },
);

/** The spec of a Cluster, v1beta2. */
export type ClusterSpec = Type.Static<typeof clusterSpecSchema>;
/** The status of a Cluster, v1beta2. */
export type ClusterStatus = Type.Static<typeof clusterStatusSchema>;

/** A Kubernetes cluster managed by Cluster API, v1beta2. */
export interface Cluster extends KubernetesObject {
  /** The desired state, which users write. */
  spec: ClusterSpec;
  /** The observed state, which core writes. */
  status?: ClusterStatus;
}

/** Clusters, of `cluster.x-k8s.io/v1beta2`. */
export const Cluster: ResourceKind<Cluster> = {
  group: groups.core,
  version: "v1beta2",
  kind: "Cluster",
  plural: "clusters",
  namespaced: true,
};

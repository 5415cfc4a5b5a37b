import Type from "typebox";
import { type KubernetesObject } from "../../kubernetes/kubernetes-object.ts";
import { type ResourceKind } from "../../kubernetes/resource-kind.ts";
import { Cluster } from "../v1beta2/cluster.ts";
import {
  clusterPhaseField,
  controlPlaneEndpointV1Beta1Schema,
  failureDomainsV1Beta1Schema,
  machineSums,
} from "../../fields/cluster-fields.ts";
import { conditionsV1Beta1Schema } from "../../fields/conditions.ts";
import { failureFields } from "../../fields/deprecated-status.ts";
import { gates } from "../../fields/machine-fields.ts";
import { text } from "../../fields/names.ts";
import { objectReference } from "../../fields/references.ts";
import { int32, int64 } from "../../fields/scalars.ts";
import { stagedStatus } from "../../fields/staged-status.ts";
import { topologySchema } from "./cluster-topology.ts";

const networkRanges = (description: string) =>
  Type.Object(
    {
      cidrBlocks: Type.Array(text(43, "An address range in CIDR notation."), {
        maxItems: 100,
        description: "Address ranges in CIDR notation.",
      }),
    },
    { description },
  );

/** `spec` of a v1beta1 Cluster. */
export const clusterSpecSchema = Type.Object(
  {
    paused: Type.Optional(
      Type.Boolean({ description: "Whether reconciliation of the Cluster and its objects is paused." }),
    ),
    clusterNetwork: Type.Optional(
      Type.Object(
        {
          apiServerPort: Type.Optional(int32("Port on which the API server listens on its machine; 6443 by default.")),
          services: Type.Optional(networkRanges("Addresses of Services.")),
          pods: Type.Optional(networkRanges("Addresses of Pods.")),
          serviceDomain: Type.Optional(text(253, "DNS domain of Services.")),
        },
        { description: "Network of the Cluster." },
      ),
    ),
    controlPlaneEndpoint: Type.Optional(controlPlaneEndpointV1Beta1Schema),
    controlPlaneRef: Type.Optional(objectReference("The object of the control plane provider.")),
    infrastructureRef: Type.Optional(objectReference("The infra cluster.")),
    topology: Type.Optional(topologySchema),
    availabilityGates: Type.Optional(gates("Additional conditions that must hold for the Cluster to be Available.")),
  },
  { description: "Desired state of the Cluster." },
);

/** `status` of a v1beta1 Cluster. */
export const clusterStatusSchema = Type.Object(
  {
    failureDomains: Type.Optional(failureDomainsV1Beta1Schema),
    ...failureFields,
    phase: Type.Optional(clusterPhaseField),
    infrastructureReady: Type.Optional(
      Type.Boolean({ description: "The provider has reported the infrastructure as ready." }),
    ),
    controlPlaneReady: Type.Optional(
      Type.Boolean({ description: "The control plane provider has reported itself as ready." }),
    ),
    conditions: Type.Optional(conditionsV1Beta1Schema),
    observedGeneration: Type.Optional(int64("Generation that was last reconciled.")),
    v1beta2: Type.Optional(
      stagedStatus({
        controlPlane: Type.Optional(machineSums("Sums over the control plane's Machines.")),
        workers: Type.Optional(machineSums("Sums over the workers' Machines.")),
      }),
    ),
  },
  { description: "Observed state of the Cluster." },
);

/** A Kubernetes cluster managed by Cluster API, v1beta1. */
export interface ClusterV1Beta1 extends KubernetesObject {
  /** The desired state, which users write. */
  spec?: Type.Static<typeof clusterSpecSchema>;
  /** The observed state, which core writes. */
  status?: Type.Static<typeof clusterStatusSchema>;
}

/** Clusters, of `cluster.x-k8s.io/v1beta1`. */
export const ClusterV1Beta1: ResourceKind<ClusterV1Beta1> = {
  group: Cluster.group,
  version: "v1beta1",
  kind: Cluster.kind,
  plural: Cluster.plural,
  namespaced: true,
};

import Type from "typebox";
import { type KubernetesObject } from "../../kubernetes/kubernetes-object.ts";
import { type ResourceKind } from "../../kubernetes/resource-kind.ts";
import { coreResourceV1Beta1 } from "../../names/core-resource.ts";
import { Cluster } from "../v1beta2/cluster.ts";
import {
  addressRange,
  clusterNetwork,
  clusterPausedField,
  clusterPhaseField,
  controlPlaneEndpointV1Beta1Schema,
  failureDomainsV1Beta1Schema,
  machineSums,
} from "../../fields/cluster-fields.ts";
import { conditionsV1Beta1Schema } from "../../fields/conditions.ts";
import { observedGenerationV1Beta1Field } from "../../fields/observed-generation.ts";
import { failureFields } from "../../fields/deprecated-status.ts";
import { infrastructureReadyField } from "../../fields/infrastructure-report.ts";
import { gates } from "../../fields/machine-fields.ts";
import { objectReference } from "../../fields/references.ts";
import { stagedStatus } from "../../fields/staged-status.ts";
import { topologySchema } from "./cluster-topology.ts";

const addressRanges = Type.Array(addressRange, { maxItems: 100, description: "Address ranges in CIDR notation." });

/** `spec` of a v1beta1 Cluster. */
export const clusterSpecSchema = Type.Object(
  {
    paused: Type.Optional(clusterPausedField),
    clusterNetwork: Type.Optional(clusterNetwork(addressRanges)),
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
    infrastructureReady: Type.Optional(infrastructureReadyField),
    controlPlaneReady: Type.Optional(
      Type.Boolean({ description: "The control plane provider has reported itself as ready." }),
    ),
    conditions: Type.Optional(conditionsV1Beta1Schema),
    observedGeneration: Type.Optional(observedGenerationV1Beta1Field),
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
export const ClusterV1Beta1: ResourceKind<ClusterV1Beta1> = coreResourceV1Beta1(Cluster);

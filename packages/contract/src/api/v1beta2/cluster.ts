import Type from "typebox";
import { type KubernetesObject } from "../../kubernetes/kubernetes-object.ts";
import { type ResourceKind } from "../../kubernetes/resource-kind.ts";
import { coreResource } from "../../names/core-resource.ts";
import {
  addressRange,
  clusterNetwork,
  clusterPausedField,
  clusterPhaseField,
  controlPlaneEndpointSchema,
  failureDomainsSchema,
  machineSums,
} from "../../fields/cluster-fields.ts";
import { conditionsSchema } from "../../fields/conditions.ts";
import { observedGenerationField } from "../../fields/observed-generation.ts";
import { deprecatedStatus, failureFields } from "../../fields/deprecated-status.ts";
import { infrastructureProvisionedField } from "../../fields/infrastructure-report.ts";
import { atomicList } from "../../fields/lists.ts";
import { gates } from "../../fields/machine-fields.ts";
import { contractRef } from "../../fields/references.ts";
import { topologySchema } from "./cluster-topology.ts";

const addressRanges = atomicList(addressRange, {
  minItems: 1,
  maxItems: 100,
  description: "Address ranges in CIDR notation.",
});

/** `spec` of a v1beta2 Cluster. */
export const clusterSpecSchema = Type.Object(
  {
    paused: Type.Optional(clusterPausedField),
    clusterNetwork: Type.Optional(
      clusterNetwork(addressRanges, { port: { minimum: 1, maximum: 65535 }, network: { minProperties: 1 } }),
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
          infrastructureProvisioned: Type.Optional(infrastructureProvisionedField),
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
    observedGeneration: Type.Optional(observedGenerationField),
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
export const Cluster: ResourceKind<Cluster> = coreResource("Cluster", "clusters");

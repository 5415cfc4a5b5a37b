import Type from "typebox";
import { type KubernetesObject } from "../../kubernetes/kubernetes-object.ts";
import { type ResourceKind } from "../../kubernetes/resource-kind.ts";
import { coreResourceV1Beta1 } from "../../names/core-resource.ts";
import { Machine } from "../v1beta2/machine.ts";
import { type MachineAddress, machineAddressSchema } from "../../fields/addresses.ts";
import { conditionsV1Beta1Schema } from "../../fields/conditions.ts";
import { observedGenerationV1Beta1Field } from "../../fields/observed-generation.ts";
import { failureFields } from "../../fields/deprecated-status.ts";
import { infrastructureReadyField } from "../../fields/infrastructure-report.ts";
import {
  certificatesExpiryDateField,
  lastUpdatedField,
  machineDeletionStatusField,
  nodeInfoField,
} from "../../fields/machine-fields.ts";
import { objectReference } from "../../fields/references.ts";
import { stagedStatus } from "../../fields/staged-status.ts";
import { type MachineSpecV1Beta1 } from "./machine-spec.ts";

/** `status` of a v1beta1 Machine. */
export const machineStatusSchema = Type.Object(
  {
    nodeRef: Type.Optional(objectReference("The Node of this Machine.")),
    nodeInfo: Type.Optional(nodeInfoField),
    lastUpdated: Type.Optional(lastUpdatedField),
    ...failureFields,
    addresses: Type.Optional(
      Type.Unsafe<MachineAddress[]>(
        Type.Array(machineAddressSchema, { description: "Addresses of the machine." }),
      ),
    ),
    phase: Type.Optional(
      Type.Enum(["Pending", "Provisioning", "Provisioned", "Running", "Deleting", "Deleted", "Failed", "Unknown"], {
        description: "Phase of the Machine; for display only.",
      }),
    ),
    certificatesExpiryDate: Type.Optional(certificatesExpiryDateField),
    bootstrapReady: Type.Optional(Type.Boolean({ description: "The bootstrap provider has reported its data." })),
    infrastructureReady: Type.Optional(infrastructureReadyField),
    observedGeneration: Type.Optional(observedGenerationV1Beta1Field),
    conditions: Type.Optional(conditionsV1Beta1Schema),
    deletion: Type.Optional(machineDeletionStatusField),
    v1beta2: Type.Optional(stagedStatus({})),
  },
  { description: "Observed state of the Machine." },
);

/** The status of a Machine, v1beta1. */
export type MachineStatusV1Beta1 = Type.Static<typeof machineStatusSchema>;

/** A machine of a Cluster, v1beta1. */
export interface MachineV1Beta1 extends KubernetesObject {
  /** The desired state, which users write. */
  spec?: MachineSpecV1Beta1;
  /** The observed state, which core writes. */
  status?: MachineStatusV1Beta1;
}

/** Machines, of `cluster.x-k8s.io/v1beta1`. */
export const MachineV1Beta1: ResourceKind<MachineV1Beta1> = coreResourceV1Beta1(Machine);

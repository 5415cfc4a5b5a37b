import Type from "typebox";
import { type KubernetesObject } from "../../kubernetes/kubernetes-object.ts";
import { type ResourceKind } from "../../kubernetes/resource-kind.ts";
import { coreResource } from "../../names/core-resource.ts";
import { machineAddressesSchema } from "../../fields/addresses.ts";
import { conditionsSchema } from "../../fields/conditions.ts";
import { observedGenerationField } from "../../fields/observed-generation.ts";
import { deprecatedStatus, failureFields } from "../../fields/deprecated-status.ts";
import { infrastructureProvisionedField } from "../../fields/infrastructure-report.ts";
import {
  certificatesExpiryDateField,
  lastUpdatedField,
  machineDeletionStatusField,
  nodeInfoField,
} from "../../fields/machine-fields.ts";
import { subdomainName, text } from "../../fields/names.ts";
import { type MachineSpec } from "./machine-spec.ts";

/** `status` of a v1beta2 Machine. */
export const machineStatusSchema = Type.Object(
  {
    conditions: Type.Optional(conditionsSchema),
    initialization: Type.Optional(
      Type.Object(
        {
          infrastructureProvisioned: Type.Optional(infrastructureProvisionedField),
          bootstrapDataSecretCreated: Type.Optional(
            Type.Boolean({ description: "The bootstrap provider has reported its data Secret; never reset." }),
          ),
        },
        { minProperties: 1, description: "Steps of the initial provisioning that have completed." },
      ),
    ),
    nodeRef: Type.Optional(
      Type.Object({ name: subdomainName("Name of the Node.") }, { description: "The Node of this Machine." }),
    ),
    nodeInfo: Type.Optional(nodeInfoField),
    lastUpdated: Type.Optional(lastUpdatedField),
    failureDomain: Type.Optional(text(256, "Failure domain in which the machine is.")),
    addresses: Type.Optional(machineAddressesSchema),
    phase: Type.Optional(
      Type.Enum(
        ["Pending", "Provisioning", "Provisioned", "Running", "Updating", "Deleting", "Deleted", "Failed", "Unknown"],
        { description: "Phase of the Machine; for display only." },
      ),
    ),
    certificatesExpiryDate: Type.Optional(certificatesExpiryDateField),
    observedGeneration: Type.Optional(observedGenerationField),
    deletion: Type.Optional(machineDeletionStatusField),
    deprecated: Type.Optional(deprecatedStatus(failureFields)),
  },
  { minProperties: 1, description: "Observed state of the Machine." },
);

/** The status of a Machine, v1beta2. */
export type MachineStatus = Type.Static<typeof machineStatusSchema>;

/** A machine of a Cluster, v1beta2. */
export interface Machine extends KubernetesObject {
  /** The desired state, which users write. */
  spec: MachineSpec;
  /** The observed state, which core writes. */
  status?: MachineStatus;
}

/** Machines, of `cluster.x-k8s.io/v1beta2`. */
export const Machine: ResourceKind<Machine> = coreResource("Machine", "machines");

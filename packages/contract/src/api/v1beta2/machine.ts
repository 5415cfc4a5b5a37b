import Type from "typebox";
import { type KubernetesObject } from "../../kubernetes/kubernetes-object.ts";
import { type ResourceKind } from "../../kubernetes/resource-kind.ts";
import { groups } from "../../names/groups.ts";
import { machineAddressesSchema } from "../../fields/addresses.ts";
import { conditionsSchema } from "../../fields/conditions.ts";
import { deprecatedStatus, failureFields } from "../../fields/deprecated-status.ts";
import { machineDeletionStatusField, nodeInfoField } from "../../fields/machine-fields.ts";
import { subdomainName, text } from "../../fields/names.ts";
import { dateTime, int64 } from "../../fields/scalars.ts";
import { type MachineSpec } from "./machine-spec.ts";

/** `status` of a v1beta2 Machine. */
export const machineStatusSchema = Type.Object(
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
    lastUpdated: Type.Optional(dateTime("When the phase last changed.")),
    failureDomain: Type.Optional(text(256, "Failure domain of the machine.")),
    addresses: Type.Optional(machineAddressesSchema),
    phase: Type.Optional(
      Type.Enum(
        ["Pending", "Provisioning", "Provisioned", "Running", "Updating", "Deleting", "Deleted", "Failed", "Unknown"],
        { description: "Phase of the Machine; for display only." },
      ),
    ),
    certificatesExpiryDate: Type.Optional(dateTime("When the certificates of a control plane machine expire.")),
    observedGeneration: Type.Optional(int64("Generation that was last reconciled.", { minimum: 1 })),
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
export const Machine: ResourceKind<Machine> = {
  group: groups.core,
  version: "v1beta2",
  kind: "Machine",
  plural: "machines",
  namespaced: true,
};

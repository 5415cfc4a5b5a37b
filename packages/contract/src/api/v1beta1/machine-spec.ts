import Type from "typebox";
import { machineSpecFields, machineTaintsField, readinessGates } from "../../fields/machine-fields.ts";
import { objectReference } from "../../fields/references.ts";
import { duration } from "../../fields/scalars.ts";

/** The timeouts of a Machine's deletion. */
export const machineDeletionTimeouts = {
  nodeDrainTimeout: Type.Optional(duration("How long to drain the Node; 0 means no limit.")),
  nodeVolumeDetachTimeout: Type.Optional(duration("How long to wait for volumes to detach; 0 means no limit.")),
  nodeDeletionTimeout: Type.Optional(
    duration("How long to try to delete the Node object; 0 means no limit, 10s the default."),
  ),
};

/** `spec` of a v1beta1 Machine, also in the templates of MachineSets and MachineDeployments. */
export const machineSpecSchema = Type.Object(
  {
    ...machineSpecFields(objectReference),
    readinessGates: Type.Optional(readinessGates()),
    ...machineDeletionTimeouts,
    taints: Type.Optional(machineTaintsField),
  },
  { description: "Desired state of the Machine." },
);

/** The spec of a Machine, v1beta1. */
export type MachineSpecV1Beta1 = Type.Static<typeof machineSpecSchema>;

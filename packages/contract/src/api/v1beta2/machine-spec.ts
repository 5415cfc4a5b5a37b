import Type from "typebox";
import { machineDeletionTimeouts, machineSpecFields, machineTaintsField, readinessGates } from "../../fields/machine-fields.ts";
import { contractRef } from "../../fields/references.ts";
import { int32 } from "../../fields/scalars.ts";

/** `spec` of a v1beta2 Machine, also in the templates of MachineSets and MachineDeployments. */
export const machineSpecSchema = Type.Object(
  {
    ...machineSpecFields(contractRef),
    minReadySeconds: Type.Optional(
      int32("How long a Machine must be Ready before it counts as Available; 0 by default.", { minimum: 0 }),
    ),
    readinessGates: Type.Optional(readinessGates({ minItems: 1 })),
    deletion: Type.Optional(
      Type.Object(machineDeletionTimeouts, { minProperties: 1, description: "Time limits for the deletion." }),
    ),
    taints: Type.Optional(machineTaintsField),
  },
  { description: "Desired state of the Machine." },
);

/** The spec of a Machine, v1beta2. */
export type MachineSpec = Type.Static<typeof machineSpecSchema>;

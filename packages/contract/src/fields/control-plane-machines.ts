import Type from "typebox";
import { machineDeletionTimeouts, machineTaintsField, readinessGates } from "./machine-fields.ts";
import { contractRef } from "./references.ts";
import { templateMetadata } from "./template-metadata.ts";

/** `spec.machineTemplate` of a control plane that consists of Machines, v1beta2. */
export const controlPlaneMachineTemplate = Type.Object(
  {
    metadata: Type.Optional(templateMetadata({ minProperties: 1 })),
    spec: Type.Object(
      {
        infrastructureRef: contractRef("The template of the infrastructure of the Machines."),
        readinessGates: Type.Optional(readinessGates({ minItems: 1 })),
        deletion: Type.Optional(
          Type.Object(machineDeletionTimeouts, { minProperties: 1, description: "Time limits for the deletion." }),
        ),
        taints: Type.Optional(machineTaintsField),
      },
      { description: "Desired state of the Machines." },
    ),
  },
  { description: "The Machines of the control plane." },
);

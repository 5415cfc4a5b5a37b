import Type from "typebox";
import { clusterNameField, gates, machineTaintsField } from "../../fields/machine-fields.ts";
import { text } from "../../fields/names.ts";
import { contractRef } from "../../fields/references.ts";
import { int32 } from "../../fields/scalars.ts";

/** The timeouts of a Machine's deletion. */
export const machineDeletionTimeouts = {
  nodeDrainTimeoutSeconds: Type.Optional(int32("How long to drain the Node; 0 means no limit.", { minimum: 0 })),
  nodeVolumeDetachTimeoutSeconds: Type.Optional(
    int32("How long to wait for volumes to detach; 0 means no limit.", { minimum: 0 }),
  ),
  nodeDeletionTimeoutSeconds: Type.Optional(
    int32("How long to try to delete the Node object; 0 means no limit, 10 the default.", { minimum: 0 }),
  ),
};

/** `spec` of a v1beta2 Machine, also in the templates of MachineSets and MachineDeployments. */
export const machineSpecSchema = Type.Object(
  {
    clusterName: clusterNameField,
    bootstrap: Type.Object(
      {
        configRef: Type.Optional(contractRef("The bootstrap config, or in a template the template that it is created from.")),
        dataSecretName: Type.Optional(
          Type.String({
            minLength: 0,
            maxLength: 253,
            description: "Name of the Secret with the bootstrap data; core sets it if configRef is set.",
          }),
        ),
      },
      {
        // Cluster API requires either field in its webhook; the schema requires it without a webhook.
        anyOf: [{ required: ["configRef"] }, { required: ["dataSecretName"] }],
        description: "Where the bootstrap data comes from: configRef, dataSecretName or both.",
      },
    ),
    infrastructureRef: contractRef("The infra machine, or in a template the template that it is created from."),
    version: Type.Optional(text(256, "Version of Kubernetes that the machine should run.")),
    providerID: Type.Optional(text(512, "ID of the machine at its provider; its Node has the same providerID.")),
    failureDomain: Type.Optional(text(256, "Failure domain in which to create the machine.")),
    minReadySeconds: Type.Optional(
      int32("How long a Machine must be Ready before it counts as Available; 0 by default.", { minimum: 0 }),
    ),
    readinessGates: Type.Optional(gates("Additional conditions that must hold for the Machine to be Ready.", { minItems: 1 })),
    deletion: Type.Optional(
      Type.Object(machineDeletionTimeouts, { minProperties: 1, description: "Time limits for the deletion." }),
    ),
    taints: Type.Optional(machineTaintsField),
  },
  { description: "Desired state of the Machine." },
);

/** The spec of a Machine, v1beta2. */
export type MachineSpec = Type.Static<typeof machineSpecSchema>;

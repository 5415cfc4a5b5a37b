import Type from "typebox";
import { keyedList } from "./lists.ts";
import { conditionTypeName, text } from "./names.ts";
import { dateTime, int32, int64 } from "./scalars.ts";

/** Name of the Cluster that an object belongs to. */
export const clusterNameField = text(63, "Name of the Cluster this object belongs to.");

const gate = Type.Object(
  {
    conditionType: conditionTypeName("Type of the condition."),
    polarity: Type.Optional(
      Type.Enum(["Positive", "Negative"], {
        description: "Status that counts as healthy: True for Positive (the default), False for Negative.",
      }),
    ),
  },
  { description: "A condition that must hold." },
);

/** Conditions that count towards Ready or Available in addition to the built-in ones. */
export function gates(description: string, bounds: { minItems?: number } = {}) {
  return keyedList(gate, ["conditionType"], { ...bounds, maxItems: 32, description });
}

/** `spec.readinessGates` of Machines. */
export function readinessGates(bounds: { minItems?: number } = {}) {
  return gates("Further conditions that a Ready Machine must have.", bounds);
}

/** The fields that a Machine's spec has in all versions. @param reference - the form of references. */
export function machineSpecFields<Reference extends Type.TSchema>(reference: (description: string) => Reference) {
  return {
    clusterName: clusterNameField,
    bootstrap: Type.Object(
      {
        configRef: Type.Optional(reference("The bootstrap config, or in a template the template to make it from.")),
        dataSecretName: Type.Optional(
          Type.String({
            minLength: 0,
            maxLength: 253,
            description: "Name of the Secret with the bootstrap data; set by core when configRef is given.",
          }),
        ),
      },
      {
        // Cluster API requires either field in its webhook; the schema requires it without a webhook.
        anyOf: [{ required: ["configRef"] }, { required: ["dataSecretName"] }],
        description: "Where the bootstrap data comes from: configRef, dataSecretName or both.",
      },
    ),
    infrastructureRef: reference("The infra machine, or in a template the template to make it from."),
    version: Type.Optional(text(256, "Version of Kubernetes that the machine should run.")),
    providerID: Type.Optional(text(512, "Id of the machine at its provider; the Node carries the same.")),
    failureDomain: Type.Optional(text(256, "Failure domain in which to create the machine.")),
  };
}

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

/** `spec.taints` of Machines. */
export const machineTaintsField = keyedList(
  Type.Object(
    {
      key: Type.String({
        minLength: 1,
        maxLength: 317,
        pattern:
          "^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*\\/)?([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$",
        description: "Key of the taint.",
      }),
      value: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 63,
          pattern: "^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$",
          description: "Value of the taint.",
        }),
      ),
      effect: Type.Enum(["NoSchedule", "PreferNoSchedule", "NoExecute"], {
        description: "What happens to Pods that do not tolerate it.",
      }),
      propagation: Type.Enum(["Always", "OnInitialization"], {
        description: "Whether the taint is kept on the Node or only added once.",
      }),
    },
    { description: "A taint for the Node." },
  ),
  ["key", "effect"],
  { minItems: 1, maxItems: 64, description: "Taints that the Machine's Node gets." },
);

/** `status.lastUpdated` of Machines. */
export const lastUpdatedField = dateTime("When the phase last changed.");

/** `status.certificatesExpiryDate` of Machines. */
export const certificatesExpiryDateField = dateTime("When the certificates of a control plane machine expire.");

/** `status.deletion` of Machines. */
export const machineDeletionStatusField = Type.Object(
  {
    nodeDrainStartTime: Type.Optional(dateTime("When draining of the Node began.")),
    waitForNodeVolumeDetachStartTime: Type.Optional(dateTime("When waiting for volumes to detach began.")),
    waitForPreDrainHookStartTime: Type.Optional(dateTime("When waiting for the hooks before draining began.")),
    waitForPreTerminateHookStartTime: Type.Optional(
      dateTime("When waiting for the hooks before removing the infrastructure began."),
    ),
  },
  { description: "Progress of the deletion." },
);

/** `status.nodeInfo` of Machines, which the Node reports about itself. */
export const nodeInfoField = Type.Object(
  {
    architecture: Type.String({ description: "Processor architecture." }),
    bootID: Type.String({ description: "ID of the current boot." }),
    containerRuntimeVersion: Type.String({ description: "Container runtime and its version." }),
    kernelVersion: Type.String({ description: "Version of the kernel." }),
    kubeProxyVersion: Type.String({ description: "Version of kube-proxy; no longer filled by Kubernetes." }),
    kubeletVersion: Type.String({ description: "Version of the kubelet." }),
    machineID: Type.String({ description: "ID of the machine in the operating system." }),
    operatingSystem: Type.String({ description: "Operating system." }),
    osImage: Type.String({ description: "Name of the operating system's release." }),
    swap: Type.Optional(
      Type.Object(
        { capacity: Type.Optional(int64("Swap space in bytes.")) },
        { description: "Swap space of the node." },
      ),
    ),
    systemUUID: Type.String({ description: "UUID of the machine's hardware." }),
  },
  { description: "System information that the Node reports." },
);

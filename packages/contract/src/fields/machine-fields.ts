import Type from "typebox";
import { keyedList } from "./lists.ts";
import { conditionTypeName, text } from "./names.ts";
import { dateTime, int64 } from "./scalars.ts";

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

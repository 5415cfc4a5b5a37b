import { pausedCondition } from "../../src/conditions/paused.ts";
import { clusterObject, found, machineObject, nodeObject } from "../scene/objects.ts";
import { deleting, hook, malformed, missing, ofDeletion, ofMachine, owners, type ReasonOfGo, row } from "./reported.ts";

const healthChecks = "packages/core-controllers/test/machine-health-check.test.ts";

/** The reasons of Machines, in the order of the API. `InternalError`, which every condition can have, comes last. */
export const machineReasons: readonly ReasonOfGo[] = [
  row("Available", "Available", "Ready for `spec.minReadySeconds`", () => ofMachine("Available", {})),
  row("Available", "NotReady", "not Ready", () => ofMachine("Available", {}, { node: { state: "absent" } })),
  row("Available", "WaitingForMinReadySeconds", "Ready for less than that", () =>
    ofMachine("Available", { spec: { minReadySeconds: 10 } }),
  ),
  row("Ready", "Ready", "no condition reports an issue", () => ofMachine("Ready", {})),
  row("Ready", "NotReady", "one of its conditions reports an issue", () =>
    ofMachine("Ready", {}, { infrastructure: found("TestMachine") }),
  ),
  row("Ready", "ReadyUnknown", "one of its conditions is Unknown", () =>
    ofMachine("Ready", {}, { node: { state: "absent" } }),
  ),
  row("UpToDate", "UpToDate", "its MachineSet has the template of its MachineDeployment", () =>
    ofMachine("UpToDate", { spec: { version: "v1.36.0" } }, { owners: owners("v1.36.0") }),
  ),
  row("UpToDate", "NotUpToDate", "the templates differ", () =>
    ofMachine("UpToDate", {}, { owners: owners("v1.37.0") }),
  ),
  row("UpToDate", "Updating", "the version of its kubelet differs from its spec", () =>
    ofMachine("UpToDate", { spec: { version: "v1.37.0" } }, { owners: owners("v1.36.0") }),
  ),
  row("Updating", "NotUpdating", "no in-place update is in progress", () => ofMachine("Updating", {})),
  row("Updating", "InPlaceUpdating", "its owner updates it in place", () =>
    ofMachine("Updating", {
      metadata: { annotations: { "in-place-updates.internal.cluster.x-k8s.io/update-in-progress": "" } },
    }),
  ),
  row("Updating", "InPlaceUpdateFailed", "no: Capstan does not call extensions for in-place updates"),
  row("BootstrapConfigReady", "DataSecretProvided", "the user provides the data", () =>
    ofMachine(
      "BootstrapConfigReady",
      { spec: { bootstrap: { dataSecretName: "mine" } } },
      { bootstrapConfig: undefined },
    ),
  ),
  row(
    "BootstrapConfigReady",
    "Ready",
    "the data exists, and the config has no condition Ready, or one without a reason",
    () => ofMachine("BootstrapConfigReady", {}),
  ),
  row("BootstrapConfigReady", "NotReady", "the data does not exist, and the config has no condition Ready", () =>
    ofMachine("BootstrapConfigReady", {}, { bootstrapConfig: found("TestConfig") }),
  ),
  row("BootstrapConfigReady", "InvalidConditionReported", "a condition of the config is malformed", () =>
    ofMachine("BootstrapConfigReady", {}, { bootstrapConfig: found("TestConfig", { status: malformed }) }),
  ),
  row("BootstrapConfigReady", "ObjectDoesNotExist", "the config does not exist", () =>
    ofMachine("BootstrapConfigReady", {}, { bootstrapConfig: missing }),
  ),
  row("BootstrapConfigReady", "ObjectDeleted", "the config was deleted while the Machine is being deleted", () =>
    ofMachine(
      "BootstrapConfigReady",
      { ...deleting, status: { initialization: { bootstrapDataSecretCreated: true } } },
      { bootstrapConfig: missing },
    ),
  ),
  row(
    "InfrastructureReady",
    "Ready",
    "provisioned, and the object has no condition Ready, or one without a reason",
    () => ofMachine("InfrastructureReady", {}),
  ),
  row("InfrastructureReady", "NotReady", "not provisioned, and the object has no condition Ready", () =>
    ofMachine("InfrastructureReady", {}, { infrastructure: found("TestMachine") }),
  ),
  row("InfrastructureReady", "InvalidConditionReported", "a condition of the object is malformed", () =>
    ofMachine("InfrastructureReady", {}, { infrastructure: found("TestMachine", { status: malformed }) }),
  ),
  row("InfrastructureReady", "ObjectDoesNotExist", "the object does not exist", () =>
    ofMachine("InfrastructureReady", {}, { infrastructure: missing }),
  ),
  row("InfrastructureReady", "ObjectDeleted", "the object was deleted after it was provisioned", () =>
    ofMachine(
      "InfrastructureReady",
      { status: { initialization: { infrastructureProvisioned: true } } },
      { infrastructure: missing },
    ),
  ),
  row("NodeReady", "NodeReady", "the Node is Ready", () => ofMachine("NodeReady", {})),
  row("NodeReady", "NodeNotReady", "the Node is not Ready", () =>
    ofMachine("NodeReady", {}, { node: { state: "found", node: nodeObject({ conditions: { Ready: "False" } }) } }),
  ),
  row("NodeReady", "NodeReadyUnknown", "the Node does not report it, or its kubelet has stopped", () =>
    ofMachine("NodeReady", {}, { node: { state: "found", node: nodeObject({ conditions: {} }) } }),
  ),
  row("NodeHealthy", "NodeHealthy", "Ready and without pressure", () => ofMachine("NodeHealthy", {})),
  row("NodeHealthy", "NodeNotHealthy", "not Ready, or under pressure", () =>
    ofMachine("NodeHealthy", {}, { node: { state: "found", node: nodeObject({ conditions: { Ready: "False" } }) } }),
  ),
  row("NodeHealthy", "NodeHealthyUnknown", "conditions of the Node are missing or Unknown", () =>
    ofMachine("NodeHealthy", {}, { node: { state: "found", node: nodeObject({ conditions: { Ready: "True" } }) } }),
  ),
  ...(["NodeReady", "NodeHealthy"] as const).flatMap((type): ReasonOfGo[] => [
    row(type, "NodeDoesNotExist", "the Machine is deleted before it has a Node", () =>
      ofMachine(type, deleting, { node: { state: "absent" } }),
    ),
    row(type, "NodeDeleted", "its Node was deleted", () =>
      ofMachine(type, { status: { nodeRef: { name: "n1" } } }, { node: { state: "absent" } }),
    ),
    row(
      type,
      "InspectionFailed",
      "the Machine waits for its first Node; the message names the missing step of the Machine, and the Cluster reports its own",
      () => ofMachine(type, {}, { node: { state: "absent" } }),
    ),
    row(
      type,
      "ConnectionDown",
      "the Machine has a Node, and the workload cluster has been unresponsive for the grace period; the message has the cause, not the time",
      () => ofMachine(type, { status: { nodeRef: { name: "n1" } } }, { node: { state: "unreachable", message: "x" } }),
    ),
  ]),
  ...[
    "HealthCheckSucceeded",
    "UnhealthyNode",
    "UnhealthyMachine",
    "NodeStartupTimeout",
    "NodeDeleted",
    "HasRemediateAnnotation",
  ].map((reason) => ({
    condition: "HealthCheckSucceeded",
    reason,
    when: "set by the MachineHealthCheck controller",
    shownBy: healthChecks,
  })),
  {
    condition: "OwnerRemediated",
    reason: "WaitingForRemediation",
    when: "set by the MachineHealthCheck controller",
    shownBy: healthChecks,
  },
  ...["WaitingForRemediation", "RemediationTemplateNotFound", "RemediationRequestCreationFailed"].map((reason) => ({
    condition: "ExternallyRemediated",
    reason,
    when: "set by the MachineHealthCheck controller",
    shownBy: healthChecks,
  })),
  row("Deleting", "NotDeleting", "it is not being deleted", () => ofMachine("Deleting", {})),
  row(
    "Deleting",
    "Deleting",
    "the control plane object, which determines whether the Node is deleted, has not been read",
    () => ofDeletion({}, { controlPlane: "unknown" }),
  ),
  row("Deleting", "WaitingForPreDrainHook", "a pre-drain hook annotation is set", () =>
    ofDeletion({ metadata: { annotations: hook("pre-drain") } }),
  ),
  row("Deleting", "DrainingNode", "the Node still has Pods", () => ofDeletion({}, { passed: new Set() })),
  row("Deleting", "WaitingForVolumeDetach", "the Node still has attached volumes", () =>
    ofDeletion({}, { passed: new Set(["drainNode"]) }),
  ),
  row("Deleting", "WaitingForPreTerminateHook", "a pre-terminate hook annotation is set", () =>
    ofDeletion({ metadata: { annotations: hook("pre-terminate") } }),
  ),
  row("Deleting", "WaitingForInfrastructureDeletion", "the infrastructure object still exists", () => ofDeletion({})),
  row("Deleting", "WaitingForBootstrapDeletion", "the config still exists", () =>
    ofDeletion({}, { infrastructure: missing }),
  ),
  row("Deleting", "DeletingNode", "the Node cannot be deleted yet", () =>
    ofDeletion({}, { infrastructure: missing, bootstrapConfig: missing }),
  ),
  row("Deleting", "DeletionCompleted", "no: removing the finalizer deletes the Machine immediately"),
  row("Paused", "Paused", "the Machine or its Cluster is paused", () =>
    pausedCondition("Machine", clusterObject({ spec: { paused: true } }), machineObject()),
  ),
  row("Paused", "NotPaused", "neither is paused", () => ofMachine("Paused", {})),
];

import { pausedCondition } from "../../src/conditions/paused.ts";
import { clusterObject, found, machineObject, nodeObject } from "../scene/objects.ts";
import { deleting, hook, malformed, missing, ofDeletion, ofMachine, owners, type ReasonOfGo, row } from "./reported.ts";

const healthChecks = "packages/core-controllers/test/machine-health-check.test.ts";

/** Of Machines, in the order of the API. `InternalError`, which all of them have, stands at the end. */
export const machineReasons: readonly ReasonOfGo[] = [
  row("Available", "Available", "Ready for `spec.minReadySeconds`", () => ofMachine("Available", {})),
  row("Available", "NotReady", "not Ready", () => ofMachine("Available", {}, { node: { state: "absent" } })),
  row("Available", "WaitingForMinReadySeconds", "Ready for less than that", () =>
    ofMachine("Available", { spec: { minReadySeconds: 10 } }),
  ),
  row("Ready", "Ready", "nothing is in the way", () => ofMachine("Ready", {})),
  row("Ready", "NotReady", "one of its conditions is an issue", () =>
    ofMachine("Ready", {}, { infrastructure: found("TestMachine") }),
  ),
  row("Ready", "ReadyUnknown", "one of its conditions is Unknown", () =>
    ofMachine("Ready", {}, { node: { state: "absent" } }),
  ),
  row("UpToDate", "UpToDate", "its MachineDeployment wants what its MachineSet has", () =>
    ofMachine("UpToDate", { spec: { version: "v1.36.0" } }, { owners: owners("v1.36.0") }),
  ),
  row("UpToDate", "NotUpToDate", "it wants something else", () =>
    ofMachine("UpToDate", {}, { owners: owners("v1.37.0") }),
  ),
  row("UpToDate", "Updating", "its kubelet has another version than its spec", () =>
    ofMachine("UpToDate", { spec: { version: "v1.37.0" } }, { owners: owners("v1.36.0") }),
  ),
  row("Updating", "NotUpdating", "nothing updates it in place", () => ofMachine("Updating", {})),
  row("Updating", "InPlaceUpdating", "its owner has it updated in place", () =>
    ofMachine("Updating", {
      metadata: { annotations: { "in-place-updates.internal.cluster.x-k8s.io/update-in-progress": "" } },
    }),
  ),
  row("Updating", "InPlaceUpdateFailed", "no: extensions that update in place are not called here"),
  row("BootstrapConfigReady", "DataSecretProvided", "the user brings the data", () =>
    ofMachine(
      "BootstrapConfigReady",
      { spec: { bootstrap: { dataSecretName: "mine" } } },
      { bootstrapConfig: undefined },
    ),
  ),
  row(
    "BootstrapConfigReady",
    "Ready",
    "the data are there, and the config has no condition Ready, or one without reason",
    () => ofMachine("BootstrapConfigReady", {}),
  ),
  row("BootstrapConfigReady", "NotReady", "the data are not there, and the config has no condition Ready", () =>
    ofMachine("BootstrapConfigReady", {}, { bootstrapConfig: found("TestConfig") }),
  ),
  row("BootstrapConfigReady", "InvalidConditionReported", "a condition of the config is malformed", () =>
    ofMachine("BootstrapConfigReady", {}, { bootstrapConfig: found("TestConfig", { status: malformed }) }),
  ),
  row("BootstrapConfigReady", "ObjectDoesNotExist", "the config does not exist", () =>
    ofMachine("BootstrapConfigReady", {}, { bootstrapConfig: missing }),
  ),
  row("BootstrapConfigReady", "ObjectDeleted", "it went while the Machine is being deleted", () =>
    ofMachine(
      "BootstrapConfigReady",
      { ...deleting, status: { initialization: { bootstrapDataSecretCreated: true } } },
      { bootstrapConfig: missing },
    ),
  ),
  row("InfrastructureReady", "Ready", "provisioned, and the object has no condition Ready, or one without reason", () =>
    ofMachine("InfrastructureReady", {}),
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
  row("InfrastructureReady", "ObjectDeleted", "it went after it was provisioned", () =>
    ofMachine(
      "InfrastructureReady",
      { status: { initialization: { infrastructureProvisioned: true } } },
      { infrastructure: missing },
    ),
  ),
  row("NodeReady", "NodeReady", "the Node is Ready", () => ofMachine("NodeReady", {})),
  row("NodeReady", "NodeNotReady", "it is not", () =>
    ofMachine("NodeReady", {}, { node: { state: "found", node: nodeObject({ conditions: { Ready: "False" } }) } }),
  ),
  row("NodeReady", "NodeReadyUnknown", "it does not tell, or its kubelet has stopped", () =>
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
    row(type, "NodeDoesNotExist", "the Machine is deleted before it had a Node", () =>
      ofMachine(type, deleting, { node: { state: "absent" } }),
    ),
    row(type, "NodeDeleted", "the Node it had is gone", () =>
      ofMachine(type, { status: { nodeRef: { name: "n1" } } }, { node: { state: "absent" } }),
    ),
    row(
      type,
      "InspectionFailed",
      "the first Node is waited for; the message says what comes before it on the Machine's side, what comes before it on the Cluster's side is reported there",
      () => ofMachine(type, {}, { node: { state: "absent" } }),
    ),
    row(
      type,
      "ConnectionDown",
      "a Machine with a Node, whose workload cluster has not answered for the grace period; the message says why instead of since when",
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
    when: "by the MachineHealthCheck controller",
    shownBy: healthChecks,
  })),
  {
    condition: "OwnerRemediated",
    reason: "WaitingForRemediation",
    when: "by the MachineHealthCheck controller",
    shownBy: healthChecks,
  },
  ...["WaitingForRemediation", "RemediationTemplateNotFound", "RemediationRequestCreationFailed"].map((reason) => ({
    condition: "ExternallyRemediated",
    reason,
    when: "by the MachineHealthCheck controller",
    shownBy: healthChecks,
  })),
  row("Deleting", "NotDeleting", "it stays", () => ofMachine("Deleting", {})),
  row(
    "Deleting",
    "Deleting",
    "the control plane object, which decides what becomes of the Node, has not been read",
    () => ofDeletion({}, { controlPlane: "unknown" }),
  ),
  row("Deleting", "WaitingForPreDrainHook", "somebody's annotation holds it before the drain", () =>
    ofDeletion({ metadata: { annotations: hook("pre-drain") } }),
  ),
  row("Deleting", "DrainingNode", "Pods are left on the Node", () => ofDeletion({}, { passed: new Set() })),
  row("Deleting", "WaitingForVolumeDetach", "volumes are attached to it", () =>
    ofDeletion({}, { passed: new Set(["drainNode"]) }),
  ),
  row("Deleting", "WaitingForPreTerminateHook", "somebody's annotation holds it before the infrastructure goes", () =>
    ofDeletion({ metadata: { annotations: hook("pre-terminate") } }),
  ),
  row("Deleting", "WaitingForInfrastructureDeletion", "the infrastructure object is there", () => ofDeletion({})),
  row("Deleting", "WaitingForBootstrapDeletion", "the config is there", () =>
    ofDeletion({}, { infrastructure: missing }),
  ),
  row("Deleting", "DeletingNode", "the Node cannot be deleted yet", () =>
    ofDeletion({}, { infrastructure: missing, bootstrapConfig: missing }),
  ),
  row("Deleting", "DeletionCompleted", "no: the finalizer goes in the same moment, and the Machine with it"),
  row("Paused", "Paused", "it, or its Cluster, is paused", () =>
    pausedCondition("Machine", clusterObject({ spec: { paused: true } }), machineObject()),
  ),
  row("Paused", "NotPaused", "neither is", () => ofMachine("Paused", {})),
];

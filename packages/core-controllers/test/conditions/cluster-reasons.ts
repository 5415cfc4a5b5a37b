import { pausedCondition } from "../../src/conditions/paused.ts";
import { clusterObject, found } from "../scene/objects.ts";
import {
  condition,
  controlPlane,
  controlPlaneRef,
  deployments,
  malformed,
  missing,
  machines,
  ofCluster,
  ofClusterDeletion,
  type ReasonOfGo,
  row,
} from "./reported.ts";

const sums = [
  ["ControlPlaneMachinesReady", "Ready", controlPlane],
  ["WorkerMachinesReady", "Ready", machines],
  ["ControlPlaneMachinesUpToDate", "UpToDate", controlPlane],
  ["WorkerMachinesUpToDate", "UpToDate", machines],
] as const;
const moves = ["RollingOut", "ScalingUp", "ScalingDown"] as const;
const topologyReasons =
  "ReconcileSucceeded ReconcileFailed ClusterCreating ControlPlaneUpgradePending MachineDeploymentsCreatePending " +
  "MachineDeploymentsUpgradePending MachineDeploymentsUpgradeDeferred MachinePoolsUpgradePending MachinePoolsCreatePending " +
  "MachinePoolsUpgradeDeferred LifecycleHookBlocking ClusterUpgrading ClusterClassNotReconciled Deleting Paused";
/** The reasons of Clusters, in the order of the API. */
export const clusterReasons: readonly ReasonOfGo[] = [
  row("Available", "Available", "no condition reports an issue", () =>
    ofCluster("Available", {}, {}, controlPlane(condition("Available", "True"))),
  ),
  row("Available", "NotAvailable", "one of its conditions reports an issue", () => ofCluster("Available", {})),
  row("Available", "AvailableUnknown", "one of its conditions is Unknown", () =>
    ofCluster(
      "Available",
      {},
      {
        descendants: {
          ...deployments(condition("Available", "Unknown")),
          machines: controlPlane(condition("Available", "True")),
        },
      },
    ),
  ),
  ...topologyReasons
    .split(" ")
    .map((reason) =>
      row(
        "TopologyReconciled",
        reason,
        "no: the Go core reconciles topologies; its condition is kept and counts for Available; without it, the reason is TopologyNotSupported",
      ),
    ),
  row(
    "InfrastructureReady",
    "Ready",
    "provisioned, and the object has no condition Ready, or one without a reason",
    () => ofCluster("InfrastructureReady", {}),
  ),
  row("InfrastructureReady", "NotReady", "not provisioned, and the object has no condition Ready", () =>
    ofCluster("InfrastructureReady", {}, { infrastructure: found("TestCluster") }),
  ),
  row("InfrastructureReady", "InvalidConditionReported", "a condition of the object is malformed", () =>
    ofCluster("InfrastructureReady", {}, { infrastructure: found("TestCluster", { status: malformed }) }),
  ),
  row(
    "InfrastructureReady",
    "ObjectDoesNotExist",
    "the object does not exist, or the topology has not created it yet",
    () => ofCluster("InfrastructureReady", {}, { infrastructure: missing }),
  ),
  row("InfrastructureReady", "ObjectDeleted", "the object was deleted after it was provisioned", () =>
    ofCluster(
      "InfrastructureReady",
      { status: { initialization: { infrastructureProvisioned: true } } },
      { infrastructure: missing },
    ),
  ),
  row(
    "ControlPlaneInitialized",
    "Initialized",
    "the control plane object reports it; without an object, the first control plane Machine has a Node. The reason then stays",
    () =>
      ofCluster(
        "ControlPlaneInitialized",
        { spec: { controlPlaneRef } },
        { controlPlane: found("TestControlPlane", { status: { initialization: { controlPlaneInitialized: true } } }) },
      ),
  ),
  row("ControlPlaneInitialized", "NotInitialized", "not initialized yet", () =>
    ofCluster("ControlPlaneInitialized", {}),
  ),
  row(
    "ControlPlaneAvailable",
    "Available",
    "initialized, and the object has no condition Available, or one without a reason; without an object, a control plane Machine is Available",
    () => ofCluster("ControlPlaneAvailable", {}, {}, controlPlane(condition("Available", "True"))),
  ),
  row("ControlPlaneAvailable", "NotAvailable", "otherwise", () =>
    ofCluster("ControlPlaneAvailable", { spec: { controlPlaneRef } }, { controlPlane: found("TestControlPlane") }),
  ),
  row("ControlPlaneAvailable", "InvalidConditionReported", "a condition of the object is malformed", () =>
    ofCluster(
      "ControlPlaneAvailable",
      { spec: { controlPlaneRef } },
      { controlPlane: found("TestControlPlane", { status: malformed }) },
    ),
  ),
  row(
    "ControlPlaneAvailable",
    "ObjectDoesNotExist",
    "the object does not exist, or the topology has not created it yet",
    () => ofCluster("ControlPlaneAvailable", { spec: { controlPlaneRef } }, { controlPlane: missing }),
  ),
  row("ControlPlaneAvailable", "ObjectDeleted", "the object was deleted after it was initialized", () =>
    ofCluster(
      "ControlPlaneAvailable",
      { spec: { controlPlaneRef }, status: { initialization: { controlPlaneInitialized: true } } },
      { controlPlane: missing },
    ),
  ),
  row("WorkersAvailable", "Available", "every MachineDeployment is Available", () =>
    ofCluster("WorkersAvailable", {}, { descendants: deployments(condition("Available", "True")) }),
  ),
  row("WorkersAvailable", "NotAvailable", "a MachineDeployment is not Available", () =>
    ofCluster("WorkersAvailable", {}, { descendants: deployments(condition("Available", "False")) }),
  ),
  row("WorkersAvailable", "AvailableUnknown", "a MachineDeployment does not report it", () =>
    ofCluster("WorkersAvailable", {}, { descendants: deployments() }),
  ),
  row("WorkersAvailable", "NoWorkers", "there is no MachineDeployment", () => ofCluster("WorkersAvailable", {})),
  ...sums.flatMap(([type, of, members]): ReasonOfGo[] => [
    row(type, of, `every such Machine is ${of}`, () => ofCluster(type, {}, {}, members(condition(of, "True")))),
    row(type, `Not${of}`, `a Machine is not ${of}`, () => ofCluster(type, {}, {}, members(condition(of, "False")))),
    row(type, `${of}Unknown`, `${of} is Unknown for a Machine`, () =>
      ofCluster(type, {}, {}, members(condition(of, "Unknown"))),
    ),
    row(type, "NoReplicas", "there is no such Machine", () => ofCluster(type, {})),
  ]),
  row(
    "RemoteConnectionProbe",
    "ProbeSucceeded",
    "the workload cluster responds, or has been unresponsive for less than the grace period",
    () => ofCluster("RemoteConnectionProbe", {}),
  ),
  row("RemoteConnectionProbe", "ProbeFailed", "the workload cluster is unresponsive; the message has the cause", () =>
    ofCluster("RemoteConnectionProbe", {}, { workload: { state: "unreachable", message: "x" } }),
  ),
  ...moves.flatMap((type): ReasonOfGo[] => [
    row(type, type, "the control plane or a set of workers reports it", () =>
      ofCluster(type, {}, { descendants: deployments(condition(type, "True")) }),
    ),
    row(type, `Not${type}`, "none of them reports it", () => ofCluster(type, {})),
    row(type, `${type}Unknown`, "a set of workers does not report whether it is", () =>
      ofCluster(type, {}, { descendants: deployments() }),
    ),
  ]),
  row("Remediating", "Remediating", "a Machine must be replaced", () =>
    ofCluster(
      "Remediating",
      {},
      {},
      machines(condition("HealthCheckSucceeded", "False"), condition("OwnerRemediated", "False")),
    ),
  ),
  row("Remediating", "NotRemediating", "no Machine must be replaced", () => ofCluster("Remediating", {})),
  row("Deleting", "NotDeleting", "it is not being deleted", () => ofCluster("Deleting", {})),
  row("Deleting", "WaitingForBeforeDeleteHook", "no: Capstan does not call runtime extensions"),
  row(
    "Deleting",
    "WaitingForWorkersDeletion",
    "MachineDeployments, MachineSets, MachinePools or worker Machines still exist",
    () => ofClusterDeletion({}, { descendants: deployments() }),
  ),
  row(
    "Deleting",
    "WaitingForControlPlaneDeletion",
    "the control plane object or control plane Machines still exist",
    () => ofClusterDeletion({ spec: { controlPlaneRef } }, { controlPlane: found("TestControlPlane") }),
  ),
  row("Deleting", "WaitingForInfrastructureDeletion", "the infrastructure object still exists", () =>
    ofClusterDeletion({}, { infrastructure: found("TestCluster") }),
  ),
  row("Deleting", "DeletionCompleted", "no: removing the finalizer deletes the Cluster immediately"),
  row("Paused", "Paused", "the Cluster is paused", () =>
    pausedCondition("Cluster", clusterObject({ spec: { paused: true } }), clusterObject()),
  ),
  row("Paused", "NotPaused", "the Cluster is not paused", () => ofCluster("Paused", {})),
];

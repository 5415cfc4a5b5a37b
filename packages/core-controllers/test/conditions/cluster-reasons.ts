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
/** Of Clusters, in the order of the API. */
export const clusterReasons: readonly ReasonOfGo[] = [
  row("Available", "Available", "nothing is in the way", () =>
    ofCluster("Available", {}, {}, controlPlane(condition("Available", "True"))),
  ),
  row("Available", "NotAvailable", "one of its conditions is an issue", () => ofCluster("Available", {})),
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
        "no: topologies are the affair of the Go core; what it says is left alone, and weighed in Available; without it the reason is TopologyNotSupported",
      ),
    ),
  row("InfrastructureReady", "Ready", "provisioned, and the object has no condition Ready, or one without reason", () =>
    ofCluster("InfrastructureReady", {}),
  ),
  row("InfrastructureReady", "NotReady", "not provisioned, and the object has no condition Ready", () =>
    ofCluster("InfrastructureReady", {}, { infrastructure: found("TestCluster") }),
  ),
  row("InfrastructureReady", "InvalidConditionReported", "a condition of the object is malformed", () =>
    ofCluster("InfrastructureReady", {}, { infrastructure: found("TestCluster", { status: malformed }) }),
  ),
  row("InfrastructureReady", "ObjectDoesNotExist", "the object does not exist, or the topology has not made it", () =>
    ofCluster("InfrastructureReady", {}, { infrastructure: missing }),
  ),
  row("InfrastructureReady", "ObjectDeleted", "it went after it was provisioned", () =>
    ofCluster(
      "InfrastructureReady",
      { status: { initialization: { infrastructureProvisioned: true } } },
      { infrastructure: missing },
    ),
  ),
  row(
    "ControlPlaneInitialized",
    "Initialized",
    "its object says so; without one, when the first control plane Machine has a Node. It stays",
    () =>
      ofCluster(
        "ControlPlaneInitialized",
        { spec: { controlPlaneRef } },
        { controlPlane: found("TestControlPlane", { status: { initialization: { controlPlaneInitialized: true } } }) },
      ),
  ),
  row("ControlPlaneInitialized", "NotInitialized", "not yet", () => ofCluster("ControlPlaneInitialized", {})),
  row(
    "ControlPlaneAvailable",
    "Available",
    "initialized, and the object has no condition Available, or one without reason; without an object, when a control plane Machine is Available",
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
  row("ControlPlaneAvailable", "ObjectDoesNotExist", "the object does not exist, or the topology has not made it", () =>
    ofCluster("ControlPlaneAvailable", { spec: { controlPlaneRef } }, { controlPlane: missing }),
  ),
  row("ControlPlaneAvailable", "ObjectDeleted", "it went after it was initialized", () =>
    ofCluster(
      "ControlPlaneAvailable",
      { spec: { controlPlaneRef }, status: { initialization: { controlPlaneInitialized: true } } },
      { controlPlane: missing },
    ),
  ),
  row("WorkersAvailable", "Available", "every MachineDeployment is", () =>
    ofCluster("WorkersAvailable", {}, { descendants: deployments(condition("Available", "True")) }),
  ),
  row("WorkersAvailable", "NotAvailable", "one is not", () =>
    ofCluster("WorkersAvailable", {}, { descendants: deployments(condition("Available", "False")) }),
  ),
  row("WorkersAvailable", "AvailableUnknown", "one does not tell", () =>
    ofCluster("WorkersAvailable", {}, { descendants: deployments() }),
  ),
  row("WorkersAvailable", "NoWorkers", "there is none", () => ofCluster("WorkersAvailable", {})),
  ...sums.flatMap(([type, of, members]): ReasonOfGo[] => [
    row(type, of, "all of them are", () => ofCluster(type, {}, {}, members(condition(of, "True")))),
    row(type, `Not${of}`, "one is not", () => ofCluster(type, {}, {}, members(condition(of, "False")))),
    row(type, `${of}Unknown`, "of one it is not known", () =>
      ofCluster(type, {}, {}, members(condition(of, "Unknown"))),
    ),
    row(type, "NoReplicas", "there is none", () => ofCluster(type, {})),
  ]),
  row(
    "RemoteConnectionProbe",
    "ProbeSucceeded",
    "the workload cluster answers, or has not been away for the grace period",
    () => ofCluster("RemoteConnectionProbe", {}),
  ),
  row("RemoteConnectionProbe", "ProbeFailed", "it does not; the message says why", () =>
    ofCluster("RemoteConnectionProbe", {}, { workload: { state: "unreachable", message: "x" } }),
  ),
  ...moves.flatMap((type): ReasonOfGo[] => [
    row(type, type, "the control plane or a set of workers is", () =>
      ofCluster(type, {}, { descendants: deployments(condition(type, "True")) }),
    ),
    row(type, `Not${type}`, "none is", () => ofCluster(type, {})),
    row(type, `${type}Unknown`, "of a set of workers it is not known", () =>
      ofCluster(type, {}, { descendants: deployments() }),
    ),
  ]),
  row("Remediating", "Remediating", "a Machine is to be replaced", () =>
    ofCluster(
      "Remediating",
      {},
      {},
      machines(condition("HealthCheckSucceeded", "False"), condition("OwnerRemediated", "False")),
    ),
  ),
  row("Remediating", "NotRemediating", "none is", () => ofCluster("Remediating", {})),
  row("Deleting", "NotDeleting", "it stays", () => ofCluster("Deleting", {})),
  row("Deleting", "WaitingForBeforeDeleteHook", "no: runtime extensions are not called here"),
  row(
    "Deleting",
    "WaitingForWorkersDeletion",
    "MachineDeployments, MachineSets, MachinePools or worker Machines are left",
    () => ofClusterDeletion({}, { descendants: deployments() }),
  ),
  row("Deleting", "WaitingForControlPlaneDeletion", "the control plane is left", () =>
    ofClusterDeletion({ spec: { controlPlaneRef } }, { controlPlane: found("TestControlPlane") }),
  ),
  row("Deleting", "WaitingForInfrastructureDeletion", "the infrastructure is left", () =>
    ofClusterDeletion({}, { infrastructure: found("TestCluster") }),
  ),
  row("Deleting", "DeletionCompleted", "no: the finalizer goes in the same moment, and the Cluster with it"),
  row("Paused", "Paused", "it is paused", () =>
    pausedCondition("Cluster", clusterObject({ spec: { paused: true } }), clusterObject()),
  ),
  row("Paused", "NotPaused", "it is not", () => ofCluster("Paused", {})),
];

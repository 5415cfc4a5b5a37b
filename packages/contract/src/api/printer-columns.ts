import { type PrinterColumn } from "../kubernetes/custom-resource-definition.ts";

// Names, order and priorities are those of Cluster API, so that `kubectl get` prints the same.

/** A column; with a priority, only `-o wide` shows it. */
export function column(
  name: string,
  type: PrinterColumn["type"],
  jsonPath: string,
  description: string,
  priority = 0,
): PrinterColumn {
  return { name, type, jsonPath, description, ...(priority === 0 ? {} : { priority }) };
}

/** The status of a condition. */
function conditionColumn(name: string, type: string, priority = 0): PrinterColumn {
  const path = `.status.conditions[?(@.type=="${type}")].status`;
  return column(name, "string", path, `Status of the ${type} condition`, priority);
}

function classColumn(path: string): PrinterColumn {
  return column("ClusterClass", "string", path, "ClusterClass of the Cluster");
}

function versionColumn(path: string): PrinterColumn {
  return column("Version", "string", path, "Version of Kubernetes");
}

function addressColumn(name: string, type: string): PrinterColumn {
  return column(name, "string", `.status.addresses[?(@.type=="${type}")].address`, `First ${type} address`, 10);
}

/** The counters of a Cluster's control plane or workers. */
function sumColumns(prefix: string, path: string, [machines, capitalized]: readonly [string, string]): PrinterColumn[] {
  const sum = (name: string, field: string, description: string, priority = 0) =>
    column(`${prefix} ${name}`, "integer", `${path}.${field}`, description, priority);
  return [
    sum("Desired", "desiredReplicas", `Wanted number of ${machines}`),
    sum("Current", "replicas", `${capitalized} there are`, 10),
    sum("Ready", "readyReplicas", `${capitalized} that are ready`, 10),
    sum("Available", "availableReplicas", `${capitalized} that are available`),
    sum("Up-to-date", "upToDateReplicas", `${capitalized} that are up to date`),
  ];
}

const cluster = column("Cluster", "string", ".spec.clusterName", "Cluster of the object");
const phase = column("Phase", "string", ".status.phase", "Where it is in its life");
const age = column("Age", "date", ".metadata.creationTimestamp", "Time since it was created");
const available = conditionColumn("Available", "Available");
const paused = conditionColumn("Paused", "Paused", 10);
const topologyVersion = versionColumn(".spec.topology.version");
const machineVersion = versionColumn(".spec.version");
const templateVersion = versionColumn(".spec.template.spec.version");

const readyReplicas = column("Ready", "integer", ".status.readyReplicas", "Machines that are ready");
const availableReplicas = column("Available", "integer", ".status.availableReplicas", "Machines that are available");

const replicasV1Beta1 = [
  column("Desired", "integer", ".spec.replicas", "Wanted number of Machines", 10),
  column("Replicas", "integer", ".status.replicas", "Number of Machines there are"),
  readyReplicas,
];

const replicas = [
  column("Desired", "integer", ".spec.replicas", "Wanted number of Machines"),
  column("Current", "integer", ".status.replicas", "Number of Machines there are"),
  readyReplicas,
  availableReplicas,
  column("Up-to-date", "integer", ".status.upToDateReplicas", "Machines that are up to date"),
];

/** The columns of `kubectl get`, by kind and version. */
export const printerColumns = {
  Cluster: {
    v1beta1: [classColumn(".spec.topology.class"), phase, age, topologyVersion],
    v1beta2: [
      classColumn(".spec.topology.classRef.name"),
      available,
      ...sumColumns("CP", ".status.controlPlane", ["control plane Machines", "Control plane Machines"]),
      ...sumColumns("W", ".status.workers", ["worker Machines", "Worker Machines"]),
      paused,
      phase,
      age,
      topologyVersion,
    ],
  },
  Machine: {
    v1beta1: [
      cluster,
      column("NodeName", "string", ".status.nodeRef.name", "Node of the Machine"),
      column("ProviderID", "string", ".spec.providerID", "Id at the provider"),
      phase,
      age,
      machineVersion,
    ],
    v1beta2: [
      cluster,
      column("Node Name", "string", ".status.nodeRef.name", "Node of the Machine"),
      column("Provider ID", "string", ".spec.providerID", "Id at the provider", 10),
      column("Failure domain", "string", ".status.failureDomain", "Failure domain of the Machine"),
      conditionColumn("Ready", "Ready"),
      available,
      conditionColumn("Up-to-date", "UpToDate"),
      addressColumn("Internal-IP", "InternalIP"),
      addressColumn("External-IP", "ExternalIP"),
      column("OS-Image", "string", ".status.nodeInfo.osImage", "Operating system of the Node", 10),
      paused,
      phase,
      age,
      machineVersion,
    ],
  },
  MachineSet: {
    v1beta1: [cluster, ...replicasV1Beta1, availableReplicas, age, templateVersion],
    v1beta2: [cluster, ...replicas, paused, age, templateVersion],
  },
  MachineDeployment: {
    v1beta1: [
      cluster,
      ...replicasV1Beta1,
      column("Updated", "integer", ".status.updatedReplicas", "Machines made from the current template"),
      column("Unavailable", "integer", ".status.unavailableReplicas", "Machines missing from full availability"),
      phase,
      age,
      templateVersion,
    ],
    v1beta2: [cluster, available, ...replicas, paused, phase, age, templateVersion],
  },
  MachinePool: {
    v1beta1: [cluster, ...replicasV1Beta1.slice(0, 2), phase, age, templateVersion],
    v1beta2: [cluster, ...replicas, paused, phase, age, templateVersion],
  },
  MachineHealthCheck: {
    v1beta1: [
      cluster,
      column("ExpectedMachines", "integer", ".status.expectedMachines", "Machines that are watched"),
      column("MaxUnhealthy", "string", ".spec.maxUnhealthy", "Up to how many unhealthy Machines remediation goes on"),
      column("CurrentHealthy", "integer", ".status.currentHealthy", "Machines that are healthy"),
      age,
    ],
    v1beta2: [
      cluster,
      column("Replicas", "integer", ".status.expectedMachines", "Machines that are watched"),
      column("Healthy", "integer", ".status.currentHealthy", "Machines that are healthy"),
      paused,
      age,
    ],
  },
} satisfies Record<string, Record<"v1beta1" | "v1beta2", readonly PrinterColumn[]>>;

/** The columns of MachineDrainRules, the same in both versions. */
export const drainRuleColumns: readonly PrinterColumn[] = [
  column("Behavior", "string", ".spec.drain.behavior", "What becomes of the Pods"),
  column("Order", "string", ".spec.drain.order", "Which Pods go first"),
  age,
];

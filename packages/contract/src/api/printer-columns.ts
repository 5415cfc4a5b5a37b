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

export const clusterV1Beta1: readonly PrinterColumn[] = [
  column("ClusterClass", "string", ".spec.topology.class", "ClusterClass of the Cluster"),
  column("Phase", "string", ".status.phase", "Phase of the object"),
  column("Age", "date", ".metadata.creationTimestamp", "Time since creation"),
  column("Version", "string", ".spec.topology.version", "Version of Kubernetes"),
];

export const cluster: readonly PrinterColumn[] = [
  column("ClusterClass", "string", ".spec.topology.classRef.name", "ClusterClass of the Cluster"),
  column(
    "Available",
    "string",
    '.status.conditions[?(@.type=="Available")].status',
    "Status of the Available condition",
  ),
  column("CP Desired", "integer", ".status.controlPlane.desiredReplicas", "Desired number of control plane Machines"),
  column("CP Current", "integer", ".status.controlPlane.replicas", "Current number of control plane Machines", 10),
  column("CP Ready", "integer", ".status.controlPlane.readyReplicas", "Control plane Machines that are ready", 10),
  column(
    "CP Available",
    "integer",
    ".status.controlPlane.availableReplicas",
    "Control plane Machines that are available",
  ),
  column(
    "CP Up-to-date",
    "integer",
    ".status.controlPlane.upToDateReplicas",
    "Control plane Machines that are up to date",
  ),
  column("W Desired", "integer", ".status.workers.desiredReplicas", "Desired number of worker Machines"),
  column("W Current", "integer", ".status.workers.replicas", "Current number of worker Machines", 10),
  column("W Ready", "integer", ".status.workers.readyReplicas", "Worker Machines that are ready", 10),
  column("W Available", "integer", ".status.workers.availableReplicas", "Worker Machines that are available"),
  column("W Up-to-date", "integer", ".status.workers.upToDateReplicas", "Worker Machines that are up to date"),
  column("Paused", "string", '.status.conditions[?(@.type=="Paused")].status', "Status of the Paused condition", 10),
  column("Phase", "string", ".status.phase", "Phase of the object"),
  column("Age", "date", ".metadata.creationTimestamp", "Time since creation"),
  column("Version", "string", ".spec.topology.version", "Version of Kubernetes"),
];

export const machineV1Beta1: readonly PrinterColumn[] = [
  column("Cluster", "string", ".spec.clusterName", "Cluster of the object"),
  column("NodeName", "string", ".status.nodeRef.name", "Node of the Machine"),
  column("ProviderID", "string", ".spec.providerID", "ID at the provider"),
  column("Phase", "string", ".status.phase", "Phase of the object"),
  column("Age", "date", ".metadata.creationTimestamp", "Time since creation"),
  column("Version", "string", ".spec.version", "Version of Kubernetes"),
];

export const machine: readonly PrinterColumn[] = [
  column("Cluster", "string", ".spec.clusterName", "Cluster of the object"),
  column("Node Name", "string", ".status.nodeRef.name", "Node of the Machine"),
  column("Provider ID", "string", ".spec.providerID", "ID at the provider", 10),
  column("Failure domain", "string", ".status.failureDomain", "Failure domain of the Machine"),
  column("Ready", "string", '.status.conditions[?(@.type=="Ready")].status', "Status of the Ready condition"),
  column(
    "Available",
    "string",
    '.status.conditions[?(@.type=="Available")].status',
    "Status of the Available condition",
  ),
  column(
    "Up-to-date",
    "string",
    '.status.conditions[?(@.type=="UpToDate")].status',
    "Status of the UpToDate condition",
  ),
  column("Internal-IP", "string", '.status.addresses[?(@.type=="InternalIP")].address', "First InternalIP address", 10),
  column("External-IP", "string", '.status.addresses[?(@.type=="ExternalIP")].address', "First ExternalIP address", 10),
  column("OS-Image", "string", ".status.nodeInfo.osImage", "Operating system of the Node", 10),
  column("Paused", "string", '.status.conditions[?(@.type=="Paused")].status', "Status of the Paused condition", 10),
  column("Phase", "string", ".status.phase", "Phase of the object"),
  column("Age", "date", ".metadata.creationTimestamp", "Time since creation"),
  column("Version", "string", ".spec.version", "Version of Kubernetes"),
];

export const machineSetV1Beta1: readonly PrinterColumn[] = [
  column("Cluster", "string", ".spec.clusterName", "Cluster of the object"),
  column("Desired", "integer", ".spec.replicas", "Desired number of Machines", 10),
  column("Replicas", "integer", ".status.replicas", "Current number of Machines"),
  column("Ready", "integer", ".status.readyReplicas", "Machines that are ready"),
  column("Available", "integer", ".status.availableReplicas", "Machines that are available"),
  column("Age", "date", ".metadata.creationTimestamp", "Time since creation"),
  column("Version", "string", ".spec.template.spec.version", "Version of Kubernetes"),
];

export const machineSet: readonly PrinterColumn[] = [
  column("Cluster", "string", ".spec.clusterName", "Cluster of the object"),
  column("Desired", "integer", ".spec.replicas", "Desired number of Machines"),
  column("Current", "integer", ".status.replicas", "Current number of Machines"),
  column("Ready", "integer", ".status.readyReplicas", "Machines that are ready"),
  column("Available", "integer", ".status.availableReplicas", "Machines that are available"),
  column("Up-to-date", "integer", ".status.upToDateReplicas", "Machines that are up to date"),
  column("Paused", "string", '.status.conditions[?(@.type=="Paused")].status', "Status of the Paused condition", 10),
  column("Age", "date", ".metadata.creationTimestamp", "Time since creation"),
  column("Version", "string", ".spec.template.spec.version", "Version of Kubernetes"),
];

export const machineDeploymentV1Beta1: readonly PrinterColumn[] = [
  column("Cluster", "string", ".spec.clusterName", "Cluster of the object"),
  column("Desired", "integer", ".spec.replicas", "Desired number of Machines", 10),
  column("Replicas", "integer", ".status.replicas", "Current number of Machines"),
  column("Ready", "integer", ".status.readyReplicas", "Machines that are ready"),
  column("Updated", "integer", ".status.updatedReplicas", "Machines created from the current template"),
  column("Unavailable", "integer", ".status.unavailableReplicas", "Unavailable Machines"),
  column("Phase", "string", ".status.phase", "Phase of the object"),
  column("Age", "date", ".metadata.creationTimestamp", "Time since creation"),
  column("Version", "string", ".spec.template.spec.version", "Version of Kubernetes"),
];

export const machineDeployment: readonly PrinterColumn[] = [
  column("Cluster", "string", ".spec.clusterName", "Cluster of the object"),
  column(
    "Available",
    "string",
    '.status.conditions[?(@.type=="Available")].status',
    "Status of the Available condition",
  ),
  column("Desired", "integer", ".spec.replicas", "Desired number of Machines"),
  column("Current", "integer", ".status.replicas", "Current number of Machines"),
  column("Ready", "integer", ".status.readyReplicas", "Machines that are ready"),
  column("Available", "integer", ".status.availableReplicas", "Machines that are available"),
  column("Up-to-date", "integer", ".status.upToDateReplicas", "Machines that are up to date"),
  column("Paused", "string", '.status.conditions[?(@.type=="Paused")].status', "Status of the Paused condition", 10),
  column("Phase", "string", ".status.phase", "Phase of the object"),
  column("Age", "date", ".metadata.creationTimestamp", "Time since creation"),
  column("Version", "string", ".spec.template.spec.version", "Version of Kubernetes"),
];

export const machineDrainRule: readonly PrinterColumn[] = [
  column("Behavior", "string", ".spec.drain.behavior", "How the Pods are drained"),
  column("Order", "string", ".spec.drain.order", "Order in which Pods are drained"),
  column("Age", "date", ".metadata.creationTimestamp", "Time since creation"),
];

export const machineHealthCheckV1Beta1: readonly PrinterColumn[] = [
  column("Cluster", "string", ".spec.clusterName", "Cluster of the object"),
  column("ExpectedMachines", "integer", ".status.expectedMachines", "Machines that are watched"),
  column("MaxUnhealthy", "string", ".spec.maxUnhealthy", "Highest number of unhealthy Machines with which remediation continues"),
  column("CurrentHealthy", "integer", ".status.currentHealthy", "Machines that are healthy"),
  column("Age", "date", ".metadata.creationTimestamp", "Time since creation"),
];

export const machineHealthCheck: readonly PrinterColumn[] = [
  column("Cluster", "string", ".spec.clusterName", "Cluster of the object"),
  column("Replicas", "integer", ".status.expectedMachines", "Machines that are watched"),
  column("Healthy", "integer", ".status.currentHealthy", "Machines that are healthy"),
  column("Paused", "string", '.status.conditions[?(@.type=="Paused")].status', "Status of the Paused condition", 10),
  column("Age", "date", ".metadata.creationTimestamp", "Time since creation"),
];

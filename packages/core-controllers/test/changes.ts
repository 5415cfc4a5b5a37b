/** A change of one field in the spec, the metadata or the status of an object. */
export interface FieldChange {
  readonly spec?: object;
  readonly metadata?: object;
  readonly status?: object;
}

const template = { apiGroup: "infrastructure.cluster.x-k8s.io", kind: "TestMachineTemplate", name: "other" };
const lastTransitionTime = "2026-01-02T03:04:05Z";

/** A valid change for each field that a controller may declare, by section and field name; prefixed with the kind where kinds differ. */
const changes: Readonly<Record<string, FieldChange>> = {
  "metadata.labels": { metadata: { labels: { changed: "yes" } } },
  "metadata.annotations": { metadata: { annotations: { changed: "yes" } } },
  "metadata.ownerReferences": {
    metadata: { ownerReferences: [{ apiVersion: "v1", kind: "ConfigMap", name: "other", uid: "u-1" }] },
  },
  "metadata.generation": { spec: { replicas: 7 } },
  "spec.version": { spec: { version: "v1.36.1" } },
  "spec.minReadySeconds": { spec: { minReadySeconds: 3 } },
  "spec.readinessGates": { spec: { readinessGates: [{ conditionType: "Other" }] } },
  "spec.deletion": { spec: { deletion: { nodeDeletionTimeoutSeconds: 77 } } },
  "MachineSet spec.deletion": { spec: { deletion: { order: "Oldest" } } },
  "spec.taints": { spec: { taints: [{ key: "a.example.com/b", effect: "NoSchedule", propagation: "Always" }] } },
  "spec.bootstrap": { spec: { bootstrap: { dataSecretName: "other" } } },
  "spec.infrastructureRef": { spec: { infrastructureRef: template } },
  "spec.controlPlaneRef": {
    spec: { controlPlaneRef: { apiGroup: "controlplane.example.com", kind: "Absent", name: "other" } },
  },
  "spec.replicas": { spec: { replicas: 5 } },
  "spec.remediation": { spec: { remediation: { maxInFlight: 2 } } },
  "spec.rollout": { spec: { rollout: { after: lastTransitionTime } } },
  "spec.template": { spec: { template: { metadata: { labels: { changed: "yes" } } } } },
  "spec.selector": { spec: { selector: { matchExpressions: [{ key: "changed", operator: "DoesNotExist" }] } } },
  "spec.machineNaming": { spec: { machineNaming: { template: "{{ .machineSet.name }}-x-{{ .random }}" } } },
  "spec.paused": { spec: { paused: true } },
  "status.nodeRef": { status: { nodeRef: { name: "n1" } } },
  "status.initialization": { status: { initialization: { bootstrapDataSecretCreated: true } } },
  "status.deletion": { status: { deletion: { nodeDrainStartTime: lastTransitionTime } } },
  "status.replicas": { status: { replicas: 3 } },
  "status.readyReplicas": { status: { readyReplicas: 3 } },
  "status.availableReplicas": { status: { availableReplicas: 3 } },
  "status.upToDateReplicas": { status: { upToDateReplicas: 3 } },
  "status.versions": { status: { versions: [{ version: "v1.36.0", replicas: 3 }] } },
  "status.observedGeneration": { status: { observedGeneration: 9 } },
  "status.conditions": conditionChange("Other"),
  "status.deprecated": deprecatedChange("Other"),
  "status.nodeInfo": {
    status: {
      nodeInfo: {
        architecture: "amd64",
        bootID: "b",
        containerRuntimeVersion: "c",
        kernelVersion: "k",
        kubeProxyVersion: "p",
        kubeletVersion: "v1.36.0",
        machineID: "m",
        operatingSystem: "linux",
        osImage: "o",
        systemUUID: "s",
      },
    },
  },
};

/** The change for a field; throws if a controller declares a field without a change here. */
export function changeOf(kind: string, field: string): FieldChange {
  const change = changes[`${kind} ${field}`] ?? changes[field];
  if (change === undefined) throw new Error(`changes.ts has no change of ${field} of a ${kind}: add one`);
  return change;
}

/** Adds a condition of this type. */
export function conditionChange(type: string): FieldChange {
  return { status: { conditions: [{ type, status: "True", reason: "Changed", message: "", lastTransitionTime }] } };
}

/** Adds a condition of this type to the v1beta1 conditions. */
export function deprecatedChange(type: string): FieldChange {
  return { status: { deprecated: { v1beta1: { conditions: [{ type, status: "True", lastTransitionTime }] } } } };
}

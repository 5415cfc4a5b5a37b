import { type HookName, hookNames } from "@capstan/runtime-extension";

export const apiVersion = "hooks.runtime.cluster.x-k8s.io/v1alpha1";

const cluster = {
  apiVersion: "cluster.x-k8s.io/v1beta2",
  kind: "Cluster",
  // As Go writes an object that no server has stored.
  metadata: { name: "c1", namespace: "default", creationTimestamp: null },
  spec: { topology: { classRef: { name: "class" }, version: "v1.36.0" } },
};

const machine = {
  apiVersion: "cluster.x-k8s.io/v1beta2",
  kind: "Machine",
  metadata: { name: "m1", namespace: "default" },
  spec: { clusterName: "c1", bootstrap: {}, infrastructureRef: { apiGroup: "g", kind: "HelloMachine", name: "m1" } },
};

export function helloMachineTemplate(spec: object = {}) {
  return {
    apiVersion: "infrastructure.cluster.x-k8s.io/v1beta1",
    kind: "HelloMachineTemplate",
    metadata: { name: "workers", namespace: "default" },
    spec: { template: { spec } },
  };
}

export function item(uid: string, object: object, variables: readonly object[] = []) {
  const holderReference = {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "MachineDeployment",
    namespace: "default",
    name: "md",
    fieldPath: "spec.template.spec.infrastructureRef",
  };
  return { uid, holderReference, object, variables };
}

const machineObjects = {
  machine,
  infrastructureMachine: { apiVersion: "g/v1", kind: "HelloMachine", metadata: { name: "m1" } },
};
const setObjects = {
  machineSet: { ...machine, kind: "MachineSet", spec: { clusterName: "c1" } },
  infrastructureMachineTemplate: helloMachineTemplate(),
};

const fields: Readonly<Partial<Record<HookName, object>>> = {
  GeneratePatches: { items: [item("1", helloMachineTemplate())] },
  ValidateTopology: { items: [{ ...item("1", helloMachineTemplate()), uid: undefined }] },
  DiscoverVariables: {},
  CanUpdateMachine: { current: machineObjects, desired: machineObjects },
  CanUpdateMachineSet: { current: setObjects, desired: setObjects },
  UpdateMachine: { desired: machineObjects },
  GenerateUpgradePlan: { cluster, fromControlPlaneKubernetesVersion: "v1.34.0", toKubernetesVersion: "v1.36.0" },
};

const upgrade = { fromKubernetesVersion: "v1.35.0", toKubernetesVersion: "v1.36.0", kubernetesVersion: "v1.36.0" };

/** A request of the hook as the core sends it. */
export function requestOf(hook: HookName, added: object = {}): object {
  const all = {
    apiVersion,
    kind: `${hook}Request`,
    settings: {},
    ...(fields[hook] ?? { cluster, ...upgrade }),
    ...added,
  };
  return JSON.parse(JSON.stringify(all)) as object;
}

export { hookNames };

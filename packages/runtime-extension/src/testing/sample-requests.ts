import { apiVersionOf } from "@capstan/kube";
import { Cluster, Machine, MachineSet } from "@capstan/contract";
import type { HookRequest } from "../define/handler.ts";
import { hookFacts, type HookName } from "../hooks/hook-facts.ts";

const metadata = { namespace: "default", name: "sample" };
const cluster = {
  apiVersion: apiVersionOf(Cluster),
  kind: "Cluster",
  metadata,
  spec: { topology: { classRef: { name: "sample" }, version: "v1.36.0" } },
};
const infrastructure = { apiVersion: "infrastructure.example.com/v1", metadata, spec: {} };
const machineSpec = {
  clusterName: "sample",
  bootstrap: { dataSecretName: "sample" },
  infrastructureRef: { apiGroup: "infrastructure.example.com", kind: "SampleMachine", name: "sample" },
};
const machine = { apiVersion: apiVersionOf(Machine), kind: "Machine", metadata, spec: machineSpec };
const machineObjects = { machine, infrastructureMachine: { ...infrastructure, kind: "SampleMachine" } };
const setObjects = {
  machineSet: { ...machine, apiVersion: apiVersionOf(MachineSet), kind: "MachineSet", spec: { clusterName: "sample" } },
  infrastructureMachineTemplate: { ...infrastructure, kind: "SampleMachineTemplate", spec: { template: { spec: {} } } },
};
const upgrade = {
  cluster,
  fromKubernetesVersion: "v1.35.0",
  toKubernetesVersion: "v1.36.0",
  kubernetesVersion: "v1.36.0",
};

const fields: Readonly<Partial<Record<HookName, object>>> = {
  GeneratePatches: { items: [] },
  ValidateTopology: { items: [] },
  DiscoverVariables: {},
  CanUpdateMachine: { current: machineObjects, desired: machineObjects },
  CanUpdateMachineSet: { current: setObjects, desired: setObjects },
  UpdateMachine: { desired: machineObjects },
  GenerateUpgradePlan: { cluster, fromControlPlaneKubernetesVersion: "v1.35.0", toKubernetesVersion: "v1.36.0" },
};

/**
 * A small valid request of a hook.
 *
 * @param changes - fields to replace.
 *
 * @example
 * ```ts
 * import { sampleRequest } from "@capstan/runtime-extension/testing";
 *
 * console.log(sampleRequest("BeforeClusterDelete").cluster.metadata.name); // sample
 * ```
 */
export function sampleRequest<H extends HookName>(hook: H, changes: Partial<HookRequest<H>> = {}): HookRequest<H> {
  const envelope = { apiVersion: hookFacts(hook).apiVersion, kind: `${hook}Request`, settings: {} };
  return { ...envelope, ...(fields[hook] ?? upgrade), ...changes };
}

import { finalizers, type KubernetesObject, labels, Machine, ownerOfKind, type ResourceKind } from "@capstan/contract";
import { groupVersionOf } from "@capstan/kube";
import { type Client, discoverKind, isNotFound } from "@capstan/runtime";
import { createPoolMachines } from "../../builders/pool-machines.ts";
import { ownerReferenceTo } from "../../builders/test-objects.ts";
import type { Observed } from "./recording.ts";

/**
 * Plays core's part for a pool with MachinePool Machines: it creates the Machines, makes them the owners of the InfraMachines, and deletes the
 * InfraMachines of deleted Machines. Safe to repeat, and nothing for other pools.
 */
export async function playPoolMachines(
  client: Client,
  namespace: string,
  { apiVersion, status }: Observed,
): Promise<void> {
  const kindName = status?.infrastructureMachineKind;
  if (typeof kindName !== "string") return;
  const { group, version } = groupVersionOf(apiVersion);
  const kind = await discoverKind(client, { group, version, kind: kindName });
  await createPoolMachines(client, kind, { namespace, finalizers: [finalizers.machine] });
  const labelSelector = labels.machinePoolName;
  const infraMachines = (await client.list(kind, { namespace, labelSelector })).items;
  for (const machine of (await client.list(Machine, { namespace, labelSelector })).items) {
    const infraMachine = infraMachines.find(({ metadata }) => metadata.name === machine.spec.infrastructureRef.name);
    if (machine.metadata.deletionTimestamp === undefined) await adopt(client, kind, machine, infraMachine);
    else await remove(client, kind, machine, infraMachine);
  }
}

async function adopt(client: Client, kind: ResourceKind, machine: Machine, infraMachine?: KubernetesObject) {
  if (infraMachine === undefined || ownerOfKind(infraMachine, Machine.group, Machine.kind) !== undefined) return;
  const { namespace = "", name, ownerReferences = [] } = infraMachine.metadata;
  const body = { metadata: { ownerReferences: [...ownerReferences, ownerReferenceTo(machine)] } };
  await client.patch(kind, { namespace, name }, { type: "merge", body });
}

async function remove(client: Client, kind: ResourceKind, machine: Machine, infraMachine?: KubernetesObject) {
  const { namespace = "", name } = machine.metadata;
  const done =
    infraMachine === undefined
      ? client.patch(Machine, { namespace, name }, { type: "merge", body: { metadata: { finalizers: [] } } })
      : client.delete(kind, { namespace, name: infraMachine.metadata.name });
  await Promise.resolve<unknown>(done).catch((error: unknown) => {
    if (!isNotFound(error)) throw error;
  });
}

import {
  type DeepReadonly,
  groups,
  type KubernetesObject,
  labels,
  labelValue,
  Machine,
  MachinePool,
  ownerOfKind,
  type ResourceKind,
} from "@capstan/contract";
import { deepCopy, isOwnedBy, isOwnedByFormer } from "@capstan/kube";
import { patchChanges, setOwnerReference } from "@capstan/runtime";
import { referredRequest } from "../../related/referred-request.ts";
import type { PoolMachinesScope } from "./pool-machines-scope.ts";

type Stored = DeepReadonly<KubernetesObject>;

/** An InfraMachine with its Machine, if core has created it. */
interface OwnedMachine {
  readonly object: Stored;
  readonly machine: DeepReadonly<Machine> | undefined;
}

/**
 * The InfraMachines that a pool owns, with their Machines. A label alone proves nothing, and the pool deletes what this returns.
 *
 * After a restore, owners have other uids, and the garbage collector removes references to the former ones. The pool then becomes the owner again
 * of the InfraMachines that still name it, and of those whose Machines its MachinePool owns.
 */
export async function ownedMachines(scope: PoolMachinesScope, kind: ResourceKind): Promise<readonly OwnedMachine[]> {
  const { namespace } = scope.object.metadata;
  const labelSelector = `${labels.machinePoolName}=${poolLabel(scope)}`;
  const labeled = await scope.cache.list<KubernetesObject>(kind, { namespace, labelSelector });
  const found = await Promise.all(
    labeled.map(async (object): Promise<OwnedMachine | undefined> => {
      const machine = await machineOf(scope, kind, object);
      if (!isOfPool(scope, object, machine)) return undefined;
      return { object: isOwnedBy(object, scope.object) ? object : await adopted(scope, kind, object), machine };
    }),
  );
  return found.filter((each) => each !== undefined);
}

/** Whether {@link ownedMachines} has an InfraMachine of the pool's namespace, or will have it once the cache does. */
export async function isOwnedMachine(scope: PoolMachinesScope, kind: ResourceKind, object: Stored): Promise<boolean> {
  const hasLabel = object.metadata.labels?.[labels.machinePoolName] === poolLabel(scope);
  return hasLabel && isOfPool(scope, object, await machineOf(scope, kind, object));
}

/** The name of the MachinePool, also if that no longer exists. */
function poolName({ object, machinePool }: PoolMachinesScope): string {
  return machinePool?.metadata.name ?? ownerOfKind(object, groups.core, MachinePool.kind)?.name ?? object.metadata.name;
}

/** The value of the label of the pool's InfraMachines. */
export function poolLabel(scope: PoolMachinesScope): string {
  return labelValue(poolName(scope));
}

function isOfPool(
  { object: pool, machinePool }: PoolMachinesScope,
  object: Stored,
  machine: DeepReadonly<Machine> | undefined,
): boolean {
  if (isOwnedBy(object, pool) || isOwnedByFormer(object, pool)) return true;
  return machine !== undefined && machinePool !== undefined && isOwnedBy(machine, machinePool);
}

async function adopted(
  { client, object: pool }: PoolMachinesScope,
  kind: ResourceKind,
  object: Stored,
): Promise<Stored> {
  const { name, uid } = pool.metadata;
  const draft = deepCopy<KubernetesObject>(object);
  const metadata = setOwnerReference(draft.metadata, { apiVersion: pool.apiVersion, kind: pool.kind, name, uid });
  return (await patchChanges(client, kind, object, { ...draft, metadata })).object;
}

/** The Machine that core has created for an InfraMachine of the pool. The references of both prove it, because the pool deletes that Machine. */
async function machineOf(
  scope: PoolMachinesScope,
  kind: ResourceKind,
  object: Stored,
): Promise<DeepReadonly<Machine> | undefined> {
  const { namespace, name } = object.metadata;
  const owner = ownerOfKind(object, groups.core, Machine.kind);
  const machine = owner === undefined ? undefined : await scope.cache.get(Machine, { name: owner.name, namespace });
  if (machine === undefined || !isOwnedBy(object, machine)) return undefined;
  const refersToIt = referredRequest(kind, machine.spec.infrastructureRef, namespace).some((to) => to.name === name);
  const namesPool = ownerOfKind(machine, groups.core, MachinePool.kind)?.name === poolName(scope);
  return refersToIt && namesPool ? machine : undefined;
}

import {
  annotations,
  apiVersionOf,
  type DeepReadonly,
  type DeletionScope,
  type InfraMachinePoolScope,
  labels,
  Machine,
  type MachinePool,
  ownerOfKind,
} from "@capstan/provider";
import { GroupMachine, type GroupMachineObject } from "../../api/group-machine.ts";
import type { GroupMachinePool } from "../../api/group-machine-pool.ts";

type PoolScope = InfraMachinePoolScope<typeof GroupMachinePool>;
type RemovalScope = DeletionScope<PoolScope>;
type AnyScope = PoolScope | RemovalScope;

/** A machine of the group in the management cluster. The core finds each GroupMachine by its labels and creates its Machine. */
interface PoolMachine {
  readonly groupMachine: DeepReadonly<GroupMachineObject>;
  /** Undefined until the core has created it. */
  readonly machine: DeepReadonly<Machine> | undefined;
}

/** The machines in the cloud, and how many of them are surplus. */
export interface Present {
  readonly group: string;
  readonly instances: readonly { readonly id: string }[];
  readonly surplus: number;
}

/**
 * Maintains one GroupMachine for each machine of a group. Surplus ones, and those that the cloud no longer has, are deleted through their
 * Machines.
 */
export async function keepMachines(scope: PoolScope, present: Present): Promise<void> {
  const known = await poolMachines(scope, scope.machinePool);
  const named = new Set(known.map(({ groupMachine }) => groupMachine.spec.instance));
  for (const { id } of present.instances) {
    if (!named.has(id)) await scope.client.create(GroupMachine.kind, groupMachineFor(scope, present.group, id));
  }
  const ids = new Set(present.instances.map(({ id }) => id));
  const [there, gone] = partition(known, ({ groupMachine }) => ids.has(groupMachine.spec.instance));
  // The core also creates the Machine of a GroupMachine without an instance. Without that Machine, there would be nothing to delete.
  await deleteMachines(scope, [...gone, ...unwanted(there, present.surplus)]);
}

/** Deletes all Machines of a pool; resolves with whether any are left. */
export async function removeMachines(scope: RemovalScope): Promise<boolean> {
  const known = await poolMachines(scope, scope.machinePool);
  await deleteMachines(scope, known);
  // The core creates no Machines for a pool that is being deleted.
  for (const { groupMachine, machine } of known) {
    if (machine === undefined) await scope.client.delete(GroupMachine.kind, keyOf(groupMachine));
  }
  return known.length > 0;
}

async function poolMachines({ cache, object }: AnyScope, pool: DeepReadonly<MachinePool> | undefined) {
  const { namespace, name } = object.metadata;
  const labelSelector = `${labels.machinePoolName}=${pool?.metadata.name ?? name}`;
  const all = await cache.list(GroupMachine.kind, { namespace, labelSelector });
  return Promise.all(
    all.map(async (groupMachine): Promise<PoolMachine> => {
      const owner = ownerOfKind(groupMachine, Machine.group, Machine.kind);
      const machine = owner === undefined ? undefined : await cache.get(Machine, { namespace, name: owner.name });
      return { groupMachine, machine };
    }),
  );
}

function groupMachineFor(
  { object, machinePool, cluster }: PoolScope,
  group: string,
  instance: string,
): GroupMachineObject {
  const { namespace, name, uid } = object.metadata;
  const { apiVersion, kind } = object;
  return {
    apiVersion: apiVersionOf(GroupMachine.kind),
    kind: GroupMachine.kind.kind,
    metadata: {
      namespace,
      name: `${name}-${instance}`,
      labels: {
        [labels.clusterName]: cluster.metadata.name,
        [labels.machinePoolName]: machinePool.metadata.name,
      },
      ownerReferences: [{ apiVersion, kind, name, uid }],
    },
    spec: { cloudURL: object.spec.cloudURL, group, instance },
  };
}

/** The surplus machines: first those that are being deleted, then those that a user or an autoscaler has marked. */
function unwanted(machines: readonly PoolMachine[], surplus: number): readonly PoolMachine[] {
  const rank = ({ machine }: PoolMachine): number => {
    if (machine?.metadata.deletionTimestamp !== undefined) return 0;
    return machine?.metadata.annotations?.[annotations.deleteMachine] === undefined ? 2 : 1;
  };
  return machines.toSorted((a, b) => rank(a) - rank(b)).slice(0, Math.max(0, surplus));
}

async function deleteMachines({ client }: AnyScope, machines: readonly PoolMachine[]): Promise<void> {
  for (const { machine } of machines) {
    if (machine === undefined || machine.metadata.deletionTimestamp !== undefined) continue;
    await client.delete(Machine, keyOf(machine));
  }
}

function keyOf({ metadata: { namespace = "", name } }: DeepReadonly<GroupMachineObject | Machine>) {
  return { namespace, name };
}

function partition<T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))];
}

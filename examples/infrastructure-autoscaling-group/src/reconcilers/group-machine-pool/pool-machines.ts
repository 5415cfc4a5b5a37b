import type { PoolMachine, PoolMachines } from "@capstan/provider";
import type { GroupMachine } from "../../api/group-machine.ts";

type Machines = PoolMachines<typeof GroupMachine>;

/** The machines in the cloud, and how many of them are surplus. */
export interface Present {
  readonly cloudURL: string;
  readonly group: string;
  readonly instances: readonly { readonly id: string }[];
  readonly surplus: number;
}

/**
 * Maintains one GroupMachine for each machine of a group. Surplus ones, and those that the cloud no longer has, are deleted through their
 * Machines.
 */
export async function keepMachines(pool: string, machines: Machines, present: Present): Promise<void> {
  const { cloudURL, group, instances, surplus } = present;
  const named = new Set(machines.all.map(({ object }) => object.spec.instance));
  for (const { id } of instances) {
    if (!named.has(id)) await machines.create(`${pool}-${id}`, { cloudURL, group, instance: id });
  }
  const ids = new Set(instances.map(({ id }) => id));
  const existing = machines.all.filter(({ object }) => ids.has(object.spec.instance));
  // The core also creates the Machine of a GroupMachine without an instance. Without that Machine, there would be nothing to delete.
  const gone = machines.all.filter(({ object }) => !ids.has(object.spec.instance));
  await machines.delete([...gone, ...unwanted(existing, surplus)]);
}

/** The surplus machines: first those that are being deleted, then those that a user or an autoscaler has marked. */
function unwanted(machines: Machines["all"], surplus: number): Machines["all"] {
  const rank = ({ isDeleting, isMarked }: PoolMachine<typeof GroupMachine>): number => {
    if (isDeleting) return 0;
    return isMarked ? 1 : 2;
  };
  return machines.toSorted((a, b) => rank(a) - rank(b)).slice(0, Math.max(0, surplus));
}

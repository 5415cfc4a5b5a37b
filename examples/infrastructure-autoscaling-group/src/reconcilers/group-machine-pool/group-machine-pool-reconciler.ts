import { createHash } from "node:crypto";
import { enqueueForOwner, InfraMachinePoolReconciler, outcome, PoolMachines, uniqueName } from "@capstan/provider";
import { GroupMachine } from "../../api/group-machine.ts";
import { GroupMachinePool } from "../../api/group-machine-pool.ts";
import { type Group, type GroupWish, type OpenGroups, openGroups } from "../../cloud/group-client.ts";
import { instanceProviderID } from "../../cloud/names.ts";
import { keepMachines } from "./pool-machines.ts";

/** How soon to reconcile again while a group is changing, and while its autoscaler may change it, in milliseconds. */
const changingMs = 1_000;
const settledMs = 5_000;

export class GroupMachinePoolReconciler extends InfraMachinePoolReconciler<typeof GroupMachinePool> {
  readonly definition = GroupMachinePool;
  readonly #open: OpenGroups;

  constructor(open = openGroups) {
    super();
    this.#open = open;
  }

  override sources() {
    const { group, kind: ownerKind } = this.definition.kind;
    return [enqueueForOwner(GroupMachine.kind, { group, ownerKind })];
  }

  async reconcilePool(scope: this["Scope"], signal: AbortSignal) {
    const { object, replicas, replicasManagedBy, bootstrapData, needsBootstrapData } = scope;
    const cloud = this.#open(object.spec.cloudURL, signal);
    const name = uniqueName(object);
    const known = await cloud.get(name);
    // An existing group has data from before. Machines of a new one would never join.
    if (known === undefined && needsBootstrapData && bootstrapData === undefined) {
      const message = "The group no longer exists, and a new one waits for the Secret with its bootstrap data";
      return outcome.pending("WaitingForBootstrapData", { message, retryAfterMs: settledMs });
    }
    // Once a group exists, another manager of the size, if any, takes precedence.
    const decides = known === undefined || replicasManagedBy === undefined;
    const wish: GroupWish = {
      machineType: object.spec.machineType,
      ...(decides ? { desired: desiredSize(object.spec, known, replicas) } : {}),
      ...(bootstrapData === undefined ? {} : { userData: bootstrapData }),
    };
    const group = known !== undefined && isAsWished(known, wish) ? known : await cloud.put(name, wish);
    const { instances } = group;
    const surplus = decides ? instances.length - replicas : 0;
    const { cloudURL, machines } = object.spec;
    if (machines) {
      const present = { cloudURL, group: name, instances, surplus };
      await keepMachines(object.metadata.name, await PoolMachines.of(scope, GroupMachine), present);
    }

    const running = instances.filter(({ state }) => state === "running").length;
    const isComplete = running === group.desired && instances.length === group.desired && surplus <= 0;
    const providerIDList = instances.map(({ id }) => instanceProviderID(name, id));
    const progress = { status: { running }, retryAfterMs: isComplete ? settledMs : changingMs };
    if (!isComplete && object.status?.initialization?.provisioned !== true) {
      const message = `${running} of ${group.desired} machines run`;
      return outcome.pending("MachinesStarting", { ...progress, message, providerIDList });
    }
    const sized = {
      type: "Sized",
      status: isComplete ? "True" : "False",
      reason: isComplete ? "Sized" : "Scaling",
    } as const;
    return outcome.poolProvisioned({
      ...progress,
      providerIDList,
      desiredReplicas: group.desired,
      providerID: `group://${name}`,
      infrastructureMachineKind: machines ? GroupMachine.kind.kind : undefined,
      conditions: [sized],
    });
  }

  async deletePool(scope: this["DeletionScope"], signal: AbortSignal) {
    const { object } = scope;
    if (object.spec.machines && (await (await PoolMachines.of(scope, GroupMachine)).deleteAll())) {
      return outcome.pending("MachinesDeleting", { retryAfterMs: changingMs });
    }
    const cloud = this.#open(object.spec.cloudURL, signal);
    const name = uniqueName(object);
    const left = (await cloud.get(name)) === undefined ? undefined : await cloud.remove(name);
    return left === undefined ? outcome.deleted() : outcome.pending("GroupDeleting", { retryAfterMs: changingMs });
  }
}

/** A group with Machines shrinks as they are deleted, so that the cloud never chooses which machine to remove. */
function desiredSize({ machines }: { readonly machines: boolean }, known: Group | undefined, replicas: number): number {
  return machines && known !== undefined ? Math.max(known.desired, replicas) : replicas;
}

function isAsWished(group: Group, { machineType, desired = group.desired, userData }: GroupWish): boolean {
  const isSameData =
    userData === undefined || createHash("sha256").update(userData).digest("hex") === group.userDataSHA256;
  return group.machineType === machineType && group.desired === desired && isSameData;
}

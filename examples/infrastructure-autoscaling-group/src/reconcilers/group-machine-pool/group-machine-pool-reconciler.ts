import { createHash } from "node:crypto";
import { InfraMachinePoolReconciler, outcome } from "@capstan/provider";
import { GroupMachinePool } from "../../api/group-machine-pool.ts";
import { type Group, GroupClient, type GroupWish } from "../../cloud/group-client.ts";

/** How soon to look again at a group that is changing, and at one that may be changed by its autoscaler, in milliseconds. */
const changingMs = 1_000;
const settledMs = 5_000;

export class GroupMachinePoolReconciler extends InfraMachinePoolReconciler<typeof GroupMachinePool> {
  readonly definition = GroupMachinePool;

  async reconcilePool(scope: this["Scope"], signal: AbortSignal) {
    const { object, replicas, replicasManagedBy, bootstrapData } = scope;
    const cloud = new GroupClient(object.spec.cloudURL, signal);
    const name = groupName(object.metadata);
    const known = await cloud.get(name);
    // Once a group exists, another decider of the size, if any, takes precedence.
    const decides = known === undefined || replicasManagedBy === undefined;
    const wish: GroupWish = {
      machineType: object.spec.machineType,
      ...(decides ? { desired: replicas } : {}),
      ...(bootstrapData === undefined ? {} : { userData: bootstrapData }),
    };
    const group = known !== undefined && isAsWished(known, wish) ? known : await cloud.put(name, wish);

    const running = group.instances.filter(({ state }) => state === "running").length;
    const isComplete = running === group.desired && group.instances.length === group.desired;
    const providerIDList = group.instances.map(({ id }) => `group://${name}/${id}`);
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
      conditions: [sized],
    });
  }

  async deletePool({ object }: this["DeletionScope"], signal: AbortSignal) {
    const cloud = new GroupClient(object.spec.cloudURL, signal);
    const name = groupName(object.metadata);
    const left = (await cloud.get(name)) === undefined ? undefined : await cloud.remove(name);
    return left === undefined ? outcome.deleted() : outcome.pending("GroupDeleting", { retryAfterMs: changingMs });
  }
}

/** The same after a move, which changes uids. A namespace has no dot in its name. */
function groupName({ namespace, name }: { readonly namespace: string; readonly name: string }): string {
  return `${namespace}.${name}`;
}

function isAsWished(group: Group, { machineType, desired = group.desired, userData }: GroupWish): boolean {
  const isSameData =
    userData === undefined || createHash("sha256").update(userData).digest("hex") === group.userDataSHA256;
  return group.machineType === machineType && group.desired === desired && isSameData;
}

import { type ControlPlaneMember, crowdOf, type DesiredControlPlane } from "./member.ts";

/** The next step of a control plane, of which there is one at a time. */
export type ControlPlaneStep =
  /** @param isFirst - whether it begins the workload cluster; all others join it. */
  | { readonly type: "create"; readonly isFirst: boolean }
  | { readonly type: "delete"; readonly member: ControlPlaneMember }
  | { readonly type: "wait"; readonly message: string }
  | { readonly type: "done" };

/**
 * Decides how a control plane comes to have its Machines. Pure.
 *
 * One Machine is created or deleted at a time, and none while another one has no healthy Node: the data store of the control plane keeps
 * its quorum. A rollout creates one Machine more, and then deletes an outdated one. An outdated Machine that has never had a Node makes
 * way for one from the present spec. A Machine that a MachineHealthCheck condemns is deleted unless it is the only one, whose data would be
 * lost.
 */
export function decideStep(
  members: readonly ControlPlaneMember[],
  { replicas }: Pick<DesiredControlPlane, "replicas">,
  isInitialized: boolean,
): ControlPlaneStep {
  if (members.length === 0) return replicas > 0 ? { type: "create", isFirst: true } : { type: "done" };
  const leaving = members.find(({ isDeleting }) => isDeleting);
  if (leaving !== undefined) return wait(`Machine ${nameOf(leaving)} is being deleted`);
  const condemned = members.find(({ isCondemned }) => isCondemned);
  if (condemned !== undefined && (members.length > 1 || !isInitialized)) return { type: "delete", member: condemned };
  const stuck = members.find(({ outdated, hasJoined }) => outdated.length > 0 && !hasJoined);
  if (stuck !== undefined && (members.length > 1 || !isInitialized)) return { type: "delete", member: stuck };
  if (!isInitialized) return wait("The first Machine starts the control plane");
  if (members.length > replicas) return shrink(members);
  const isOutdated = members.some(({ outdated }) => outdated.length > 0);
  if (members.length === replicas && !isOutdated) return { type: "done" };
  return unlessUnhealthy(members, { type: "create", isFirst: false });
}

/** Deletes marked Machines first, then outdated ones and unhealthy ones, then one of the most crowded failure domain, then the oldest. */
function shrink(members: readonly ControlPlaneMember[]): ControlPlaneStep {
  const machines = members.map(({ machine }) => machine);
  const rank = ({ isMarked, outdated, isHealthy, machine }: ControlPlaneMember) => [
    isMarked ? 0 : 1,
    outdated.length > 0 ? 0 : 1,
    isHealthy ? 1 : 0,
    -crowdOf(machine, machines),
    machine.metadata.creationTimestamp ?? "",
    machine.metadata.name,
  ];
  const [member] = members.toSorted((one, other) => compare(rank(one), rank(other)));
  if (member === undefined) return { type: "done" };
  const others = members.filter((other) => other !== member);
  return member.isHealthy ? unlessUnhealthy(others, { type: "delete", member }) : { type: "delete", member };
}

function unlessUnhealthy(members: readonly ControlPlaneMember[], step: ControlPlaneStep): ControlPlaneStep {
  const unhealthy = members.find(({ isHealthy }) => !isHealthy);
  return unhealthy === undefined ? step : wait(`Machine ${nameOf(unhealthy)} has no healthy Node`);
}

function wait(message: string): ControlPlaneStep {
  return { type: "wait", message };
}

function nameOf({ machine }: ControlPlaneMember): string {
  return machine.metadata.name;
}

function compare(one: readonly (string | number)[], other: readonly (string | number)[]): number {
  for (const [index, left] of one.entries()) {
    const right = other[index] ?? left;
    if (left !== right) return left < right ? -1 : 1;
  }
  return 0;
}

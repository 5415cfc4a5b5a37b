import {
  type DockerPoolMachine,
  isOutdated,
  isReady,
  isStaying,
  isUnhealthy,
  type PoolMember,
  type PresentMember,
} from "./pool-members.ts";

/** What a pool is to become. */
export interface DesiredPool {
  readonly replicas: number;
  /** The label of containers from the present template. */
  readonly template: string;
  /** Whether its machines boot from bootstrap data. */
  readonly hasData: boolean;
}

/** The next steps of a pool. */
export interface PoolDecision {
  /** How many containers to create. */
  readonly create: number;
  /** DockerMachines whose Machines to delete. */
  readonly remove: readonly DockerPoolMachine[];
  /** How many machines stay, and are from the present template. */
  readonly current: number;
  /** How many machines from earlier templates stay. */
  readonly outdated: number;
}

/** How many machines more than the replicas a rollout may have, as in MachineDeployments. */
const maxSurge = 1;

/**
 * Decides how a pool comes to have its replicas, from the present template. Pure.
 *
 * Machines that are being deleted do not count: others take their place at once. A rollout creates one machine more, and deletes one from an
 * earlier template when enough others have Nodes.
 */
export function decidePool(members: readonly PoolMember[], desired: DesiredPool): PoolDecision {
  const { replicas, template } = desired;
  const present = members.filter(isStaying);
  const condemned = present.filter(({ machine }) => machine?.isCondemned === true);
  const staying = present.filter(({ machine }) => machine?.isCondemned !== true);
  const outdated = staying.filter((member) => isOutdated(member, template)).length;
  const current = staying.length - outdated;
  const most = replicas + (outdated > 0 ? maxSurge : 0);
  const gone = members.filter(({ container }) => container === undefined);
  return {
    create: Math.max(0, Math.min(replicas - current, most - staying.length)),
    remove: [...gone, ...condemned, ...surplus(staying, desired)]
      .map(({ machine }) => machine)
      .filter((machine) => machine !== undefined),
    current,
    outdated,
  };
}

/**
 * The machines that the pool has too many, in this order: marked ones, outdated ones, unhealthy ones, the oldest. Apart from marked ones, no
 * machine with a Node is deleted while the pool has no more Nodes than replicas.
 */
function surplus(staying: readonly PresentMember[], { replicas, template, hasData }: DesiredPool): PresentMember[] {
  const rank = (member: PresentMember): number => {
    if (member.machine?.isMarked === true) return 0;
    const health = isUnhealthy(member) ? 0 : 1;
    return isOutdated(member, template) ? 1 + health : 3 + health;
  };
  let tooMany = staying.length - replicas;
  let nodes = staying.filter((member) => isReady(member, hasData)).length;
  const chosen: PresentMember[] = [];
  for (const member of staying.toSorted((one, other) => rank(one) - rank(other))) {
    if (tooMany <= 0) break;
    const hasNode = isReady(member, hasData);
    if (hasNode && nodes <= replicas && rank(member) > 0) {
      // Machines of the present template boot: they must not make way for it.
      if (isOutdated(member, template)) break;
      continue;
    }
    chosen.push(member);
    tooMany -= 1;
    nodes -= hasNode ? 1 : 0;
  }
  return chosen;
}

import type { EngineContainer } from "../../engine/engine.ts";
import {
  type DockerPoolMachine,
  isOutdated,
  isReady,
  isStaying,
  isUnhealthy,
  isUnstarted,
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
  /** Containers to remove that have no DockerMachine, so that no Machine can be deleted for them, and no Node was reported. */
  readonly discard: readonly EngineContainer[];
  /** The machines that stay. */
  readonly keep: readonly PresentMember[];
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
 * Machines that are lost or being deleted do not count: others take their place at once. A rollout creates one machine more, and deletes one
 * from an earlier template when enough others have Nodes. The next one is created when that one no longer exists, however long its Node is
 * drained.
 */
export function decidePool(members: readonly PoolMember[], desired: DesiredPool): PoolDecision {
  const { replicas, template } = desired;
  const obsolete = members.filter(
    (member) => isStaying(member) && !member.isTaken && isUnstarted(member) && isOutdated(member, template),
  );
  const existing = members.filter((member) => member.container !== undefined && !obsolete.includes(member));
  const present = existing.filter(isStaying);
  const condemned = present.filter(({ machine }) => machine?.isCondemned === true);
  const staying = present.filter(({ machine }) => machine?.isCondemned !== true);
  const outdated = staying.filter((member) => isOutdated(member, template)).length;
  const current = staying.length - outdated;
  const surge = outdated > 0 ? replicas + maxSurge - existing.length : 0;
  const gone = members.filter(({ container }) => container === undefined);
  const tooMany = surplus(staying, desired);
  const going = [...obsolete, ...gone, ...condemned, ...tooMany];
  return {
    create: Math.max(0, Math.min(replicas - current, Math.max(replicas - staying.length, surge))),
    remove: going.map(({ machine }) => machine).filter((machine) => machine !== undefined),
    discard: going.flatMap(({ container, machine }) => (machine === undefined && container ? [container] : [])),
    keep: staying.filter((member) => !tooMany.includes(member)),
    current,
    outdated,
  };
}

/**
 * The machines that the pool has too many, in this order: marked ones, outdated ones, unhealthy ones, the oldest. Apart from marked ones, no
 * machine with a Node is deleted while the pool has no more Nodes than replicas. Outdated machines without a Node come before those with
 * one, so that a template that yields no Node can be replaced. A container whose name is taken stays.
 */
function surplus(staying: readonly PresentMember[], { replicas, template, hasData }: DesiredPool): PresentMember[] {
  const rank = (member: PresentMember): number => {
    if (member.machine?.isMarked === true) return 0;
    const isFailed = isUnhealthy(member) || isUnstarted(member);
    if (!isOutdated(member, template)) return isFailed ? 4 : 5;
    if (isFailed) return 1;
    return isReady(member, hasData) ? 3 : 2;
  };
  let tooMany = staying.length - replicas;
  let nodes = staying.filter((member) => isReady(member, hasData)).length;
  const chosen: PresentMember[] = [];
  const removable = staying.filter(({ isTaken }) => !isTaken);
  for (const member of removable.toSorted((one, other) => rank(one) - rank(other))) {
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

import { type Bounds } from "./bounds.ts";
import { byAge, type ReplicaPlan, type SetState, total } from "./set-state.ts";

/** The input for a step of a rollout. */
export interface RolloutState {
  readonly bounds: Bounds;
  /** The set with the desired template. */
  readonly current: SetState;
  /** All other sets. */
  readonly old: readonly SetState[];
}

/**
 * The next step of a rolling update: grows the current set as far as maxSurge allows, and shrinks the old sets as far as availability
 * allows.
 *
 * Does not assume that a set deletes its unavailable Machines first: enough Machines stay available whichever it deletes.
 */
export function planRollingUpdate(state: RolloutState): ReplicaPlan {
  const plan = new Map<string, number>();
  const next = nextReplicas(state);
  if (next !== state.current.replicas) plan.set(state.current.name, next);
  scaleDownOld(state, plan);
  if (plan.size === 0) breakDeadlock(state, plan);
  return plan;
}

/** Replicas of the current set. Machines, including those being deleted, never exceed the desired number plus maxSurge. */
export function nextReplicas({ bounds, current, old }: RolloutState): number {
  const machines = total([current, ...old], ({ replicas, actual }) => Math.max(replicas, actual));
  const room = Math.max(0, bounds.wanted + bounds.maxSurge - machines);
  return current.replicas + Math.min(room, bounds.wanted - current.replicas);
}

/** How much one plan may still remove. */
interface Room {
  /** Replicas that may be removed. */
  replicas: number;
  /** Available Machines that are not needed, assuming that all removals so far affect available ones. */
  spare: number;
}

function scaleDownOld({ bounds, current, old }: RolloutState, plan: Map<string, number>): void {
  const all = [...old, current];
  if (total(old, ({ replicas }) => replicas) === 0) return;
  const minAvailable = Math.max(bounds.wanted - bounds.maxUnavailable, 0);
  const least = (set: SetState) => Math.min(set.replicas, plan.get(set.name) ?? set.replicas);
  const pending = total(all, (set) => Math.max(set.alive - least(set), 0));
  // New Machines that do not become available slow the rollout down, so that a bad template does not break all Machines.
  const newUnavailable = Math.max(current.replicas - current.available, 0);
  const room: Room = {
    replicas: Math.max(total(all, ({ replicas }) => replicas) - pending - minAvailable - newUnavailable, 0),
    spare: Math.max(total(all, (set) => availableAt(set, least(set))) - minAvailable, 0),
  };
  const ordered = [...old].sort(byAge);
  // Unavailable replicas are removed first: this advances the rollout without reducing availability.
  for (const set of ordered) shrink(set, Math.max(set.replicas - set.available, 0), room, plan);
  for (const set of ordered) shrink(set, set.replicas, room, plan);
}

function shrink(set: SetState, most: number, room: Room, plan: Map<string, number>): void {
  const replicas = plan.get(set.name) ?? set.replicas;
  const before = availableAt(set, replicas);
  const harmless = before > room.spare ? replicas - (set.alive - set.available) - (before - room.spare) : replicas;
  const by = Math.min(most, room.replicas, replicas, Math.max(harmless, 0));
  if (by <= 0) return;
  plan.set(set.name, replicas - by);
  room.replicas -= by;
  room.spare -= before - availableAt(set, replicas - by);
}

/** The number of Machines of a set that are certainly available at this number of replicas, whichever it deletes. */
function availableAt({ alive, available }: SetState, replicas: number): number {
  return Math.max(available - Math.max(alive - replicas, 0), 0);
}

/**
 * Unavailable old Machines can block a rollout forever: no set may shrink because too few Machines are available, and none may grow because
 * there are too many. Then the oldest set with such a Machine removes it.
 */
function breakDeadlock({ current, old }: RolloutState, plan: Map<string, number>): void {
  const isBroken = ({ actual, available }: SetState) => available !== actual;
  const isMoving = [current, ...old].some(({ replicas, actual }) => replicas !== actual);
  if (isMoving || isBroken(current)) return;
  const stuck = [...old].sort(byAge).find((set) => isBroken(set) && set.replicas > 0);
  if (stuck !== undefined) plan.set(stuck.name, stuck.replicas - 1);
}

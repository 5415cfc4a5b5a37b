import { nextReplicas, type RolloutState } from "./rolling-update.ts";
import { byAge, type ReplicaPlan, total } from "./set-state.ts";

/**
 * The next step with the strategy OnDelete: old Machines stay until a user deletes them, and only then does the current set replace them.
 * Old sets shrink when there are more Machines than desired.
 */
export function planOnDelete(state: RolloutState): ReplicaPlan {
  const { bounds, current } = state;
  const plan = new Map<string, number>();
  const next = nextReplicas(state);
  if (next !== current.replicas) plan.set(current.name, next);
  const old = [...state.old].sort(byAge);
  let surplus = Math.max(total(old, ({ replicas }) => replicas) + next - bounds.wanted, 0);
  // The old set does not replace a deleted Machine: the current set does.
  for (const set of old) {
    const gone = Math.max(set.replicas - set.actual, 0);
    if (gone > 0) plan.set(set.name, set.replicas - gone);
    surplus -= gone;
  }
  for (const set of old) {
    const replicas = plan.get(set.name) ?? set.replicas;
    const by = Math.min(replicas, Math.max(surplus, 0));
    if (by > 0) plan.set(set.name, replicas - by);
    surplus -= by;
  }
  return plan;
}

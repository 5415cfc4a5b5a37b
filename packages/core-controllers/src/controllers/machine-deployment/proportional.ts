import { type Bounds } from "./bounds.ts";
import { byAge, type ReplicaPlan, type SetState, total } from "./set-state.ts";

/** The input for scaling without a rollout. */
export interface ScalingState {
  readonly bounds: Bounds;
  readonly isRollingUpdate: boolean;
  /** The set with the desired template, if it exists. */
  readonly current: SetState | undefined;
  readonly old: readonly SetState[];
  /** Whether the current set has the desired number of replicas, and all its Machines are available. */
  readonly isSaturated: boolean;
  /** The largest number of Machines that the deployment could have when the set was last scaled: its annotation max-replicas. */
  readonly maxReplicasOf: (name: string) => number | undefined;
}

/**
 * Scales a deployment to `spec.replicas` while its rollout is paused. A single set with Machines takes the whole change. In the middle of a
 * rollout all sets grow or shrink in proportion, the largest first, so that the rollout keeps its progress.
 */
export function planProportional(state: ScalingState): ReplicaPlan {
  const { bounds, current, old } = state;
  const all = [...old, ...(current === undefined ? [] : [current])];
  const active = all.filter(({ replicas }) => replicas > 0);
  if (active.length <= 1) {
    const only = active[0] ?? current ?? [...old].sort(byAge).at(-1);
    return only === undefined || only.replicas === bounds.wanted ? new Map() : new Map([[only.name, bounds.wanted]]);
  }
  if (state.isSaturated) {
    return new Map(old.filter(({ replicas }) => replicas > 0).map(({ name }) => [name, 0]));
  }
  return state.isRollingUpdate ? inProportion(state, active) : new Map();
}

function inProportion(state: ScalingState, active: readonly SetState[]): ReplicaPlan {
  const { wanted, maxSurge } = state.bounds;
  const allowed = wanted === 0 ? 0 : wanted + maxSurge;
  const missing = allowed - total(active, ({ replicas }) => replicas);
  const growing = missing > 0;
  // Of sets of equal size, the newer one grows first and the older one shrinks first.
  const ordered = [...active].sort(
    (left, right) => right.replicas - left.replicas || (growing ? byAge(right, left) : byAge(left, right)),
  );
  const actual = total([...state.old, ...(state.current === undefined ? [] : [state.current])], (set) => set.actual);
  const sizes = new Map<string, number>();
  let given = 0;
  for (const set of ordered) {
    const left = missing - given;
    const share = left === 0 ? 0 : shareOf(set, state, actual);
    const change = growing ? Math.min(share, left) : Math.max(share, left);
    sizes.set(set.name, set.replicas + change);
    given += change;
  }
  // The largest set takes the remainder of rounding; the next set takes the part that the largest cannot give up.
  let leftover = missing - given;
  for (const { name } of ordered) {
    const size = sizes.get(name) ?? 0;
    const change = Math.max(leftover, -size);
    sizes.set(name, size + change);
    leftover -= change;
  }
  return new Map([...sizes].filter(([name, size]) => active.find((set) => set.name === name)?.replicas !== size));
}

/** How much a set changes if it keeps its share of the total. */
function shareOf(set: SetState, { bounds, maxReplicasOf }: ScalingState, actual: number): number {
  const before = maxReplicasOf(set.name) ?? actual;
  if (before === 0) return 0;
  return Math.round((set.replicas * (bounds.wanted + bounds.maxSurge)) / before) - set.replicas;
}

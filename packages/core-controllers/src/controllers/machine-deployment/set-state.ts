/** The values of one MachineSet that a plan reads. */
export interface SetState {
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** The desired number: `spec.replicas`. */
  readonly replicas: number;
  /** Existing Machines, including those being deleted. */
  readonly actual: number;
  /** Machines that are not being deleted. */
  readonly alive: number;
  /** Machines that are not being deleted and are Available. */
  readonly available: number;
}

/** New numbers of replicas, by set name, for the sets that change. */
export type ReplicaPlan = ReadonlyMap<string, number>;

/** The sum over sets. */
export function total(sets: readonly SetState[], of: (set: SetState) => number): number {
  return sets.reduce((sum, set) => sum + of(set), 0);
}

/** Older sets first; equally old ones by name. */
export function byAge(left: SetState, right: SetState): number {
  return left.createdAt - right.createdAt || (left.name < right.name ? -1 : 1);
}

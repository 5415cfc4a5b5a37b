/** What a plan reads of one MachineSet. */
export interface SetState {
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** `spec.replicas`: how many it should have. */
  readonly replicas: number;
  /** Existing Machines, including those being deleted. */
  readonly actual: number;
  /** Machines that are not being deleted. */
  readonly alive: number;
  /** Machines that are not being deleted and are Available. */
  readonly available: number;
}

/** New numbers of replicas, by name, for the sets whose number changes. */
export type ReplicaPlan = ReadonlyMap<string, number>;

/** The sum over sets. */
export function total(sets: readonly SetState[], of: (set: SetState) => number): number {
  return sets.reduce((sum, set) => sum + of(set), 0);
}

/** Older sets first; equally old ones by name. */
export function byAge(left: SetState, right: SetState): number {
  return left.createdAt - right.createdAt || (left.name < right.name ? -1 : 1);
}

import { isConditionTrue, labels, type Machine } from "@capstan/contract";
import type { WatchEvent } from "@capstan/runtime";

/** The workers after one event. */
export interface WorkerState {
  /** All existing workers, including those being deleted. */
  readonly all: number;
  /** Workers that are Ready and not being deleted. */
  readonly ready: number;
  /** Workers that are Available and not being deleted. */
  readonly available: number;
}

/**
 * The sequence of the workers' states, one for each event of a worker.
 * @param before - the Machines when the record began.
 */
export function workerStates(before: readonly Machine[], events: readonly WatchEvent<Machine>[]): WorkerState[] {
  const known = new Map(before.filter(isWorker).map((machine) => [machine.metadata.name, machine]));
  return events
    .filter(({ object }) => isWorker(object))
    .map(({ type, object }) => {
      if (type === "DELETED") known.delete(object.metadata.name);
      else known.set(object.metadata.name, object);
      const alive = [...known.values()].filter(({ metadata }) => metadata.deletionTimestamp === undefined);
      const count = (condition: string): number =>
        alive.filter((machine) => isConditionTrue(machine, condition)).length;
      return { all: known.size, ready: count("Ready"), available: count("Available") };
    });
}

export function isWorker({ metadata }: Machine): boolean {
  return !(labels.controlPlane in (metadata.labels ?? {}));
}

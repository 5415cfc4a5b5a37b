import { type ConcernedObject } from "../facts/concerned-object.ts";
import { type PhaseSpelling } from "../names/phase-names.ts";

/** The part of a Machine that determines phases, the same for all versions of its API. */
export interface MachineReading {
  readonly machine: ConcernedObject;
  readonly spelling: PhaseSpelling;
  readonly storedPhase: string;
  readonly deletionRequested: boolean;
  readonly configRef: ConcernedObject | undefined;
  readonly infrastructureRef: ConcernedObject;
  /** Whether bootstrap data or the name of its Secret exists, and whether it is empty. */
  readonly data: "set" | "empty" | undefined;
  readonly providerID: string | undefined;
  readonly bootstrapDone: boolean;
  readonly infrastructureDone: boolean;
  readonly nodeRefName: string | undefined;
  readonly updating: boolean;
  readonly failureReason: string | undefined;
  readonly failureMessage: string | undefined;
  /** Up to v1alpha2, data that a user supplies without a configRef sets the bootstrap flag. */
  readonly dataNeedsNoConfigRef: boolean;
}

/** Reduces bootstrap data to its presence, so that the data itself is passed no further. */
export function presenceOf(data: string | undefined): "set" | "empty" | undefined {
  if (data === undefined) return undefined;
  return data === "" ? "empty" : "set";
}

/** Whether the condition Updating is True. */
export function isUpdating(conditions: readonly { readonly type: string; readonly status: string }[] = []): boolean {
  return conditions.some(({ type, status }) => type === "Updating" && status === "True");
}

import { type ConcernedObject } from "../facts/concerned-object.ts";
import { type PhaseSpelling } from "../names/phase-names.ts";

/** What the phases need of a Machine, the same for all versions of its API. */
export interface MachineReading {
  readonly machine: ConcernedObject;
  readonly spelling: PhaseSpelling;
  readonly storedPhase: string;
  readonly deletionRequested: boolean;
  readonly configRef: ConcernedObject | undefined;
  readonly infrastructureRef: ConcernedObject;
  /** Bootstrap data or the name of its Secret: only whether it is there, and empty. */
  readonly data: "set" | "empty" | undefined;
  readonly providerID: string | undefined;
  readonly bootstrapDone: boolean;
  readonly infrastructureDone: boolean;
  readonly nodeRefName: string | undefined;
  readonly updating: boolean;
  readonly failureReason: string | undefined;
  readonly failureMessage: string | undefined;
  /** Up to v1alpha2 data that a user supplies without a configRef sets the bootstrap flag. */
  readonly dataNeedsNoConfigRef: boolean;
}

/** Data by whether it is there, so that the data itself goes no further. */
export function presenceOf(data: string | undefined): "set" | "empty" | undefined {
  if (data === undefined) return undefined;
  return data === "" ? "empty" : "set";
}

/** Whether the conditions have one of type Updating that is True. */
export function isUpdating(conditions: readonly { readonly type: string; readonly status: string }[] = []): boolean {
  return conditions.some(({ type, status }) => type === "Updating" && status === "True");
}

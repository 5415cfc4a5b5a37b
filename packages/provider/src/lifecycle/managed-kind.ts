import type { ResourceKind } from "@capstan/contract";
import type { AuxiliaryDefinition } from "../definition/auxiliary-definition.ts";
import type { Asked } from "../check/asked.ts";
import type { Finding } from "../finding/finding.ts";
import type { CachedObject, StoredObject } from "../object/stored-object.ts";
import type { Outcome } from "../outcome/outcome.ts";
import type { ConditionDraft } from "../status/conditions.ts";

/** A kind as the lifecycle handles it: where its objects are, and what an outcome and a finding make of them. Pure. */
export interface ManagedKind {
  readonly kind: ResourceKind<StoredObject>;
  readonly finalizer: string;
  /** The auxiliary kinds that author code reads. */
  readonly uses: readonly AuxiliaryDefinition[];
  /** Whether author code claims addresses, which are released when the object is deleted. */
  readonly claimsAddresses: boolean;
  /** @throws ContractViolation - with every rule that the outcome breaks. */
  checkOutcome(object: CachedObject, outcome: Outcome, asked?: Asked): void;
  findingOf(outcome: Outcome): Finding;
  /** Whether the object reports that it is done, or has done so before. */
  hasBeenDone(object: CachedObject): boolean;
  /** The finding for an object with a standing terminal failure; undefined: the object must be reconciled. */
  stillFailed(object: CachedObject): Finding | undefined;
  nextSpec(object: CachedObject, finding: Finding): object | undefined;
  /** @param now - RFC 3339. */
  nextStatus(object: CachedObject, finding: Finding, now: string): object;
  /** The status of an object that is paused or no longer paused: only that condition changes. */
  pausedStatus(object: CachedObject, paused: ConditionDraft, now: string): object;
  /** @throws ContractViolation - with every rule that the write would break. */
  checkWrite(before: CachedObject, after: CachedObject): void;
}

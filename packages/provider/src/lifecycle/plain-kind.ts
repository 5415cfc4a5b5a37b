import {
  ContractViolation,
  conditionTypes,
  type HasConditions,
  isConditionTrue,
  type ResourceKind,
  type Violation,
} from "@capstan/contract";
import { fieldsOf, type JsonObject, objectKeyText } from "@capstan/kube";
import { checkChanges } from "../check/check-write.ts";
import { conditionViolations, reasonViolations } from "../check/condition-violations.ts";
import { shapeViolations } from "../check/shape-violations.ts";
import type { AuxiliaryDefinition } from "../definition/auxiliary-definition.ts";
import { extrasOf, unfinishedFindingOf } from "../finding/finding-of.ts";
import { providerReasons } from "../finding/provider-reasons.ts";
import type { CachedObject, StoredObject } from "../object/stored-object.ts";
import type { Outcome } from "../outcome/outcome.ts";
import { plainConditionTypes, plainPausedStatus, plainStatus } from "../status/plain-status.ts";
import type { ManagedKind } from "./managed-kind.ts";

/** The parts of a kind without a role. */
export interface PlainKindParts {
  readonly kind: ResourceKind;
  readonly finalizer: string;
  readonly uses: readonly AuxiliaryDefinition[];
  /** The `type` of the outcome that reports success. */
  readonly success: string;
  /** The status fields that this outcome sets, by their names. Default: none. */
  readonly factsOf?: (outcome: Outcome) => JsonObject;
  /** The violations of the author's values in an outcome. Default: none. */
  readonly violationsOf?: (outcome: Outcome) => readonly Violation[];
  /** The violations of the kind's schema in an object. Default: the API server alone checks objects. */
  readonly validate?: (object: unknown) => readonly Violation[];
}

/** A kind without a role for core, whose status has the conditions Ready and Paused. */
export function plainKind(parts: PlainKindParts): ManagedKind {
  const { kind, finalizer, uses, success, factsOf = () => ({}), violationsOf = () => [], validate = () => [] } = parts;
  return {
    // The lifecycle treats spec and status as data.
    kind: kind as ResourceKind<StoredObject>,
    finalizer,
    uses,
    claimsAddresses: false,
    checkOutcome: (object, outcome, asked = "provide") => {
      const misshapen = shapeViolations(success, outcome, asked);
      const violations =
        misshapen.length > 0 ? misshapen : [...commonViolations(outcome, success), ...violationsOf(outcome)];
      if (violations.length === 0) return;
      throw new ContractViolation(`The outcome for ${object.kind} ${objectKeyText(object.metadata)}`, violations);
    },
    findingOf: (outcome) =>
      unfinishedFindingOf(outcome, {}) ?? {
        ...extrasOf(outcome),
        progress: "provisioned",
        reason: providerReasons.ready,
        message: "",
        facts: factsOf(outcome),
      },
    hasBeenDone: (object) => isConditionTrue(object as HasConditions, conditionTypes.ready),
    stillFailed: () => undefined,
    nextSpec: () => undefined,
    nextStatus: plainStatus,
    pausedStatus: plainPausedStatus,
    checkWrite: (before: CachedObject, after: CachedObject) => {
      checkChanges({ validate }, before, after);
    },
  };
}

function commonViolations(outcome: Outcome, success: string): Violation[] {
  if (outcome.type === "deleted" || outcome.type === "unchanged") return [];
  const { conditions = [] } = outcome;
  return [
    ...conditionViolations(plainConditionTypes, conditions),
    ...(outcome.type === success ? [] : reasonViolations(fieldsOf(outcome).reason)),
  ];
}

import { reportViolations, type Violation } from "@capstan/contract";
import { fieldsOf } from "@capstan/kube";
import type { ProviderDefinition } from "../definition/definition.ts";
import type { CachedObject } from "../object/stored-object.ts";
import { statedFactsOf } from "../outcome/facts-of.ts";
import type { Outcome } from "../outcome/outcome.ts";
import { reservedConditions } from "../status/conditions.ts";
import { conditionViolations, reasonViolations } from "./condition-violations.ts";
import { ownStatusViolations } from "./own-status-violations.ts";
import { shapeViolations } from "./shape-violations.ts";
import type { Asked } from "./asked.ts";

/** Returns every contract violation of an outcome; empty if the outcome may be written. Pure. */
export function outcomeViolations(
  definition: ProviderDefinition,
  object: CachedObject,
  outcome: Outcome,
  asked: Asked,
): Violation[] {
  // A cast or plain JavaScript may bypass the compiler, so check the shape first.
  const misshapen = shapeViolations(definition.traits.success.type, outcome, asked);
  if (misshapen.length > 0 || outcome.type === "deleted" || outcome.type === "unchanged") return misshapen;
  const { role, contract, traits } = definition;
  const { type, conditions = [], status = {}, reason } = outcome;
  const isSuccess = type === traits.success.type;
  return [
    ...conditionViolations(reservedConditions(traits), conditions),
    ...ownStatusViolations(definition, status),
    ...reportViolations(role, contract, object, statedFactsOf(role, outcome), isSuccess ? traits.success.demands : {}),
    ...(isSuccess ? [] : reasonViolations(reason)),
    ...(traits.violationsOf?.(fieldsOf(outcome), { object, contract, isSuccess }) ?? []),
  ];
}

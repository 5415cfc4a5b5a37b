import { type Condition } from "../kubernetes/condition.ts";
import { type DeepReadonly } from "../kubernetes/deep-readonly.ts";
import { conditionTypes } from "./condition-types.ts";
import { fittingMessage, fittingReason } from "./fitting-strings.ts";

declare const readable: unique symbol;

/** A list of conditions from which {@link getCondition} may read only some types. */
export interface SomeConditions<Types extends string> {
  /** The number of conditions. */
  readonly length: number;
  /** @internal For the compiler. */
  readonly [readable]?: ((type: Types) => void) | undefined;
}

/** An object with `status.conditions` in the form of v1beta2, from which all or some types may be read. */
export interface HasConditions<Types extends string = string> {
  /** The status, which has the conditions. */
  readonly status?:
    { readonly conditions?: readonly DeepReadonly<Condition>[] | SomeConditions<Types> | undefined } | undefined;
}

/** A condition to store: without the transition time, and optionally without a message. */
export type NewCondition = Omit<Condition, "lastTransitionTime" | "message"> & { message?: string };

/**
 * The condition of this type in `status.conditions`, or `undefined`.
 *
 * @example
 * ```ts
 * import { getCondition } from "@capstan/contract";
 *
 * const conditions = [{ type: "Ready", status: "False" as const, reason: "ServerStarting", lastTransitionTime: "2026-01-01T00:00:00Z" }];
 * console.log(getCondition({ status: { conditions } }, "Ready")?.reason); // ServerStarting
 * ```
 */
export function getCondition<const Type extends string>(
  object: HasConditions<NoInfer<Type>>,
  type: Type,
): Condition | undefined {
  const conditions = object.status?.conditions as readonly Condition[] | undefined;
  return conditions?.find((condition) => condition.type === type);
}

/**
 * Whether the condition exists with status True.
 *
 * @example
 * ```ts
 * import { isConditionTrue } from "@capstan/contract";
 *
 * const conditions = [{ type: "Ready", status: "True" as const, reason: "Ready", lastTransitionTime: "2026-01-01T00:00:00Z" }];
 * console.log(isConditionTrue({ status: { conditions } }, "Ready")); // true
 * ```
 */
export function isConditionTrue<const Type extends string>(object: HasConditions<NoInfer<Type>>, type: Type): boolean {
  return getCondition(object, type)?.status === "True";
}

/** Whether the condition exists with status False. */
export function isConditionFalse<const Type extends string>(object: HasConditions<NoInfer<Type>>, type: Type): boolean {
  return getCondition(object, type)?.status === "False";
}

/**
 * Adds or replaces a condition. The order is stable: Ready first, Available second, the others by type. Reason and message may come from
 * any source: they are made to fit the API server's limits, so that they cannot prevent a write.
 *
 * @param conditions - the existing conditions; never changed.
 * @param now - RFC 3339 time; used only if the condition is new or its status changes.
 */
export function setCondition(
  conditions: readonly DeepReadonly<Condition>[] | undefined,
  next: NewCondition,
  now: string,
): Condition[] {
  const before = conditions?.find((condition) => condition.type === next.type);
  const stored: Condition = {
    ...next,
    reason: fittingReason(next.reason),
    message: fittingMessage(next.message ?? ""),
    lastTransitionTime:
      before?.status === next.status && before.lastTransitionTime !== "" ? before.lastTransitionTime : now,
  };
  const others = (conditions ?? []).filter((condition) => condition.type !== next.type);
  return [...others, stored].sort(byImportance);
}

/** Removes the condition of this type. */
export function removeCondition(conditions: readonly DeepReadonly<Condition>[] | undefined, type: string): Condition[] {
  return (conditions ?? []).filter((condition) => condition.type !== type);
}

function byImportance(a: Condition, b: Condition): number {
  const rank = (condition: Condition) =>
    condition.type === conditionTypes.ready ? 0 : condition.type === conditionTypes.available ? 1 : 2;
  return rank(a) - rank(b) || (a.type < b.type ? -1 : 1);
}

import { type Condition, type DeepReadonly, setCondition } from "@capstan/contract";
import { rfc3339 } from "../../conditions/apply.ts";
import { type Reporting, type UnservedKind } from "./unserved-kind.ts";

/** Reason of the condition of an object without a controller. Cluster API has no such reason. */
const notSupported = "NotSupported";

/**
 * The desired conditions of an object whose kind this core does not serve; `undefined` if it has them. Once another controller reports a
 * condition, that controller serves the object, and the conditions of this core are removed.
 *
 * @param now - milliseconds since the epoch.
 */
export function unservedConditions(
  { status = {} }: DeepReadonly<Reporting>,
  { conditionType, message }: UnservedKind,
  now: number,
): Condition[] | undefined {
  const { conditions = [], ...others } = status;
  const foreign = conditions.filter(({ reason }) => reason !== notSupported);
  const isServed = foreign.length > 0 || Object.keys(others).length > 0;
  if (isServed) return foreign.length === conditions.length ? undefined : foreign.map((each) => ({ ...each }));
  const condition = { type: conditionType, status: "False", reason: notSupported, message } as const;
  const isSaid = conditions.some((each) => each.type === conditionType && each.message === message);
  return isSaid ? undefined : setCondition([], condition, rfc3339(now));
}

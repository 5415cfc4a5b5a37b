import { compareNumbers, isNumeric } from "../values/equal.ts";
import { noSuchOverload } from "../values/evaluation-error.ts";
import { Duration, Timestamp } from "../values/time.ts";
import { type CelValue } from "../values/value.ts";

/**
 * Negative, zero, or positive.
 *
 * @throws EvaluationError The values have no order.
 */
export function compareValues(left: CelValue, right: CelValue): number {
  if (isNumeric(left) && isNumeric(right)) return compareNumbers(left, right);
  if (left instanceof Uint8Array && right instanceof Uint8Array) return Buffer.compare(left, right);
  if (typeof left === "string" && typeof right === "string") {
    return Buffer.compare(Buffer.from(left), Buffer.from(right));
  }
  const [first, second] = [order(left), order(right)];
  if (typeof first !== typeof second) throw noSuchOverload();
  return first < second ? -1 : first > second ? 1 : 0;
}

function order(value: CelValue): boolean | bigint {
  if (typeof value === "boolean") return value;
  if (value instanceof Timestamp || value instanceof Duration) return value.nanos;
  throw noSuchOverload();
}

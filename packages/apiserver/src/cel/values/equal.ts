import { Duration, Timestamp } from "./time.ts";
import { CelList, CelMap, type CelValue, OpaqueValue, OptionalValue, TypeValue, Uint } from "./value.ts";

/** Whether two values are equal; values of different types are not, except that numbers are compared by value. */
export function equal(left: CelValue, right: CelValue): boolean {
  if (left === right) return true;
  if (isNumeric(left)) return isNumeric(right) && compareNumbers(left, right) === 0;
  if (left instanceof CelList) return right instanceof CelList && left.equals(right, equal);
  if (left instanceof CelMap) return right instanceof CelMap && left.equals(right, equal);
  if (left instanceof Uint8Array) return right instanceof Uint8Array && Buffer.compare(left, right) === 0;
  if (left instanceof Duration) return right instanceof Duration && left.nanos === right.nanos;
  if (left instanceof Timestamp) return right instanceof Timestamp && left.nanos === right.nanos;
  if (left instanceof TypeValue) return right instanceof TypeValue && left.name === right.name;
  if (left instanceof OptionalValue) return right instanceof OptionalValue && areEqualOptionals(left, right);
  if (left instanceof OpaqueValue) return right instanceof OpaqueValue && isSameOpaque(left, right);
  return false;
}

function areEqualOptionals({ value: left }: OptionalValue, { value: right }: OptionalValue): boolean {
  return left === undefined || right === undefined ? left === right : equal(left, right);
}

function isSameOpaque(left: OpaqueValue, right: OpaqueValue): boolean {
  return left.typeName === right.typeName && left.equals(right);
}

type Numeric = bigint | number | Uint;

export function isNumeric(value: CelValue): value is Numeric {
  return typeof value === "bigint" || typeof value === "number" || value instanceof Uint;
}

/** Negative, zero, or positive; NaN if they are not comparable. */
export function compareNumbers(left: Numeric, right: Numeric): number {
  const [a, b] = [plain(left), plain(right)];
  if (a < b) return -1;
  if (a > b) return 1;
  // Integers and doubles are equal by value alone.
  return a == b ? 0 : Number.NaN;
}

function plain(value: Numeric): bigint | number {
  return value instanceof Uint ? value.value : value;
}

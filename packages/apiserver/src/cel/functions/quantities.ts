import { quantityNanos } from "@capstan/kube";
import { boolType, doubleType, intType, opaque, stringType } from "../types/cel-type.ts";
import { EvaluationError } from "../values/evaluation-error.ts";
import { OpaqueValue } from "../values/value.ts";
import { global, method, type Overload } from "./overload.ts";

const quantityType = opaque("kubernetes.Quantity");
const billion = 1_000_000_000n;

/** A quantity, in nano units. */
class Quantity extends OpaqueValue {
  override readonly typeName = "kubernetes.Quantity";
  readonly nanos: bigint;

  constructor(nanos: bigint) {
    super();
    this.nanos = nanos;
  }

  override equals(other: OpaqueValue): boolean {
    return other instanceof Quantity && other.nanos === this.nanos;
  }
}

function toQuantity(text: string): Quantity {
  const nanos = quantityNanos(text);
  if (nanos !== undefined) return new Quantity(nanos);
  throw new EvaluationError(
    // eslint-disable-next-line no-restricted-syntax -- Kubernetes' words
    "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
  );
}

function compare({ nanos: left }: Quantity, { nanos: right }: Quantity): bigint {
  return left < right ? -1n : left > right ? 1n : 0n;
}

function isInteger({ nanos }: Quantity): boolean {
  const whole = nanos / billion;
  return nanos % billion === 0n && whole < 2n ** 63n && whole >= -(2n ** 63n);
}

function asInteger(quantity: Quantity): bigint {
  if (!isInteger(quantity)) throw new EvaluationError("cannot convert value to integer");
  return quantity.nanos / billion;
}

function plus(left: Quantity, right: bigint): Quantity {
  return new Quantity(left.nanos + right);
}

/** Kubernetes' functions for quantities. */
export const quantities: readonly Overload[] = [
  global("quantity", "string_to_quantity", [stringType], quantityType, toQuantity),
  global(
    "isQuantity",
    "is_quantity_string",
    [stringType],
    boolType,
    (text: string) => quantityNanos(text) !== undefined,
  ),
  global("sign", "quantity_sign", [quantityType], intType, (of: Quantity) => compare(of, new Quantity(0n))),
  method(
    "isGreaterThan",
    "quantity_is_greater_than",
    [quantityType, quantityType],
    boolType,
    (l: Quantity, r: Quantity) => l.nanos > r.nanos,
  ),
  method(
    "isLessThan",
    "quantity_is_less_than",
    [quantityType, quantityType],
    boolType,
    (l: Quantity, r: Quantity) => l.nanos < r.nanos,
  ),
  method("compareTo", "quantity_compare_to", [quantityType, quantityType], intType, compare),
  method(
    "asApproximateFloat",
    "quantity_get_float",
    [quantityType],
    doubleType,
    ({ nanos }: Quantity) => Number(nanos) / 1e9,
  ),
  method("asInteger", "quantity_get_int", [quantityType], intType, asInteger),
  method("isInteger", "quantity_is_integer", [quantityType], boolType, isInteger),
  method("add", "quantity_add", [quantityType, quantityType], quantityType, (l: Quantity, r: Quantity) =>
    plus(l, r.nanos),
  ),
  method("add", "quantity_add_int", [quantityType, intType], quantityType, (l: Quantity, r: bigint) =>
    plus(l, r * billion),
  ),
  method("sub", "quantity_sub", [quantityType, quantityType], quantityType, (l: Quantity, r: Quantity) =>
    plus(l, -r.nanos),
  ),
  method("sub", "quantity_sub_int", [quantityType, intType], quantityType, (l: Quantity, r: bigint) =>
    plus(l, -r * billion),
  ),
];

import { boolType, optionalOf, param } from "../types/cel-type.ts";
import { EvaluationError } from "../values/evaluation-error.ts";
import { CelList, CelMap, type CelValue, OptionalValue, Uint } from "../values/value.ts";
import { Duration } from "../values/time.ts";
import { global, method, type Overload } from "./overload.ts";

const a = param("A");
const optionalA = optionalOf(a);

function isZero(value: CelValue): boolean {
  if (value === null || value === false || value === 0 || value === 0n || value === "") return true;
  if (value instanceof Uint) return value.value === 0n;
  if (value instanceof Duration) return value.nanos === 0n;
  if (value instanceof Uint8Array) return value.length === 0;
  return (value instanceof CelList || value instanceof CelMap) && value.size === 0;
}

export const optionals: readonly Overload[] = [
  global("optional.of", "optional_of", [a], optionalA, (value: CelValue) => OptionalValue.of(value)),
  global("optional.ofNonZeroValue", "optional_ofNonZeroValue", [a], optionalA, (value: CelValue) =>
    isZero(value) ? OptionalValue.none : OptionalValue.of(value),
  ),
  global("optional.none", "optional_none", [], optionalA, () => OptionalValue.none),
  method("hasValue", "optional_hasValue", [optionalA], boolType, ({ value }: OptionalValue) => value !== undefined),
  method("value", "optional_value", [optionalA], a, ({ value }: OptionalValue) => {
    if (value === undefined) throw new EvaluationError("optional.none() dereference");
    return value;
  }),
  // The alternative is evaluated only if needed.
  method("or", "optional_or_optional", [optionalA, optionalA], optionalA, (value: CelValue) => value),
  method("orValue", "optional_orValue_value", [optionalA, a], a, (value: CelValue) => value),
];

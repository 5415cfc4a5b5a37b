import { type Literal } from "../expression/expression.ts";
import {
  boolType,
  bytesType,
  type CelType,
  doubleType,
  intType,
  nullType,
  stringType,
  uintType,
} from "../types/cel-type.ts";

const literalTypes: Readonly<Record<string, CelType | undefined>> = {
  boolean: boolType,
  bigint: intType,
  number: doubleType,
  string: stringType,
};

export function literalType({ value }: Literal): CelType {
  if (value === null) return nullType;
  return literalTypes[typeof value] ?? (value instanceof Uint8Array ? bytesType : uintType);
}

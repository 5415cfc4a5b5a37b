import { readDuration, ownField } from "@capstan/kube";
import { type Call, type Expression, type Literal, partsOf } from "../expression/expression.ts";
import { type SourceProblem } from "../expression/source-error.ts";
import { readPattern } from "../functions/patterns.ts";
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
import { EvaluationError } from "../values/evaluation-error.ts";
import { parseTimestamp } from "../values/time.ts";

/** Reports constants that a function will refuse. */
export function literalProblems(node: Expression): SourceProblem[] {
  const own = node.kind === "call" ? ofCall(node) : [];
  return [...own, ...partsOf(node).flatMap(literalProblems)];
}

const refusals: Readonly<Record<string, ((text: string) => boolean) | undefined>> = {
  duration: (text) => readDuration(text) === undefined,
  timestamp: (text) => isRefused(() => parseTimestamp(text) === undefined),
  matches: (text) => isRefused(() => !readPattern(text)),
};

function isRefused(read: () => boolean): boolean {
  try {
    return read();
  } catch (error) {
    if (error instanceof EvaluationError) return true;
    throw error;
  }
}

function ofCall(call: Call): SourceProblem[] {
  const refuses = ownField(refusals, call.name);
  const constant = call.args.at(-1);
  if (refuses === undefined || constant?.kind !== "literal" || typeof constant.value !== "string") return [];
  return refuses(constant.value) ? [{ at: constant.at, message: `invalid ${call.name} argument` }] : [];
}

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

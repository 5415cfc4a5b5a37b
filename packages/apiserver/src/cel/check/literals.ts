import { readDuration, ownField } from "@capstan/kube";
import { type Call, type Expression, type Literal, partsOf } from "../expression/expression.ts";
import { type SourceProblem } from "../expression/source-error.ts";
import { formatClauses, formatProblem } from "../functions/format-string.ts";
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
import { type Checked } from "./checked.ts";

/** Reports constants that a function will refuse. */
export function literalProblems(node: Expression, checked: Checked): SourceProblem[] {
  const own = node.kind === "call" ? ofCall(node, checked) : [];
  return [...own, ...partsOf(node).flatMap((part) => literalProblems(part, checked))];
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

function ofCall(call: Call, checked: Checked): SourceProblem[] {
  if (call.name === "format") return ofFormat(call, checked);
  const refuses = ownField(refusals, call.name);
  const constant = call.args.at(-1);
  if (refuses === undefined || constant?.kind !== "literal" || typeof constant.value !== "string") return [];
  return refuses(constant.value) ? [{ at: constant.at, message: `invalid ${call.name} argument` }] : [];
}

/** Checks the arguments of a template. */
function ofFormat({ target, args: [list], at }: Call, checked: Checked): SourceProblem[] {
  if (target?.kind !== "literal" || typeof target.value !== "string" || list?.kind !== "list") return [];
  const clauses = formatClauses(target.value);
  for (const [index, { verb }] of clauses.entries()) {
    const argument = list.elements[index];
    if (argument === undefined) return [{ at, message: `index ${index} out of range` }];
    const problem = formatProblem(verb, checked.typeOf(argument));
    if (problem?.isVerb === true) return [{ at, message: problem.text }];
    if (problem !== undefined) return [{ at: argument.at, message: problem.text }];
  }
  return [];
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

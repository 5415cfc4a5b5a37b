import { goPattern, type SearchPattern } from "@capstan/kube";
import { intType, listOf, stringType } from "../types/cel-type.ts";
import { EvaluationError } from "../values/evaluation-error.ts";
import { ArrayList, type CelList } from "../values/value.ts";
import { method, type Overload } from "./overload.ts";

/** @throws EvaluationError Go cannot parse the pattern. */
export function readPattern(pattern: string): SearchPattern {
  const found = goPattern(pattern);
  if (found === undefined) throw new EvaluationError(`error parsing regexp: ${pattern}`);
  return found;
}

function find(text: string, pattern: string): string {
  const [first = ""] = readPattern(pattern).findAll(text, 1);
  return first;
}

function findAll(text: string, pattern: string, limit = -1n): CelList {
  return new ArrayList(readPattern(pattern).findAll(text, limit < 0n ? Infinity : Number(limit)));
}

const [text, textList] = [stringType, listOf(stringType)];

/** Kubernetes' functions for searching strings. */
export const patterns: readonly Overload[] = [
  method("find", "string_find_string", [text, text], text, find),
  method("findAll", "string_find_all_string", [text, text], textList, (all: string, pattern: string) =>
    findAll(all, pattern),
  ),
  method("findAll", "string_find_all_string_int", [text, text, intType], textList, findAll),
];

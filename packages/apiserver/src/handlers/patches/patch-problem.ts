import { isJsonObject, stringifyJson } from "@capstan/kube";
import { invalidAt } from "../../status/field-error.ts";
import { type ApiObject } from "../../object/api-object.ts";
import { sortedJson } from "../../object/serialize.ts";
import { goText } from "../../go/go-text.ts";
import { invalid, type StatusError } from "../../status/status-error.ts";
import { type ShapeError } from "../../types/shape.ts";

/** Reports that the result of a patch has wrong types or unknown fields. */
export type PatchProblem = (error: ShapeError | string) => StatusError;

/** Reports with the object that a JSON or merge patch has created; a custom object consists of maps only. */
export function mergedProblem(current: ApiObject, patched: unknown, isCustom: boolean): PatchProblem {
  return (error) => {
    const text = isCustom ? sortedJson(patched) : stringifyJson(changedSorted(patched, current));
    return problem(text, typeof error === "string" ? error : error.message);
  };
}

/** Reports with the strategic merge patch itself. */
export function strategicProblem(patch: unknown): PatchProblem {
  return (error) => problem(goText(patch), typeof error === "string" ? error : error.converted);
}

function problem(value: string, detail: string): StatusError {
  return invalid({ group: "", name: "" }, "", [invalidAt("patch", value, detail)]);
}

/** A patched value becomes a map, which Go formats in the order of its keys. */
function changedSorted(value: unknown, before: unknown, isRoot = true): unknown {
  if (value === before && !isRoot) return value;
  if (!isJsonObject(value)) return value;
  const previous = isJsonObject(before) ? before : {};
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, changedSorted(item, previous[key], false)]));
}

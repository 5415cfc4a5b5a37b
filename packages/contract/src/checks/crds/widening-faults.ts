import { listAt } from "@capstan/kube";
import { type Json, textOrEmpty } from "../rule/json.ts";
import { type Fault } from "../rule/rule.ts";

const upperBounds = ["maxLength", "maxItems", "maxProperties", "maximum"];
const lowerBounds = ["minLength", "minItems", "minProperties", "minimum"];

/**
 * Values that a template's field (`from`) accepts and the main kind's field (`to`) of the same type refuses. This is a warning, because
 * clones of templates with other values can still be created.
 */
export function* wideningFaults(from: Json, to: Json, path: string): Iterable<Fault> {
  for (const found of wideningsOf(from, to, path)) yield { ...found, level: "SHOULD" };
}

function* wideningsOf(from: Json, to: Json, path: string): Iterable<Fault> {
  const [given, known] = [listAt(from, "enum"), listAt(to, "enum")];
  if (known.length > 0 && (given.length === 0 || !given.every((value) => known.includes(value)))) {
    yield { path: `${path}.enum`, expected: `values out of ${known.map(String).join(", ")}`, actual: from.enum };
  }
  for (const key of [...upperBounds, ...lowerBounds]) {
    const [bound, limit] = [from[key], to[key]];
    if (typeof limit !== "number") continue;
    const fits = typeof bound === "number" && (upperBounds.includes(key) ? bound <= limit : bound >= limit);
    if (!fits) yield { path: `${path}.${key}`, expected: `${String(limit)}, as in the main kind`, actual: bound };
  }
  for (const key of ["pattern", "format"]) {
    const limit = textOrEmpty(to, key);
    if (limit === "" || from[key] === limit) continue;
    yield { path: `${path}.${key}`, expected: `${limit}, as in the main kind`, actual: from[key] };
  }
  if (from.nullable === true && to.nullable !== true) {
    yield { path: `${path}.nullable`, expected: "no null, as in the main kind", actual: true };
  }
}

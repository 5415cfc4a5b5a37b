import { EvaluationError } from "../values/evaluation-error.ts";
import { Duration, Timestamp } from "../values/time.ts";
import { CelList, CelMap, type CelValue, typeNameOf, TypeValue, Uint } from "../values/value.ts";
import { doubleText } from "./double-text.ts";

/**
 * `"%s has %d".format([a, b])`, with these two clauses and `%%`.
 *
 * @throws EvaluationError
 */
export function formatString(template: string, args: CelList): string {
  let next = 0;
  return template.replace(/%(.?)/gsu, (_, verb: string) => {
    if (verb === "%") return "%";
    if (next >= args.size) throw new EvaluationError(`index ${next} out of range`);
    const value = args.at(next);
    next += 1;
    if (verb === "s") return textOf(value);
    if (verb !== "d") throw problem(`unrecognized formatting clause ${JSON.stringify(verb)}`, value);
    if (typeof value === "bigint" || value instanceof Uint) return textOf(value);
    throw problem("decimal clause can only be used on integers", value);
  });
}

function problem(what: string, value: CelValue): EvaluationError {
  return new EvaluationError(`error during formatting: ${what}, was given ${typeNameOf(value)}`);
}

function textOf(value: CelValue): string {
  if (typeof value === "number") return doubleText(value);
  if (value instanceof Uint) return String(value.value);
  if (value instanceof Uint8Array) return Buffer.from(value).toString("utf8");
  if (value instanceof Duration || value instanceof Timestamp) return value.toString();
  if (value instanceof TypeValue) return value.name;
  if (value instanceof CelList) return `[${Array.from(value, textOf).join(", ")}]`;
  if (value instanceof CelMap) return mapText(value);
  if (typeof value !== "object" || value === null) return String(value);
  throw problem("string clause cannot be used on this type", value);
}

function mapText(map: CelMap): string {
  const entries = Array.from(map.keys(), (key) => [textOf(key), textOf(map.find(key) ?? null)] as const);
  const sorted = entries.sort(([left], [right]) => (left < right ? -1 : 1));
  return `{${sorted.map(([key, value]) => `${key}: ${value}`).join(", ")}}`;
}

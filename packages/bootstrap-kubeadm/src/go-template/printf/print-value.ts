import { CallError } from "../model/call-error.ts";
import { GoFloat, typeName, type Value, type ValueMap } from "../model/value.ts";
import { type Flags, noFlags, padded } from "./flags.ts";
import { floatText } from "./float-text.ts";
import { integerText } from "./integer-text.ts";
import { stringText } from "./string-text.ts";

/** Formats a value as Go prints it. Where a template shows it, a missing value differs from nil. */
export function printed(value: Value): string {
  return value === undefined ? "<no value>" : printValue(value, "v", noFlags);
}

/** Formats a value for a directive of a format. */
export function printValue(value: Value, verb: string, flags: Flags): string {
  if (value === undefined || value === null) {
    return verb === "v" || verb === "T" ? padded("<nil>", flags) : `%!${verb}(<nil>)`;
  }
  if (verb === "T") return stringText(typeName(value), "s", flags) ?? "";
  return written(value, verb, flags) ?? badVerb(value, verb, flags);
}

function written(value: Exclude<Value, null | undefined>, verb: string, flags: Flags): string | undefined {
  if (typeof value === "string") return stringText(value, verb, flags);
  if (typeof value === "number") return integerText(value, verb, flags);
  if (typeof value === "boolean") return verb === "v" || verb === "t" ? padded(String(value), flags) : undefined;
  if (value instanceof GoFloat) return floatText(value.amount, verb, flags);
  if (verb === "p") throw new CallError("printf writes an address");
  return verb === "w" ? undefined : mapText(value, verb, flags);
}

function mapText(value: ValueMap, verb: string, flags: Flags): string {
  const entries = Object.keys(value)
    .sort()
    .map((name) => `${printValue(name, verb, flags)}:${entryText(value[name], verb, flags)}`);
  return flags.isSyntax ? `${typeName(value)}{${entries.join(", ")}}` : `map[${entries.join(" ")}]`;
}

function entryText(value: Value, verb: string, flags: Flags): string {
  if (value !== undefined && value !== null) return printValue(value, verb, flags);
  return flags.isSyntax ? "interface {}(nil)" : "<nil>";
}

function badVerb(value: Value, verb: string, flags: Flags): string {
  return `%!${verb}(${typeName(value)}=${printValue(value, "v", flags)})`;
}

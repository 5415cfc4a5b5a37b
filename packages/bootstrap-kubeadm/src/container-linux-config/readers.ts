import { isJsonObject } from "@capstan/kube";
import { type Report } from "./report.ts";

/** Reads a value of the YAML document, in which every scalar is a string; undefined if it is missing or invalid. */
export type Reader<Value> = (value: unknown, path: string, report: Report) => Value | undefined;

/** A field of a Container Linux Config: its name in Ignition, and its reader. */
interface Field {
  readonly to: string;
  readonly read: Reader<unknown>;
}

export type Fields = Readonly<Record<string, Field>>;

/** Any scalar as a string. For Ignition, an empty string counts as unset. */
export const text: Reader<string> = (value, path, report) => {
  if (isAbsent(value)) return undefined;
  if (typeof value === "string") return value;
  report.error(path, "must be a string");
  return undefined;
};

/** A string that is set even if it is empty. */
export const optionalText: Reader<string> = (value, path, report) => (value === "" ? "" : text(value, path, report));

/** An integer as Go reads YAML: decimal, `0` or `0o` octal, `0x` hexadecimal; `089` is not octal, hence decimal. */
export const integer: Reader<number> = (value, path, report) => {
  if (isAbsent(value)) return undefined;
  const form = /^([+-]?)(?:0o?([0-7]+)|0x([0-9a-fA-F]+)|(\d+))$/;
  const [, sign, octal, hexadecimal, decimal] = (typeof value === "string" ? form.exec(value) : null) ?? [];
  if (sign === undefined) {
    report.error(path, "must be an integer");
    return undefined;
  }
  const amount =
    octal !== undefined
      ? Number.parseInt(octal, 8)
      : hexadecimal !== undefined
        ? Number.parseInt(hexadecimal, 16)
        : Number(decimal);
  return sign === "-" ? -amount : amount;
};

/** An integer; for Ignition, 0 counts as unset. */
export const nonZero: Reader<number> = (value, path, report) => {
  const amount = integer(value, path, report);
  return amount === 0 ? undefined : amount;
};

const yes = /^(?:true|yes|on|y)$/i;
const no = /^(?:false|no|off|n)$/i;

/** True or false. */
export const optionalFlag: Reader<boolean> = (value, path, report) => {
  if (isAbsent(value)) return undefined;
  if (typeof value === "string" && yes.test(value)) return true;
  if (typeof value === "string" && no.test(value)) return false;
  report.error(path, "must be true or false");
  return undefined;
};

/** True; for Ignition, false counts as unset. */
export const flag: Reader<boolean> = (value, path, report) =>
  optionalFlag(value, path, report) === true ? true : undefined;

/** A list; for Ignition, an empty list counts as unset. */
export function listOf<Item>(read: Reader<Item>): Reader<Item[]> {
  return (value, path, report) => {
    if (isAbsent(value)) return undefined;
    if (!Array.isArray(value)) {
      report.error(path, "must be a list");
      return undefined;
    }
    const items = value.map((item, index) => read(item, `${path}[${index}]`, report));
    const present = items.filter((item) => item !== undefined);
    return present.length === 0 ? undefined : present;
  };
}

/** Checks an object after reading for the values that it needs. */
export type Check = (object: Readonly<Record<string, unknown>>, path: string, report: Report) => void;

/** An object: renames known fields for Ignition, and warns about others. */
export function objectOf(fields: Fields, ...checks: readonly Check[]): Reader<Record<string, unknown>> {
  return (value, path, report) => {
    if (isAbsent(value)) return undefined;
    if (!isJsonObject(value)) {
      report.error(path, "must be a map");
      return undefined;
    }
    const entries = Object.entries(value).flatMap(([name, inner]): [string, unknown][] => {
      const place = path === "" ? name : `${path}.${name}`;
      const field = fields[name];
      if (field === undefined) report.warning(place, "is not a known field");
      return field === undefined ? [] : [[field.to, field.read(inner, place, report)]];
    });
    const object = Object.fromEntries(entries.filter(([, inner]) => inner !== undefined));
    for (const check of checks) check(object, path, report);
    return object;
  };
}

/** Fields whose names in Ignition are the same in camel case. */
export function fields(readers: Readonly<Record<string, Reader<unknown>>>): Fields {
  return Object.fromEntries(
    Object.entries(readers).map(([name, read]) => [
      name,
      { to: name.replace(/_(\w)/g, (_match, letter: string) => letter.toUpperCase()), read },
    ]),
  );
}

/** Whether YAML has no value there. */
export function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === "";
}

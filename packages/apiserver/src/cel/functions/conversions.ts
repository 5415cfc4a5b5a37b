import { readDuration } from "@capstan/kube";
import {
  boolType,
  bytesType,
  type CelType,
  doubleType,
  durationType,
  dynType,
  intType,
  listOf,
  mapOf,
  param,
  stringType,
  timestampType,
  uintType,
} from "../types/cel-type.ts";
import { EvaluationError } from "../values/evaluation-error.ts";
import { Duration, floorDivide, parseTimestamp, Timestamp } from "../values/time.ts";
import {
  type CelList,
  type CelMap,
  type CelValue,
  characterCount,
  typeNameOf,
  TypeValue,
  Uint,
} from "../values/value.ts";
import { highestInt, highestUint, lowestInt, toInt, toUint } from "../values/whole-numbers.ts";
import { doubleText } from "./double-text.ts";
import { global, method, type Overload } from "./overload.ts";

const billion = 1_000_000_000n;

function notConvertible(from: string, to: string): EvaluationError {
  return new EvaluationError(`type conversion error from '${from}' to '${to}'`);
}

function wholeNumber(text: string, of: { type: string; pattern: RegExp; low: bigint; high: bigint }): bigint {
  if (!of.pattern.test(text)) throw notConvertible("string", of.type);
  const value = BigInt(text.replace(/^\+/, ""));
  if (value > of.high || value < of.low) throw notConvertible("string", of.type);
  return value;
}

function readDouble(text: string): number {
  const known: Record<string, number> = { nan: Number.NaN, inf: Infinity, infinity: Infinity };
  const special = known[text.toLowerCase().replace(/^[+-]/, "")];
  if (special !== undefined) return text.startsWith("-") ? -special : special;
  if (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) return Number(text);
  throw notConvertible("string", "double");
}

const trueWords = new Set(["1", "t", "T", "true", "TRUE", "True"]);
const falseWords = new Set(["0", "f", "F", "false", "FALSE", "False"]);

function readBool(text: string): boolean {
  if (trueWords.has(text)) return true;
  if (falseWords.has(text)) return false;
  throw notConvertible("string", "bool");
}

function toDuration(text: string): Duration {
  const nanos = readDuration(text);
  if (nanos === undefined) throw notConvertible("string", "google.protobuf.Duration");
  return new Duration(nanos);
}

function readTimestamp(text: string): Timestamp {
  const found = parseTimestamp(text);
  if (found === undefined) throw notConvertible("string", "google.protobuf.Timestamp");
  return found;
}

function readUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new EvaluationError("invalid UTF-8 in bytes, cannot convert to string");
  }
}

function same(name: string, id: string, type: CelType): Overload {
  return global(name, id, [type], type, (value: CelValue) => value);
}

const ints = { type: "int", pattern: /^[+-]?\d+$/, low: lowestInt, high: highestInt };
const uints = { type: "uint", pattern: /^\d+$/, low: 0n, high: highestUint };

const numbers: readonly Overload[] = [
  same("int", "int64_to_int64", intType),
  global("int", "uint64_to_int64", [uintType], intType, ({ value }: Uint) => toInt(value)),
  global("int", "double_to_int64", [doubleType], intType, (value: number) => {
    if (!(value > -(2 ** 63) && value < 2 ** 63)) throw new EvaluationError("integer overflow");
    return BigInt(Math.trunc(value));
  }),
  global("int", "string_to_int64", [stringType], intType, (text: string) => wholeNumber(text, ints)),
  global("int", "timestamp_to_int64", [timestampType], intType, ({ nanos }: Timestamp) => floorDivide(nanos, billion)),
  global("int", "duration_to_int64", [durationType], intType, ({ nanos }: Duration) => nanos),
  same("uint", "uint64_to_uint64", uintType),
  global("uint", "int64_to_uint64", [intType], uintType, (value: bigint) => toUint(value)),
  global("uint", "double_to_uint64", [doubleType], uintType, (value: number) => {
    if (!(value >= 0 && value < 2 ** 64)) throw new EvaluationError("unsigned integer overflow");
    return new Uint(BigInt(Math.trunc(value)));
  }),
  global("uint", "string_to_uint64", [stringType], uintType, (text: string) => new Uint(wholeNumber(text, uints))),
  same("double", "double_to_double", doubleType),
  global("double", "int64_to_double", [intType], doubleType, (value: bigint) => Number(value)),
  global("double", "uint64_to_double", [uintType], doubleType, ({ value }: Uint) => Number(value)),
  global("double", "string_to_double", [stringType], doubleType, readDouble),
];

const strings: readonly Overload[] = [
  same("string", "string_to_string", stringType),
  global("string", "bool_to_string", [boolType], stringType, (value: boolean) => String(value)),
  global("string", "int64_to_string", [intType], stringType, (value: bigint) => String(value)),
  global("string", "uint64_to_string", [uintType], stringType, ({ value }: Uint) => String(value)),
  global("string", "double_to_string", [doubleType], stringType, doubleText),
  global("string", "bytes_to_string", [bytesType], stringType, readUtf8),
  global("string", "timestamp_to_string", [timestampType], stringType, (value: Timestamp) => value.toString()),
  global("string", "duration_to_string", [durationType], stringType, (value: Duration) => value.toString()),
  same("bytes", "bytes_to_bytes", bytesType),
  global("bytes", "string_to_bytes", [stringType], bytesType, (text: string) => Buffer.from(text)),
];

const sizes: readonly (readonly [string, CelType, (value: never) => bigint])[] = [
  ["bytes", bytesType, (value: Uint8Array) => BigInt(value.length)],
  ["list", listOf(param("A")), (value: CelList) => BigInt(value.size)],
  ["map", mapOf(param("A"), param("B")), (value: CelMap) => BigInt(value.size)],
  ["string", stringType, (value: string) => BigInt(characterCount(value))],
];

/** Conversions between types, and sizes of values. */
export const conversions: readonly Overload[] = [
  ...numbers,
  ...strings,
  same("bool", "bool_to_bool", boolType),
  global("bool", "string_to_bool", [stringType], boolType, readBool),
  same("duration", "duration_to_duration", durationType),
  global("duration", "int64_to_duration", [intType], durationType, (value: bigint) => new Duration(value)),
  global("duration", "string_to_duration", [stringType], durationType, toDuration),
  same("timestamp", "timestamp_to_timestamp", timestampType),
  global(
    "timestamp",
    "int64_to_timestamp",
    [intType],
    timestampType,
    (value: bigint) => new Timestamp(value * billion),
  ),
  global("timestamp", "string_to_timestamp", [stringType], timestampType, readTimestamp),
  global("dyn", "to_dyn", [param("A")], dynType, (value: CelValue) => value),
  global(
    "type",
    "type",
    [param("A")],
    { kind: "type", of: param("A") },
    (value: CelValue) => new TypeValue(typeNameOf(value)),
  ),
  ...sizes.flatMap(([word, type, call]) => [
    global("size", `size_${word}`, [type], intType, call),
    method("size", `${word}_size`, [type], intType, call),
  ]),
];

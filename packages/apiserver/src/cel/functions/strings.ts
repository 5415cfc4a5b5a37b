import { boolType, intType, listOf, stringType } from "../types/cel-type.ts";
import { goEscapes } from "../../go/go-quote.ts";
import { EvaluationError } from "../values/evaluation-error.ts";
import { ArrayList, type CelList, typeNameOf } from "../values/value.ts";
import { formatString } from "./format-string.ts";
import { global, method, type Overload } from "./overload.ts";
import { readPattern } from "./patterns.ts";

/** Positions count characters, not UTF-16 units. */
function characters(text: string): string[] {
  return Array.from(text);
}

function outOfRange(index: bigint): EvaluationError {
  return new EvaluationError(`index out of range: ${index}`);
}

function charAt(text: string, index: bigint): string {
  const all = characters(text);
  if (index < 0n || index > BigInt(all.length)) throw outOfRange(index);
  return all[Number(index)] ?? "";
}

function indexOf(text: string, part: string, from = 0n): bigint {
  const [all, wanted] = [characters(text), characters(part)];
  if (wanted.length === 0) return from;
  if (from < 0n) throw outOfRange(from);
  for (let index = Number(from); index <= all.length - wanted.length; index += 1) {
    if (isAt(all, wanted, index)) return BigInt(index);
  }
  return -1n;
}

function lastIndexOf(text: string, part: string, from?: bigint): bigint {
  const [all, wanted] = [characters(text), characters(part)];
  if (wanted.length === 0) return from ?? BigInt(all.length);
  if (from !== undefined && (from < 0n || from >= BigInt(all.length))) {
    if (from < 0n) throw outOfRange(from);
    return -1n;
  }
  const last = all.length - wanted.length;
  for (let index = Math.min(Number(from ?? last), last); index >= 0; index -= 1) {
    if (isAt(all, wanted, index)) return BigInt(index);
  }
  return -1n;
}

function isAt(all: readonly string[], wanted: readonly string[], index: number): boolean {
  return wanted.every((character, offset) => all[index + offset] === character);
}

function substring(text: string, start: bigint, end?: bigint): string {
  const all = characters(text);
  const length = BigInt(all.length);
  if (end !== undefined && start > end) {
    throw new EvaluationError(`invalid substring range. start: ${start}, end: ${end}`);
  }
  if (start < 0n || start > length) throw outOfRange(start);
  if (end !== undefined && (end < 0n || end > length)) throw outOfRange(end);
  return all.slice(Number(start), end === undefined ? undefined : Number(end)).join("");
}

function replace(text: string, old: string, next: string, limit = -1n): string {
  if (limit < 0n && old !== "") return text.replaceAll(old, () => next);
  const parts = old === "" ? ["", ...characters(text), ""] : text.split(old);
  const count = limit < 0n ? parts.length - 1 : Math.min(Number(limit), parts.length - 1);
  const rest = parts.slice(count).join(old);
  return [...parts.slice(0, count), rest].join(next);
}

function split(text: string, separator: string, limit = -1n): CelList {
  if (limit === 0n) return new ArrayList([]);
  const parts = separator === "" ? characters(text) : text.split(separator);
  const most = limit < 0n ? parts.length : Number(limit);
  if (parts.length <= most) return new ArrayList(parts);
  return new ArrayList([...parts.slice(0, most - 1), parts.slice(most - 1).join(separator)]);
}

/** White space in Go. */
const space =
  /^[\t\n\v\f\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+|[\t\n\v\f\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+$/g;

function asciiCase(text: string, letters: RegExp, shift: number): string {
  return text.replace(letters, (letter) => String.fromCharCode(letter.charCodeAt(0) + shift));
}

function join(list: CelList, separator = ""): string {
  return Array.from(list, (element) => {
    if (typeof element !== "string") throw new EvaluationError(`join: invalid input: ${typeNameOf(element)}`);
    return element;
  }).join(separator);
}

/** Quotes a string and escapes characters that are not printable. */
function quote(text: string): string {
  return `"${characters(text)
    .map((character) => goEscapes[character] ?? character)
    .join("")}"`;
}

const [text, textList] = [stringType, listOf(stringType)];

/** String functions of the specification, and of the extension that Kubernetes uses. */
export const strings: readonly Overload[] = [
  method("contains", "contains_string", [text, text], boolType, (all: string, part: string) => all.includes(part)),
  method("endsWith", "ends_with_string", [text, text], boolType, (all: string, part: string) => all.endsWith(part)),
  method("startsWith", "starts_with_string", [text, text], boolType, (all: string, part: string) =>
    all.startsWith(part),
  ),
  method("matches", "matches_string", [text, text], boolType, (all: string, pattern: string) =>
    readPattern(pattern).test(all),
  ),
  global("matches", "matches", [text, text], boolType, (all: string, pattern: string) =>
    readPattern(pattern).test(all),
  ),
  method("charAt", "string_char_at_int", [text, intType], text, charAt),
  method("indexOf", "string_index_of_string", [text, text], intType, (all: string, part: string) => indexOf(all, part)),
  method("indexOf", "string_index_of_string_int", [text, text, intType], intType, indexOf),
  method("lastIndexOf", "string_last_index_of_string", [text, text], intType, (all: string, part: string) =>
    lastIndexOf(all, part),
  ),
  method("lastIndexOf", "string_last_index_of_string_int", [text, text, intType], intType, lastIndexOf),
  method("lowerAscii", "string_lower_ascii", [text], text, (all: string) => asciiCase(all, /[A-Z]/g, 32)),
  method("upperAscii", "string_upper_ascii", [text], text, (all: string) => asciiCase(all, /[a-z]/g, -32)),
  method(
    "replace",
    "string_replace_string_string",
    [text, text, text],
    text,
    (all: string, old: string, next: string) => replace(all, old, next),
  ),
  method("replace", "string_replace_string_string_int", [text, text, text, intType], text, replace),
  method("split", "string_split_string", [text, text], textList, (all: string, separator: string) =>
    split(all, separator),
  ),
  method("split", "string_split_string_int", [text, text, intType], textList, split),
  method("substring", "string_substring_int", [text, intType], text, (all: string, start: bigint) =>
    substring(all, start),
  ),
  method("substring", "string_substring_int_int", [text, intType, intType], text, substring),
  method("trim", "string_trim", [text], text, (all: string) => all.replace(space, "")),
  method("join", "list_join", [textList], text, (list: CelList) => join(list)),
  method("join", "list_join_string", [textList, text], text, join),
  method("format", "string_format", [text, listOf({ kind: "dyn" })], text, formatString),
  global("strings.quote", "strings_quote", [text], text, quote),
];

import { crc32 } from "node:zlib";
import { isJsonObject, objectKeyText, parseJson, stringifyJson, textAt } from "@capstan/kube";
import { type ApiObject } from "../../object/api-object.ts";
import { type Change } from "../change.ts";

/** One line of the journal: an object that was stored (`o`) or removed (`d`) in a collection (`c`), at a revision (`r`). */
export interface JournalLine {
  readonly r: number;
  readonly c?: string;
  readonly o?: ApiObject;
  readonly d?: string;
}

export function lineOf({ type, collection, revision, object }: Change): JournalLine {
  if (type === "DELETED") return { r: revision, c: collection, d: objectKeyText(object.metadata) };
  return { r: revision, c: collection, o: object };
}

/** The line as a string: the CRC-32 of its JSON in hexadecimal, a space, the JSON, a line feed. */
export function writeLine(line: JournalLine): string {
  const text = stringifyJson(line);
  return `${checksumOf(text)} ${text}\n`;
}

/** @returns `undefined` if the string is not a line, or is corrupted. */
export function readLine(text: string): JournalLine | undefined {
  const json = text.slice(9);
  if (text.slice(0, 9) !== `${checksumOf(json)} `) return undefined;
  const read = parsed(json);
  return isJournalLine(read) ? read : undefined;
}

function checksumOf(text: string): string {
  return crc32(text).toString(16).padStart(8, "0");
}

function parsed(json: string): unknown {
  try {
    return parseJson(json, { integers: "exact" });
  } catch {
    return undefined;
  }
}

function isJournalLine(value: unknown): value is JournalLine {
  if (!isJsonObject(value) || typeof value.r !== "number") return false;
  const { c = "", o, d = "" } = value;
  return (
    typeof c === "string" && typeof d === "string" && (o === undefined || textAt(o, "metadata", "name") !== undefined)
  );
}

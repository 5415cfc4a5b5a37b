import { fieldsAt, isJsonObject, stringifyJson, without } from "@capstan/kube";
import { load } from "js-yaml";
import type { Answer } from "../conformance/target.ts";
import { protobufTree } from "./protobuf-tree.ts";

/** The visible content of an answer, without values that vary between servers and moments. */
export interface Seen {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  /** The values of JSON, YAML and protobuf, each line of a stream; otherwise the text. */
  readonly body: unknown;
}

const shownHeaders = [
  "allow",
  "cache-control",
  "content-encoding",
  "content-type",
  "location",
  "retry-after",
  "vary",
  "warning",
  "www-authenticate",
  "x-content-type-options",
];

/** Values that differ on every server. */
const own: readonly (readonly [RegExp, string])[] = [
  [/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "<uid>"],
  [/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, "<token>"],
  [/\beyJ2[\w-]+/g, "<continue>"],
  [/(resourceVersion\\*":\\*")[1-9]\d*/g, "$1<version>"],
  [/\(\d+\)(?=\. The object might)/g, "(<version>)"],
  [/(resource version: )\d+ \(\d+\)/g, "$1<old> (<version>)"],
  [/(in the precondition )\(\d+\)/g, "$1(<version>)"],
  [/(Too large resource version: \d+, current: )\d+/g, "$1<version>"],
  [/X509SHA256=[0-9a-f]{64}/g, "<certificate>"],
  [/\bgenerated-[a-z0-9]{5}/g, "generated-<name>"],
];

const moment = /20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g;
const aWhile = 3_600_000;

export function normalized(answer: Answer, host: string): Seen {
  const { status, headers } = answer;
  const text = own.reduce(
    (all, [what, placeholder]) => all.replaceAll(what, placeholder),
    JSON.stringify(contentOf(answer)).replaceAll(host, "<host>").replaceAll(moment, withoutNow),
  );
  return {
    status,
    headers: Object.fromEntries(shownHeaders.flatMap((name) => (name in headers ? [[name, headers[name]]] : []))),
    body: JSON.parse(text) as unknown,
  };
}

/** A time of this run, with its stated precision; other times belong to the case. */
function withoutNow(text: string, fraction = ""): string {
  return Math.abs(Date.parse(text) - Date.now()) < aWhile ? `<now>${fraction.replaceAll(/\d/g, "0")}` : text;
}

function contentOf({ headers, bytes, text }: Answer): unknown {
  const type = String(headers["content-type"]);
  if (type.startsWith("application/vnd.kubernetes.protobuf")) {
    const tree = protobufTree(bytes, type.includes("stream=watch"));
    return protobufValues(Array.isArray(tree) ? tree.filter((event) => !isPeriodicMark(event)) : tree);
  }
  if (type === "application/yaml") return shown(load(text));
  if (!type.startsWith("application/json")) return text;
  const lines = text.split("\n").filter((line) => line !== "");
  const whole = parsed(text);
  if (isJsonObject(whole) && !isEvent(whole)) return shown(whole);
  return lines.map((line) => shown(parsed(line) ?? line)).filter((event) => !isPeriodicBookmark(event));
}

function isEvent(value: unknown): boolean {
  return isJsonObject(value) && typeof value.type === "string" && isJsonObject(value.object);
}

/** The server sends bookmarks at any time, except for the one that ends the initial events. */
function isPeriodicBookmark(event: unknown): boolean {
  return (
    isJsonObject(event) && event.type === "BOOKMARK" && fieldsAt(event, "object", "metadata").annotations === undefined
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Lists in the order of time or of a map in Go. */
const unordered = new Set(["managedFields", "nonResourceRules", "resourceRules"]);

/** Tables without descriptions of columns, which the embedded server lacks for built-in fields, and without ages. */
function shown(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shown);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]): [string, unknown] => {
      if (key === "columnDefinitions" && Array.isArray(member)) return [key, member.map(undescribed)];
      if (key === "cells" && Array.isArray(member)) return [key, member.map(ageless)];
      if (unordered.has(key) && Array.isArray(member)) return [key, member.map(shown).sort(byText)];
      return [key, shown(member)];
    }),
  );
}

/** Ignores the order of fields and the times of their writes. */
function byText(left: unknown, right: unknown): number {
  const text = (value: unknown): string =>
    stringifyJson(isJsonObject(value) ? Object.entries(without(value, "time")).sort() : value);
  return text(left) < text(right) ? -1 : 1;
}

/** The same bookmarks in protobuf: an event without the annotation. */
function isPeriodicMark(event: unknown): boolean {
  const text = stringifyJson(event);
  return text.includes('"BOOKMARK"') && !text.includes("initial-events-end");
}

function undescribed(column: unknown): unknown {
  return isJsonObject(column) ? without(column, "description") : column;
}

function ageless(cell: unknown): unknown {
  return typeof cell === "string" && /^\d+s$/.test(cell) ? "<age>" : cell;
}

/** Numbers that are resourceVersions or seconds of this hour belong to the run. */
function protobufValues(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(protobufValues);
  if (typeof value !== "string" || !/^\d+$/.test(value)) return value;
  if (Math.abs(Number(value) * 1000 - Date.now()) < aWhile) return "<now>";
  return value.length > 1 ? "<number>" : value;
}

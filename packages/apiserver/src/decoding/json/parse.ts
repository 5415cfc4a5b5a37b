import {
  endOfJsonString,
  isMalformedText,
  parseJson as parseJsonText,
  parseLenientYaml,
  stringifyJson,
} from "@capstan/kube";
import { goQuote } from "../../go/go-quote.ts";
import { jsonSyntaxProblem } from "../../go/json-syntax.ts";
import { goYamlProblem } from "../../go/yaml-problem.ts";
import { maxDepth } from "./depth.ts";

/** JSON or YAML that cannot be parsed. */
export class ParseError extends Error {}

export interface Parsed {
  readonly value: unknown;
  /** Messages about duplicate members, of which the last one counts. */
  readonly duplicates: readonly string[];
  /** The same messages for strict validation. */
  readonly strictly: readonly string[];
  /** Messages about duplicate and unknown members (the latter by path), in the order of the document, if it is known. */
  inOrder?(unknown: readonly string[]): readonly string[];
}

/** The result without duplicates. */
export const withoutDuplicates = { duplicates: [], strictly: [] } as const;

/** @throws ParseError */
export function parseJson(text: string): Parsed {
  try {
    const value = parseJsonText(text, { depth: maxDepth, integers: "exact" });
    const duplicates = countMembers(value) === countKeys(text) ? [] : findProblems(text);
    return { value, duplicates, strictly: duplicates, inOrder: (unknown) => findProblems(text, new Set(unknown)) };
  } catch (error) {
    throw new ParseError(jsonSyntaxProblem(text) ?? messageOf(error), { cause: error });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** @throws ParseError */
export function parseYaml(text: string): Parsed {
  const json = jsonObject(text);
  if (json !== undefined) return { value: json, ...withoutDuplicates };
  try {
    const { value = null, duplicates } = parseLenientYaml(text, { integers: "exact", quotes: true });
    // Aliases share their target, and keys may have any type: convert to the equivalent JSON.
    const problems = duplicates.map(
      ({ key, isString, line }) => `line ${line}: key ${isString ? goQuote(key) : key} already set in map`,
    );
    return {
      value: parseJsonText(stringifyJson(value), { integers: "exact" }),
      duplicates: [...new Set(problems)],
      strictly: problems.length === 0 ? [] : [["yaml: unmarshal errors:", ...problems].join("\n  ")],
    };
  } catch (error) {
    throw new ParseError(isMalformedText(error) ? goYamlProblem(error) : messageOf(error), { cause: error });
  }
}

/** The value of a YAML string that is a JSON object, as clients send it to apply: parsing it as JSON is twenty times as fast. */
function jsonObject(text: string): unknown {
  if (!text.startsWith("{")) return undefined;
  try {
    const { value, duplicates } = parseJson(text);
    return duplicates.length === 0 ? value : undefined;
  } catch {
    return undefined;
  }
}

function countMembers(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const inner: unknown[] = Object.values(value);
  let count = Array.isArray(value) ? 0 : inner.length;
  for (const member of inner) count += countMembers(member);
  return count;
}

/** The number of members in a JSON string: strings followed by a colon. */
function countKeys(text: string): number {
  let count = 0;
  for (let start = text.indexOf('"'); start !== -1; start = text.indexOf('"', start)) {
    start = endOfJsonString(text, start) + 1;
    while (isSpace(text.charCodeAt(start))) start += 1;
    if (text.charCodeAt(start) === colon) count += 1;
  }
  return count;
}

const colon = 0x3a;

function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}

const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;

interface Level {
  readonly keys: Set<string> | undefined;
  key: string;
  index: number;
}

/** The maximum number of reported problems per document. */
const mostProblems = 100;

/** The duplicate and unknown members, in the order of the document. The content of unknown members is skipped. */
function findProblems(text: string, unknown: ReadonlySet<string> = new Set()): string[] {
  const levels: Level[] = [];
  const found = new Set<string>();
  let last = "";
  const path = (): string =>
    levels
      .map((level, depth) => (level.keys === undefined ? `[${level.index}]` : `${depth === 0 ? "" : "."}${level.key}`))
      .join("");
  // The level of the unknown member that is being skipped.
  let ignored: Level | undefined;
  for (const [part] of text.matchAll(token)) {
    const level = levels.at(-1);
    if (part === "{") levels.push({ keys: new Set(), key: "", index: 0 });
    else if (part === "[") levels.push({ keys: undefined, key: "", index: 0 });
    else if (part === "}" || part === "]") {
      if (levels.pop() === ignored) ignored = undefined;
    } else if (part === "," && level !== undefined) {
      level.index += 1;
      if (level === ignored) ignored = undefined;
    } else if (part === ":" && level?.keys !== undefined && ignored === undefined) {
      level.key = JSON.parse(last) as string;
      const isTwice = level.keys.has(level.key);
      level.keys.add(level.key);
      // The length of a path depends on the depth of the document.
      const at = isTwice || unknown.size > 0 ? path() : "";
      if (unknown.has(at)) {
        ignored = level;
        found.add(`unknown field ${goQuote(at)}`);
      } else if (isTwice) found.add(`duplicate field ${goQuote(at)}`);
      if (found.size === mostProblems) break;
    } else if (part.startsWith('"')) last = part;
  }
  return [...found];
}

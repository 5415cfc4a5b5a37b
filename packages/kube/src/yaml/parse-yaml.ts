import { YAML11_SCHEMA, YAMLException, loadAll } from "js-yaml";
import { MalformedTextError } from "../errors/malformed-text-error.ts";
import { type DuplicateKey } from "./duplicate-key.ts";
import { breachByAliases } from "./expanded-aliases.ts";
import { construct, type MappingKey } from "./go/construct.ts";
import { eventsOf } from "./go/events.ts";
import { firstDocument } from "./go/first-document.ts";
import { lineAt } from "./go/line-at.ts";
import { nodesOf } from "./go/nodes.ts";
import { GoYamlProblem } from "./go/problem.ts";

/** The ways to resolve scalars. */
type YamlScalars = "kubernetes" | "strings" | "yaml-1.1";

/** Limits for YAML from outside, and how it is read. */
export interface YamlOptions {
  /**
   * `kubernetes`: as `sigs.k8s.io/yaml` reads it, in kubectl, the API server and Go controllers. `strings`: the same, but every scalar that
   * is not null is a string, as for Go's typed fields. `yaml-1.1`: as Python reads it in cloud-init. Default: `kubernetes`.
   */
  readonly scalars?: YamlScalars;
  /** `refused`: as strict decoding in Go. `last`: the last value wins, as in Go's lenient decoding. Default: `refused`. */
  readonly duplicates?: "last" | "refused";
  /** The limit of characters. Default: 3 Mi, the size of the largest request that the API server accepts. */
  readonly length?: number;
  /** With `exact`, 64-bit integers that a number cannot represent become bigints; requires `kubernetes`. Default: `rounded`. */
  readonly integers?: "exact" | "rounded";
  /** Whether errors quote the scalar in question, as those of go-yaml do. Default: `false`, because the input may be secret. */
  readonly quotes?: boolean;
}

const defaultLength = 3 * 1024 * 1024;
/** The limit of nested collections: twice the depth of the largest Kubernetes schemas. */
const maxDepth = 200;
const maxMergeKeys = 10_000;
const maxAliases = 10_000;

/**
 * Parses YAML from outside with at most one document.
 *
 * @returns `undefined` for empty input.
 * @throws MalformedTextError as {@link parseYamlDocuments}, and for more than one document.
 */
export function parseYaml(text: string, options: YamlOptions = {}): unknown {
  const documents = parseYamlDocuments(text, options);
  if (documents.length > 1) throw new MalformedTextError("YAML", "it has more than one document");
  return documents[0];
}

/** A document that may have duplicate keys. */
export interface LenientYaml {
  /** The value; `undefined` for empty input. The last value of a duplicate key wins. */
  readonly value: unknown;
  /** The duplicate keys of mappings, inner mappings first. */
  readonly duplicates: readonly DuplicateKey[];
}

/**
 * Parses the first document of YAML from outside, as the API server and kubectl do: further documents are ignored, and keys may be
 * duplicate.
 *
 * @throws MalformedTextError as {@link parseYamlDocuments}.
 */
export function parseLenientYaml(text: string, options: Omit<YamlOptions, "duplicates"> = {}): LenientYaml {
  const duplicates: DuplicateKey[] = [];
  const first = firstDocument(text);
  checkLength(text, options);
  const [value] = guarded(text, options, () =>
    readDocuments(first, options, ({ name, type }, at) => {
      duplicates.push({ key: name, isString: type === "str", line: lineAt(first, at) });
    }),
  );
  return { value, duplicates };
}

/**
 * Parses the documents of YAML from outside; empty documents are null. Values that aliases refer to are shared instead of copied.
 *
 * @throws MalformedTextError the input is not YAML, or exceeds a limit: of length, of depth, of merged keys, or of its size with expanded
 *   aliases. Names the line, and quotes nothing, unless `quotes` is set.
 */
export function parseYamlDocuments(text: string, options: YamlOptions = {}): unknown[] {
  checkLength(text, options);
  const refused = (_key: MappingKey, at: number): void => {
    throw new GoYamlProblem("duplicated mapping key", at);
  };
  const duplicate = options.duplicates === "last" ? () => undefined : refused;
  return guarded(text, options, () => readDocuments(text, options, duplicate));
}

function checkLength(text: string, { length = defaultLength }: YamlOptions): void {
  if (text.length > length) throw new MalformedTextError("YAML", `it is longer than ${length} characters`);
}

function readDocuments(
  text: string,
  { scalars = "kubernetes", integers = "rounded", duplicates }: YamlOptions,
  duplicate: (key: MappingKey, at: number) => void,
): unknown[] {
  if (scalars === "yaml-1.1") {
    const json = duplicates === "last";
    return loadAll(text, { schema: YAML11_SCHEMA, json, maxDepth, maxTotalMergeKeys: maxMergeKeys, maxAliases });
  }
  return nodesOf(eventsOf(text, maxDepth), maxAliases).map((node) =>
    construct(node, { scalars, integers, maxMergeKeys, duplicate }),
  );
}

/** @throws MalformedTextError */
function guarded(text: string, options: YamlOptions, read: () => unknown[]): unknown[] {
  const documents = readOrRefuse(text, options, read);
  // Aliases need an anchor.
  const breach = text.includes("&") ? breachByAliases(documents, maxDepth, text.length) : undefined;
  if (breach !== undefined) throw new MalformedTextError("YAML", breach);
  return documents;
}

function readOrRefuse(text: string, { quotes = false }: YamlOptions, read: () => unknown[]): unknown[] {
  try {
    return read();
  } catch (error) {
    if (error instanceof GoYamlProblem) {
      const reason = (quotes ? error.quoting : undefined) ?? error.message;
      throw new MalformedTextError("YAML", reason, { line: lineAt(text, error.at) });
    }
    // The YAMLException is not the cause, because its message shows the lines around the problem, which may be secret.
    if (error instanceof YAMLException) throw new MalformedTextError("YAML", reasonOf(error), lineOf(error));
    throw new MalformedTextError("YAML", "it cannot be read");
  }
}

function reasonOf({ reason }: YAMLException): string {
  const [, limit] = /^(?:nesting|merge keys|aliases) exceeded \w+ \((\d+)\)$/.exec(reason) ?? [];
  if (limit !== undefined) return `${reason.split(" exceeded")[0] ?? ""} exceeds the limit of ${limit}`;
  // Some reasons contain a name from the input.
  return /["'`<!:]/.test(reason) ? "it is not valid YAML" : reason;
}

function lineOf({ mark }: YAMLException): { readonly line?: number } {
  return mark === undefined ? {} : { line: mark.line + 1 };
}

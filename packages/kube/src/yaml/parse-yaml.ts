import {
  CORE_SCHEMA,
  FAILSAFE_SCHEMA,
  Schema,
  YAML11_SCHEMA,
  YAMLException,
  binaryTag,
  intCoreTag,
  loadAll,
  nullCoreTag,
  parseEvents,
} from "js-yaml";
import { MalformedTextError } from "../errors/malformed-text-error.ts";
import { exactInteger } from "../json/exact-integer.ts";
import { type DuplicateKey } from "./duplicate-key.ts";
import { duplicateKeys } from "./duplicate-keys.ts";
import { breachByAliases } from "./expanded-aliases.ts";

/** The ways to resolve scalars. */
type YamlScalars = "core" | "yaml-1.1" | "strings";

/** Limits for YAML from outside, and how its scalars are resolved. */
export interface YamlOptions {
  /**
   * `core`: as in YAML 1.2, for Kubernetes manifests. `yaml-1.1`: as cloud-init and kubeadm do. `strings`: every scalar is a string, except
   * null and `!!binary`. Default: `core`.
   */
  readonly scalars?: YamlScalars;
  /** The limit of characters. Default: 3 Mi, the size of the largest request that the API server accepts. */
  readonly length?: number;
  /** With `exact`, 64-bit integers that a number cannot represent become bigints; requires `core`. Default: `rounded`. */
  readonly integers?: "exact" | "rounded";
}

const defaultLength = 3 * 1024 * 1024;
/** The limit of nested collections: twice the depth of the largest Kubernetes schemas. */
const maxDepth = 200;
const maxMergeKeys = 10_000;
const maxAliases = 10_000;

const schemas: Readonly<Record<YamlScalars, Schema>> = {
  core: CORE_SCHEMA,
  "yaml-1.1": YAML11_SCHEMA,
  strings: new Schema([...FAILSAFE_SCHEMA.tags, nullCoreTag, binaryTag]),
};

const exactCore = CORE_SCHEMA.withTags({
  ...intCoreTag,
  resolve: (source, isExplicit, tag) => {
    const read: unknown = intCoreTag.resolve(source, isExplicit, tag);
    return typeof read === "number" && /^[-+]?\d+$/.test(source) ? exactInteger(source) : read;
  },
});

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
 * Parses the first document of YAML from outside, as the API server does: further documents are ignored but must be YAML, and keys may be
 * duplicate.
 *
 * @throws MalformedTextError as {@link parseYamlDocuments}.
 */
export function parseLenientYaml(text: string, options: YamlOptions = {}): LenientYaml {
  try {
    return { value: parseYamlDocuments(text, options)[0], duplicates: [] };
  } catch (error) {
    if (!(error instanceof MalformedTextError) || error.reason !== duplicated) throw error;
    return {
      value: readDocuments(text, options, true)[0],
      duplicates: duplicateKeys(text, parseEvents(text, { maxDepth })),
    };
  }
}

/** The message of js-yaml for a duplicate key. */
const duplicated = "duplicated mapping key";

/**
 * Parses the documents of YAML from outside; empty documents are null. Values that aliases refer to are shared instead of copied.
 *
 * @throws MalformedTextError the input is not YAML, or exceeds a limit: of length, of depth, of merged keys, or of its size with expanded
 *   aliases. Names the line, and quotes nothing.
 */
export function parseYamlDocuments(text: string, options: YamlOptions = {}): unknown[] {
  return readDocuments(text, options, false);
}

function readDocuments(text: string, options: YamlOptions, lenient: boolean): unknown[] {
  const { scalars = "core", length = defaultLength, integers = "rounded" } = options;
  if (text.length > length) throw new MalformedTextError("YAML", `it is longer than ${length} characters`);
  const documents = load(text, scalars === "core" && integers === "exact" ? exactCore : schemas[scalars], lenient);
  // Aliases need an anchor.
  const breach = text.includes("&") ? breachByAliases(documents, maxDepth, text.length) : undefined;
  if (breach !== undefined) throw new MalformedTextError("YAML", breach);
  return documents;
}

function load(text: string, schema: Schema, json: boolean): unknown[] {
  try {
    return loadAll(text, { schema, json, maxDepth, maxTotalMergeKeys: maxMergeKeys, maxAliases });
  } catch (error) {
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

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

/** The ways to read scalars. */
type YamlScalars = "core" | "yaml-1.1" | "strings";

/** How much a YAML text from outside may contain, and how its scalars are read. */
export interface YamlOptions {
  /**
   * `core`: YAML 1.2, as Kubernetes' own manifests are written. `yaml-1.1`: as cloud-init and kubeadm read it. `strings`: every
   * scalar is a string, but for null and `!!binary`. Default: `core`.
   */
  readonly scalars?: YamlScalars;
  /** Characters of the text. Default: 3 Mi, the size of the largest request that the API server takes. */
  readonly length?: number;
  /** `exact`: integers of 64 bits that a number does not hold are bigints; only of `core`. Default: `rounded`. */
  readonly integers?: "exact" | "rounded";
}

const defaultLength = 3 * 1024 * 1024;
/** Collections inside each other: twice what the largest schemas of Kubernetes have. */
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
 * Reads a YAML text from outside that has one document, or none.
 *
 * @returns `undefined` for an empty text.
 * @throws MalformedTextError as {@link parseYamlDocuments}, and for more than one document.
 */
export function parseYaml(text: string, options: YamlOptions = {}): unknown {
  const documents = parseYamlDocuments(text, options);
  if (documents.length > 1) throw new MalformedTextError("YAML", "it must have one document and has more");
  return documents[0];
}

/** A document in which a key may stand twice. */
export interface LenientYaml {
  /** `undefined` for an empty text. The last value of a key counts. */
  readonly value: unknown;
  /** The keys that stand twice in a mapping, those inside of others first. */
  readonly duplicates: readonly DuplicateKey[];
}

/**
 * Reads the first document of a YAML text from outside, as the API server does: what follows it is not looked at, but must be YAML, and
 * a key may stand twice.
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

/** How js-yaml says that a key stands twice. */
const duplicated = "duplicated mapping key";

/**
 * Reads the documents of a YAML text from outside; empty ones are null. What aliases refer to is shared, and not copied.
 *
 * @throws MalformedTextError it is not YAML, or exceeds a limit: of length, of depth, of merged keys, of aliases and of what a text
 *   without them would have. Names the line, and quotes nothing.
 */
export function parseYamlDocuments(text: string, options: YamlOptions = {}): unknown[] {
  return readDocuments(text, options, false);
}

function readDocuments(text: string, options: YamlOptions, lenient: boolean): unknown[] {
  const { scalars = "core", length = defaultLength, integers = "rounded" } = options;
  if (text.length > length) throw new MalformedTextError("YAML", `it is longer than ${length} characters`);
  const documents = load(text, scalars === "core" && integers === "exact" ? exactCore : schemas[scalars], lenient);
  // Without an anchor there is nothing to refer to.
  const breach = text.includes("&") ? breachByAliases(documents, maxDepth, text.length) : undefined;
  if (breach !== undefined) throw new MalformedTextError("YAML", breach);
  return documents;
}

function load(text: string, schema: Schema, json: boolean): unknown[] {
  try {
    return loadAll(text, { schema, json, maxDepth, maxTotalMergeKeys: maxMergeKeys, maxAliases });
  } catch (error) {
    // Not as the cause: its message shows the lines around the problem, which may be secret.
    if (error instanceof YAMLException) throw new MalformedTextError("YAML", reasonOf(error), lineOf(error));
    throw new MalformedTextError("YAML", "it cannot be read");
  }
}

function reasonOf({ reason }: YAMLException): string {
  const [, limit] = /^(?:nesting|merge keys|aliases) exceeded \w+ \((\d+)\)$/.exec(reason) ?? [];
  if (limit !== undefined) return `${reason.split(" exceeded")[0] ?? ""} exceeds the limit of ${limit}`;
  // Some reasons have a name out of the text.
  return /["'`<!:]/.test(reason) ? "it is not valid YAML" : reason;
}

function lineOf({ mark }: YAMLException): { readonly line?: number } {
  return mark === undefined ? {} : { line: mark.line + 1 };
}

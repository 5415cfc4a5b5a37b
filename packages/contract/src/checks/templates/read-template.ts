import { isCapstanError, isJsonObject, isMalformedText, MalformedTextError, parseManifests } from "@capstan/kube";
import { partsOf, substitute, type Substitution } from "./substitution.ts";

/** A file that clusterctl reads: a cluster template, ClusterClass or components file. */
export interface TemplateFile {
  /** The documents with the defaults of variables. A variable without a default remains in its string as `${FOO}`. */
  readonly documents: readonly unknown[];
  /** The documents with all variables, with their defaults, remaining in strings. */
  readonly sources: readonly unknown[];
  /** The YAML of `documents`. */
  readonly text: string;
  /** The offset in the file of an offset in `text`. */
  readonly sourceOffset: (offset: number) => number;
}

/**
 * Reads a file as clusterctl does: substitutes the variables first, and then parses the YAML.
 *
 * @throws MalformedTextError a variable has a form that clusterctl does not know, or the result is not YAML; names the line in the file.
 */
export function readTemplate(text: string): TemplateFile {
  const parts = partsOf(text);
  const defaults = substitute(parts, { keep: false });
  const documents = parsed(text, defaults);
  return { documents, sources: sourcesOf(parts, documents), text: defaults.text, sourceOffset: defaults.sourceOffset };
}

/** A default may have the punctuation of YAML; then only the documents with defaults can be read. */
function sourcesOf(parts: ReturnType<typeof partsOf>, documents: readonly unknown[]): readonly unknown[] {
  if (parts.every((part) => "text" in part || part.fallback.length === 0)) return documents;
  const sources = substitute(parts, { keep: true });
  try {
    return parsed("", sources);
  } catch (error) {
    if (isMalformedText(error)) return documents;
    throw error;
  }
}

/** @throws MalformedTextError */
function parsed(source: string, { text, restore, sourceOffset }: Substitution): readonly unknown[] {
  try {
    return parseManifests("", text).map((document) => restored(document, restore));
  } catch (error) {
    if (!isCapstanError(error, "ManifestInvalid") || !isMalformedText(error.cause)) throw error;
    const { line, reason } = error.cause;
    throw new MalformedTextError("YAML", reason, line === undefined ? {} : { line: sourceLine(line) });
  }

  function sourceLine(line: number): number {
    const before = text.split("\n", line - 1).map((each) => `${each}\n`);
    return source.slice(0, sourceOffset(before.join("").length)).split("\n").length;
  }
}

function restored(value: unknown, restore: Substitution["restore"]): unknown {
  if (typeof value === "string") return restore(value);
  if (Array.isArray(value)) return value.map((item) => restored(item, restore));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [restore(key), restored(inner, restore)]));
}

import path from "node:path";
import { readTemplate, type TemplateFile } from "@capstan/contract";
import { isCapstanError, isMalformedText, parseManifests } from "@capstan/kube";

/** A file with its objects. */
export interface InputFile {
  /** As the user passed it; `-` for standard input. */
  readonly path: string;
  /** None if the file cannot be read. */
  readonly documents: readonly unknown[];
  /** The documents with variables instead of their defaults. Default: `documents`. */
  readonly sources?: readonly unknown[];
  /** The source, for lines and columns. Default: unknown, as for objects of a server. */
  readonly text?: string;
  /** The YAML that was parsed, if variables were substituted in the source. */
  readonly substituted?: Pick<TemplateFile, "text" | "sourceOffset">;
  /** Why the file cannot be read. */
  readonly unreadable?: string;
  /** The line of that problem, from 1. */
  readonly unreadableLine?: number;
}

/**
 * Parses the objects of a YAML or JSON document. The items of a List count individually, empty documents not at all.
 *
 * @throws ManifestError with file and line.
 */
export function parseDocuments(file: string, text: string): InputFile {
  return { path: file, text, documents: parseManifests(file, text).flatMap(itemsOf) };
}

/** Does the same as {@link parseDocuments} after the substitution of variables, as clusterctl does. Returns why a file cannot be read. */
export function readDocuments(file: string, text: string): InputFile {
  try {
    // clusterctl substitutes nothing in metadata.yaml.
    if (path.basename(file) === "metadata.yaml" || !text.includes("$")) return parseDocuments(file, text);
    const { documents, sources, ...substituted } = readTemplate(text);
    return { path: file, text, substituted, documents: documents.flatMap(itemsOf), sources: sources.flatMap(itemsOf) };
  } catch (error) {
    const problem = isCapstanError(error, "ManifestInvalid") ? error.cause : error;
    if (!isMalformedText(problem)) throw error;
    const { reason, line } = problem;
    return {
      path: file,
      text,
      documents: [],
      unreadable: reason,
      ...(line === undefined ? {} : { unreadableLine: line }),
    };
  }
}

function itemsOf(document: unknown): unknown[] {
  if (typeof document !== "object" || document === null || !("items" in document)) return [document];
  return "kind" in document && document.kind === "List" && Array.isArray(document.items) ? document.items : [document];
}

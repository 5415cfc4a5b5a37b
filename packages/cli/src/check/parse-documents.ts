import { ManifestError } from "@capstan/kube";
import { loadAll, YAMLException } from "js-yaml";

/** A file with the objects in it. */
export interface InputFile {
  /** As given by the user; `-` for the standard input. */
  readonly path: string;
  readonly documents: readonly unknown[];
}

/**
 * Reads the objects of a YAML or JSON text; the items of a List count one by one, empty documents not at all.
 *
 * @throws ManifestError with file and line.
 */
export function parseDocuments(path: string, text: string): InputFile {
  try {
    const documents = loadAll(text, { filename: path }).filter(
      (document) => document !== null && document !== undefined,
    );
    return { path, documents: documents.flatMap(itemsOf) };
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const line = error.mark === undefined ? "" : `:${error.mark.line + 1}`;
    throw new ManifestError(`${path}${line}: ${error.reason}`, { cause: error });
  }
}

function itemsOf(document: unknown): unknown[] {
  if (typeof document !== "object" || document === null || !("items" in document)) return [document];
  return "kind" in document && document.kind === "List" && Array.isArray(document.items) ? document.items : [document];
}

import { parseManifests } from "@capstan/kube";

/** A file with its objects. */
export interface InputFile {
  /** As the user passed it; `-` for standard input. */
  readonly path: string;
  readonly documents: readonly unknown[];
  /** The source, for lines and columns. Default: unknown, as for objects of a server. */
  readonly text?: string;
}

/**
 * Parses the objects of a YAML or JSON document. The items of a List count individually, empty documents not at all.
 *
 * @throws ManifestError with file and line.
 */
export function parseDocuments(path: string, text: string): InputFile {
  return { path, text, documents: parseManifests(path, text).flatMap(itemsOf) };
}

function itemsOf(document: unknown): unknown[] {
  if (typeof document !== "object" || document === null || !("items" in document)) return [document];
  return "kind" in document && document.kind === "List" && Array.isArray(document.items) ? document.items : [document];
}

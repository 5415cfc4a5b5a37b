import { parseManifests } from "@capstan/kube";

/** A file with the objects in it. */
export interface InputFile {
  /** As given by the user; `-` for the standard input. */
  readonly path: string;
  readonly documents: readonly unknown[];
  /** What it was read from, for lines and columns. Default: unknown, as of objects of a server. */
  readonly text?: string;
}

/**
 * Reads the objects of a YAML or JSON text; the items of a List count one by one, empty documents not at all.
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

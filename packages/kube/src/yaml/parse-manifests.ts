import { isMalformedText } from "../errors/malformed-text-error.ts";
import { ManifestError } from "../errors/manifest-error.ts";
import { parseYamlDocuments } from "./parse-yaml.ts";

/** Releases have many CRDs in one file. */
const manifestLength = 64 * 1024 * 1024;

/**
 * The documents of a YAML or JSON file, empty ones left out.
 *
 * @param file - for the error.
 * @throws ManifestError naming file and line: it is not YAML, or exceeds a limit of {@link parseYamlDocuments}.
 */
export function parseManifests(file: string, text: string): unknown[] {
  try {
    const documents = parseYamlDocuments(text, { length: manifestLength });
    return documents.filter((document) => document !== null && document !== undefined);
  } catch (error) {
    if (!isMalformedText(error)) throw error;
    throw new ManifestError(`${file}${error.line === undefined ? "" : `:${error.line}`}: ${error.reason}`, {
      cause: error,
    });
  }
}

import { isMalformedText } from "../errors/malformed-text-error.ts";
import { ManifestError } from "../errors/manifest-error.ts";
import { parseYamlDocuments, type YamlOptions } from "./parse-yaml.ts";

/** Files of releases have many CRDs. */
const manifestLength = 64 * 1024 * 1024;

/**
 * Parses the documents of a YAML or JSON file, without empty documents. The last value of a duplicate key wins, as in kubectl, unless
 * `duplicates` refuses them.
 *
 * @param file - the name of the file, for errors.
 * @throws ManifestError with the file and line: the file is not YAML, or exceeds a limit of {@link parseYamlDocuments}.
 *
 * @example
 * ```ts
 * import { parseManifests } from "@capstan/kube";
 *
 * console.log(parseManifests("pods.yaml", "kind: Pod\n---\nkind: Service")); // [ { kind: 'Pod' }, { kind: 'Service' } ]
 * ```
 */
export function parseManifests(
  file: string,
  text: string,
  { duplicates = "last" }: Pick<YamlOptions, "duplicates"> = {},
): unknown[] {
  try {
    const documents = parseYamlDocuments(text, { length: manifestLength, duplicates });
    return documents.filter((document) => document !== null && document !== undefined);
  } catch (error) {
    if (!isMalformedText(error)) throw error;
    throw new ManifestError(`${file}${error.line === undefined ? "" : `:${error.line}`}: ${error.reason}`, {
      cause: error,
    });
  }
}

import { isJsonObject, parseManifests } from "@capstan/kube";
import { type ReleaseObject } from "./merged-objects.ts";
import { ReleaseError } from "./release-error.ts";

/**
 * Reads the objects of your own manifests.
 *
 * @param files - YAML documents by file name.
 * @throws ReleaseError a document is not a Kubernetes object; ManifestError: a file is not YAML.
 *
 * @example
 * ```ts
 * import { readManifests } from "@capstan/provider/release";
 *
 * const yaml = "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: settings }\n";
 * console.log(readManifests({ "settings.yaml": yaml }).map(({ kind }) => kind)); // [ 'ConfigMap' ]
 * ```
 */
export function readManifests(files: Readonly<Record<string, string>>): ReleaseObject[] {
  return Object.entries(files).flatMap(([file, text]) => {
    const documents = parseManifests(file, text);
    if (documents.every(isManifest)) return documents;
    throw new ReleaseError(`${file} has a document without apiVersion, kind or metadata.name; add what is missing.`);
  });
}

function isManifest(value: unknown): value is ReleaseObject {
  if (!isJsonObject(value) || !isJsonObject(value.metadata)) return false;
  return [value.apiVersion, value.kind, value.metadata.name].every((each) => typeof each === "string" && each !== "");
}

import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { isJsonObject, type JsonObject, parseManifests } from "@capstan/kube";

/** All CustomResourceDefinitions in the YAML files below a folder, in the order of the files. */
export function definitionsIn(folder: string): JsonObject[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  return files
    .toSorted((a, b) => (path.join(a.parentPath, a.name) < path.join(b.parentPath, b.name) ? -1 : 1))
    .filter((file) => file.isFile() && file.name.endsWith(".yaml"))
    .flatMap((file) => parseManifests(file.name, readFileSync(path.join(file.parentPath, file.name), "utf8")))
    .filter(
      (manifest): manifest is JsonObject => isJsonObject(manifest) && manifest.kind === "CustomResourceDefinition",
    );
}

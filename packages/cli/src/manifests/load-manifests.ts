import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { KubernetesObject } from "@capstan/contract";
import { ManifestError, parseManifests } from "@capstan/kube";

/**
 * Reads every `*.yaml` of a folder, in alphabetical order.
 *
 * @throws {@link ManifestError} naming the file and the document that is not a Kubernetes object.
 */
export async function loadManifests(directory: string): Promise<KubernetesObject[]> {
  const files = (await readdir(directory)).filter((file) => /\.ya?ml$/.test(file)).sort();
  const objects: KubernetesObject[] = [];
  for (const file of files) {
    const name = path.join(directory, file);
    parseManifests(name, await readFile(name, "utf8")).forEach((document, index) => {
      objects.push(asObject(name, document, index));
    });
  }
  if (objects.length === 0) throw new ManifestError(`${directory}: holds no manifest (*.yaml)`);
  return objects;
}

function asObject(file: string, document: unknown, index: number): KubernetesObject {
  const candidate = document as Partial<KubernetesObject> | null;
  if (typeof candidate?.apiVersion !== "string" || typeof candidate.kind !== "string" || !candidate.metadata?.name) {
    throw new ManifestError(`${file}: document ${index + 1} needs apiVersion, kind and metadata.name`);
  }
  return candidate as KubernetesObject;
}

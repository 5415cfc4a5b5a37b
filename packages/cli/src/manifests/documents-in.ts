import type { KubernetesObject } from "@capstan/contract";
import { isJsonObject } from "@capstan/kube";
import { parseDocuments } from "../check/parse-documents.ts";
import { readInput } from "../check/read-input.ts";

/** All documents of the files, and of every YAML and JSON file of the folders. */
export async function documentsIn(paths: readonly string[]): Promise<readonly unknown[]> {
  return (await readInput(paths, parseDocuments)).flatMap(({ documents }) => documents);
}

/** The documents that are Kubernetes objects. */
export async function objectsIn(paths: readonly string[]): Promise<readonly KubernetesObject[]> {
  return (await documentsIn(paths)).filter(isObject);
}

function isObject(document: unknown): document is KubernetesObject {
  return isJsonObject(document) && typeof document.apiVersion === "string" && typeof document.kind === "string";
}

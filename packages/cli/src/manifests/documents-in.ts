import type { KubernetesObject } from "@capstan/contract";
import { isJsonObject } from "@capstan/kube";
import { readInput } from "../check/read-input.ts";

/** All documents in files, and in every YAML and JSON file of folders. */
export async function documentsIn(paths: readonly string[]): Promise<readonly unknown[]> {
  return (await readInput(paths)).flatMap(({ documents }) => documents);
}

/** Those of them that are objects of Kubernetes. */
export async function objectsIn(paths: readonly string[]): Promise<readonly KubernetesObject[]> {
  return (await documentsIn(paths)).filter(isObject);
}

function isObject(document: unknown): document is KubernetesObject {
  return isJsonObject(document) && typeof document.apiVersion === "string" && typeof document.kind === "string";
}

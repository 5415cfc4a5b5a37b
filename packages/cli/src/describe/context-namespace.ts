import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import process from "node:process";
import { type KubeconfigEntries, readKubeconfigEntries, textAt } from "@capstan/kube";
import type { KubeconfigLocation } from "@capstan/runtime";

/**
 * The namespace of the kubeconfig's context, as in kubectl: `default` if it names no namespace, or if no kubeconfig can be read, because
 * the connection reports that error better.
 */
export function contextNamespace(location: KubeconfigLocation): string {
  const files = filesOf(location).flatMap(entriesOf);
  const wanted = location.context ?? files.map(({ currentContext }) => currentContext).find((name) => name !== "");
  const context = files.map(({ contexts }) => contexts.get(wanted ?? "")).find((found) => found !== undefined);
  const namespace = textAt(context, "namespace") ?? "";
  return namespace === "" ? "default" : namespace;
}

function filesOf({ path: file }: KubeconfigLocation): string[] {
  if (file !== undefined) return [file];
  const listed = (process.env.KUBECONFIG ?? "").split(path.delimiter).filter((entry) => entry !== "");
  return listed.length > 0 ? listed : [path.join(homedir(), ".kube", "config")];
}

function entriesOf(file: string): KubeconfigEntries[] {
  try {
    return existsSync(file) ? [readKubeconfigEntries(readFileSync(file, "utf8"))] : [];
  } catch {
    return [];
  }
}

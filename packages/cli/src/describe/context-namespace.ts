import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import process from "node:process";
import { fieldsOf } from "@capstan/kube";
import type { KubeconfigLocation } from "@capstan/runtime";
import { load } from "js-yaml";

/**
 * The namespace of the kubeconfig's context, as kubectl has it: `default` where it names none, and where no kubeconfig can
 * be read, which whoever connects says better.
 */
export function contextNamespace(location: KubeconfigLocation): string {
  const files = filesOf(location).map((file) => fieldsOf(parse(file)));
  const named = files.map((file) => file["current-context"]).find((name) => typeof name === "string" && name !== "");
  const wanted = location.context ?? named;
  const contexts = files.flatMap(({ contexts: list }) =>
    Array.isArray(list) ? (list as unknown[]).map(fieldsOf) : [],
  );
  const { namespace } = fieldsOf(contexts.find(({ name }) => name === wanted)?.context);
  return typeof namespace === "string" && namespace !== "" ? namespace : "default";
}

function filesOf({ path: file }: KubeconfigLocation): string[] {
  if (file !== undefined) return [file];
  const listed = (process.env.KUBECONFIG ?? "").split(path.delimiter).filter((entry) => entry !== "");
  return listed.length > 0 ? listed : [path.join(homedir(), ".kube", "config")];
}

function parse(file: string): unknown {
  try {
    return existsSync(file) ? load(readFileSync(file, "utf8")) : undefined;
  } catch {
    return undefined;
  }
}

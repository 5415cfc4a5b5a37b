import { type Violation, violation } from "@capstan/contract";
import type { JsonObject } from "@capstan/kube";
import { inspectKubeconfig } from "@capstan/runtime";

/** Checks the kubeconfig in an outcome. */
export function kubeconfigViolations({ kubeconfig }: JsonObject): Violation[] {
  if (kubeconfig === undefined) return [];
  // The violation must not quote the kubeconfig, because it is secret.
  const path = "Secret.data.value";
  if (typeof kubeconfig !== "string") {
    return [violation("CP-008", { path, expected: "a kubeconfig", actual: typeof kubeconfig })];
  }
  const { problem } = inspectKubeconfig(kubeconfig);
  if (problem === undefined) return [];
  const actual = `${Buffer.byteLength(kubeconfig, "utf8")} bytes`;
  return [violation("CP-008", { path, expected: `a usable kubeconfig: ${problem}`, actual })];
}

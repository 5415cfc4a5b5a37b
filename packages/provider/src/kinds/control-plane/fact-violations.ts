import { roleOf, type Violation, violation } from "@capstan/contract";
import { fieldsOf, type JsonObject } from "@capstan/kube";
import { inspectKubeconfig } from "@capstan/runtime";

/** Checks the facts of a control plane: a valid kubeconfig, and the numbers of instances if the kind has replicas. */
export function factViolations(outcome: JsonObject, hasReplicas: boolean): Violation[] {
  return [
    ...kubeconfigViolations(outcome.kubeconfig),
    ...(hasReplicas ? uncountedViolations(outcome.versions) : counterViolations(outcome)),
  ];
}

function kubeconfigViolations(kubeconfig: unknown): Violation[] {
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

function uncountedViolations(versions: unknown): Violation[] {
  return (Array.isArray(versions) ? versions : []).flatMap((item: unknown, index) => {
    const { replicas } = fieldsOf(item);
    if (replicas !== undefined) return [];
    const path = `status.versions[${String(index)}].replicas`;
    return [violation("CP-005", { path, expected: "the number of instances with that version", actual: replicas })];
  });
}

function counterViolations(outcome: JsonObject): Violation[] {
  return Object.entries(roleOf("ControlPlane").fields).flatMap(([name, { option }]) => {
    if (option !== "replicas" || outcome[name] === undefined) return [];
    const expected = "no counters, because the definition does not set the option replicas";
    return [violation("CP-004", { path: `outcome.${name}`, expected, actual: outcome[name] })];
  });
}

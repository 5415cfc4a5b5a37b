import { type DeepReadonly, type KubernetesObject } from "@capstan/contract";
import { deprecatedCondition, type DeprecatedDraft } from "./deprecated-conditions.ts";

/** Replaces the v1beta1 condition `Ready` of an object that does not report it. */
export interface DeprecatedFallback {
  readonly done: boolean;
  /** The reason while the step is not complete. */
  readonly reason: string;
}

interface Reported {
  readonly type?: unknown;
  readonly status?: unknown;
  readonly severity?: unknown;
  readonly reason?: unknown;
  readonly message?: unknown;
}

/** Mirrors a provider object's `Ready` condition under another type, in v1beta1 form. */
export function mirrorDeprecated(
  type: string,
  object: DeepReadonly<KubernetesObject>,
  { done, reason }: DeprecatedFallback,
): DeprecatedDraft {
  const ready = conditionsOf(object).find((condition) => condition.type === "Ready");
  if (ready === undefined) return deprecatedCondition(type, done ? undefined : { severity: "Info", reason });
  if (ready.status === "True") return { type, status: "True", ...stringsOf(ready) };
  if (ready.status !== "False") return { type, status: "Unknown", ...stringsOf(ready) };
  return { type, status: "False", ...severityOf(ready.severity), ...stringsOf(ready) };
}

/** A v1beta2 provider keeps its v1beta1 conditions under `deprecated`; a v1beta1 provider has no others. */
function conditionsOf(object: DeepReadonly<KubernetesObject>): readonly Reported[] {
  const { status } = object as { readonly status?: { readonly conditions?: unknown; readonly deprecated?: unknown } };
  const { v1beta1 } = (status?.deprecated ?? {}) as { readonly v1beta1?: { readonly conditions?: unknown } };
  const list = v1beta1?.conditions ?? status?.conditions;
  return Array.isArray(list) ? (list as Reported[]) : [];
}

function severityOf(severity: unknown): Pick<DeprecatedDraft, "severity"> {
  return severity === "Error" || severity === "Warning" || severity === "Info" ? { severity } : {};
}

function stringsOf({ reason, message }: Reported): Pick<DeprecatedDraft, "reason" | "message"> {
  return {
    ...(typeof reason === "string" && reason !== "" ? { reason } : {}),
    ...(typeof message === "string" && message !== "" ? { message } : {}),
  };
}

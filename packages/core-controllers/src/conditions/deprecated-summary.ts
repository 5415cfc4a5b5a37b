import { type ConditionV1Beta1, type DeepReadonly } from "@capstan/contract";
import { type DeprecatedDraft } from "./deprecated-conditions.ts";

/** The wording of a v1beta1 summary. */
export interface DeprecatedSummaryOptions {
  /** Types to summarize, the most relevant first; missing conditions are ignored. */
  readonly of: readonly string[];
  /** The message counts how many of these are True, unless another type in `of` is present. */
  readonly stepsOf?: readonly string[];
}

const severities: readonly unknown[] = ["Error", "Warning", "Info"];

/** The v1beta1 condition `Ready`: the worst of several conditions; `undefined` if all are missing. */
export function summarizeDeprecated(
  conditions: readonly DeepReadonly<ConditionV1Beta1>[],
  { of, stepsOf }: DeprecatedSummaryOptions,
): DeprecatedDraft | undefined {
  const considered = of.flatMap((type) => conditions.filter((condition) => condition.type === type));
  const worst = considered.reduce<DeepReadonly<ConditionV1Beta1> | undefined>(
    (found, condition) => (found === undefined || weight(condition) < weight(found) ? condition : found),
    undefined,
  );
  if (worst === undefined) return undefined;
  if (worst.status === "True") return { type: "Ready", status: "True" };
  const isCounted = stepsOf !== undefined && considered.every(({ type }) => stepsOf.includes(type));
  const done = considered.filter((condition) => condition.status === "True").length;
  const { status, severity, reason } = worst;
  const message = isCounted ? `${done} of ${stepsOf.length} completed` : worst.message;
  return {
    type: "Ready",
    status,
    ...(severity === undefined ? {} : { severity }),
    ...(reason === undefined ? {} : { reason }),
    ...(message === undefined ? {} : { message }),
  };
}

/** Of conditions with the same weight, the first counts. As in v1beta1, Unknown has the lowest weight. */
function weight({ status, severity }: DeepReadonly<ConditionV1Beta1>): number {
  if (status === "Unknown") return severities.length + 1;
  if (status === "True") return severities.length;
  const index = severities.indexOf(severity);
  return index < 0 ? severities.length + 2 : index;
}

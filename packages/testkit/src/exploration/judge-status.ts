import { isJsonObject } from "@capstan/kube";

/** The judgment of an object's status. */
export interface StatusJudgment {
  /** Whether its condition Ready is True. */
  readonly isReady: boolean;
  /** The condition Ready as a string: `False, NoSuchSize: The cloud has no huge servers`. */
  readonly ready: string;
  /** Problems of the status; empty if there are none. */
  readonly problems: readonly string[];
}

interface Judged {
  readonly metadata: { readonly generation?: number };
  readonly status?: unknown;
}

/** Checks that a status has a condition Ready with a reason, and observes the newest spec. */
export function judgeStatus({ metadata: { generation = 0 }, status }: Judged): StatusJudgment {
  const { observedGeneration, conditions } = isJsonObject(status) ? status : {};
  const all: readonly unknown[] = Array.isArray(conditions) ? conditions : [];
  const ready = all.filter(isJsonObject).find(({ type }) => type === "Ready");
  const isReady = ready?.status === "True";
  const isExplained = typeof ready?.reason === "string" && ready.reason !== "";
  const old = Object.entries({
    "status.observedGeneration": observedGeneration,
    "the condition Ready": ready?.observedGeneration,
  }).filter(([, seen]) => typeof seen === "number" && seen < generation);
  return {
    isReady,
    ready:
      ready === undefined ? "missing" : `${String(ready.status)}, ${String(ready.reason)}: ${String(ready.message)}`,
    problems: [
      ...(ready === undefined ? ["the condition Ready is missing"] : []),
      ...(ready !== undefined && !isReady && !isExplained
        ? ["the condition Ready is not True, and has no reason"]
        : []),
      ...old.map(
        ([where, seen]) => `${where} is for generation ${String(seen)}, but the spec has generation ${generation}`,
      ),
    ],
  };
}

import { createHmac, randomBytes } from "node:crypto";
import { isJsonObject } from "@capstan/kube";

/** Known to this process alone, so that no one can guess short values. */
const key = randomBytes(32);

const lastApplied = "kubectl.kubernetes.io/last-applied-configuration";

/**
 * Replaces the values of a Secret so that they can be compared but not read: equal values have equal replacements within this process.
 * Other objects are unchanged.
 */
export function withHiddenContent<T extends object>(object: T): T {
  const { kind, data, metadata } = object as { kind?: unknown; data?: unknown; metadata?: unknown };
  if (kind !== "Secret") return object;
  const annotations = isJsonObject(metadata) ? metadata.annotations : undefined;
  const applied = isJsonObject(annotations) ? annotations[lastApplied] : undefined;
  return {
    ...object,
    ...(isJsonObject(data)
      ? { data: Object.fromEntries(Object.entries(data).map(([name, value]) => [name, hidden(value)])) }
      : {}),
    ...(applied === undefined
      ? {}
      : {
          metadata: {
            ...(metadata as object),
            annotations: { ...(annotations as object), [lastApplied]: hidden(applied) },
          },
        }),
  };
}

function hidden(value: unknown): string {
  const mark = createHmac("sha256", key).update(String(value)).digest("hex").slice(0, 8);
  return `(not shown: ${mark})`;
}

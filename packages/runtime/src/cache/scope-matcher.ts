import type { DeepReadonly, KubernetesObject } from "@capstan/contract";
import { labelMatcher, meetsFields, parseFieldSelector } from "@capstan/kube";
import type { Scope } from "../client/client.ts";

/** Whether an object belongs to a scope. */
export type ScopeMatcher = (object: DeepReadonly<KubernetesObject>) => boolean;

const ofMetadata = ["metadata.name", "metadata.namespace"];

/**
 * Decides which objects belong to a scope. Supports field selectors on `metadata.name` and `metadata.namespace` only; for any other, no
 * object matches.
 *
 * @throws MalformedTextError a selector cannot be parsed.
 */
export function scopeMatcher({ namespace, labelSelector = "", fieldSelector = "" }: Scope): ScopeMatcher {
  const hasLabels = labelMatcher(labelSelector);
  const fields = parseFieldSelector(fieldSelector);
  const isDecidable = fields.every(({ path }) => ofMetadata.includes(path));
  return ({ metadata }) =>
    (namespace === undefined || metadata.namespace === namespace) &&
    hasLabels(metadata.labels) &&
    isDecidable &&
    meetsFields(fields, (path) => (path === "metadata.name" ? metadata.name : (metadata.namespace ?? "")));
}

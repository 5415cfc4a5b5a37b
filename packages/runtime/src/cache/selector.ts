import type { DeepReadonly, KubernetesObject } from "@capstan/contract";
import type { Scope } from "../client/client.ts";

type Labels = Readonly<Record<string, string>>;

function requirement(text: string): (labels: Labels) => boolean {
  const set = /^(\S+)\s+(in|notin)\s+\(([^)]*)\)$/.exec(text);
  if (set !== null) {
    const [, name = "", operator, list = ""] = set;
    const values = list.split(",").map((value) => value.trim());
    const isIn = (labels: Labels): boolean => values.includes(labels[name] ?? "\0");
    return operator === "in" ? isIn : (labels) => !isIn(labels);
  }
  const comparison = /^([^=!\s]+)\s*(==|=|!=)\s*(\S*)$/.exec(text);
  if (comparison !== null) {
    const [, name = "", operator, value] = comparison;
    return operator === "!=" ? (labels) => labels[name] !== value : (labels) => labels[name] === value;
  }
  return text.startsWith("!") ? (labels) => !(text.slice(1) in labels) : (labels) => text in labels;
}

/** A label selector as `kubectl -l` takes it, as a predicate on labels. */
export function parseLabelSelector(selector: string): (labels: Labels) => boolean {
  // A comma inside parentheses belongs to a set.
  const requirements = selector
    .split(/,(?![^(]*\))/)
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map(requirement);
  return (labels) => requirements.every((matches) => matches(labels));
}

/**
 * Whether an object belongs to a scope. Of field selectors only those on `metadata.name` and `metadata.namespace` can
 * be told here; with any other the answer is no.
 */
export function inScope(object: DeepReadonly<KubernetesObject>, scope: Scope): boolean {
  const { namespace, labelSelector, fieldSelector } = scope;
  const { metadata } = object;
  if (namespace !== undefined && metadata.namespace !== namespace) return false;
  if (labelSelector !== undefined && !parseLabelSelector(labelSelector)(metadata.labels ?? {})) return false;
  if (fieldSelector === undefined) return true;
  return fieldSelector.split(",").every((part) => {
    const [path, value] = part.split(/==?/);
    if (path === "metadata.name") return metadata.name === value;
    return path === "metadata.namespace" && metadata.namespace === value;
  });
}

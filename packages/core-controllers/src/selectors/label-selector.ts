import { type DeepReadonly, type MachineSetSpec } from "@capstan/contract";

/** A `metav1.LabelSelector`. */
export type LabelSelector = DeepReadonly<MachineSetSpec["selector"]>;

type Labels = Readonly<Record<string, string>>;
type Requirement = NonNullable<LabelSelector["matchExpressions"]>[number];

/** Whether labels meet every demand of a selector. One without demands meets nothing: it would take all Machines. */
export function matchesSelector(selector: LabelSelector, labels: Labels | undefined): boolean {
  return selectorMatcher(selector)(labels);
}

/** The same for many objects. */
export function selectorMatcher(selector: LabelSelector): (labels: Labels | undefined) => boolean {
  const { matchLabels = {}, matchExpressions = [] } = selector;
  const wanted = Object.entries(matchLabels);
  if (wanted.length + matchExpressions.length === 0) return () => false;
  return (labels = {}) =>
    wanted.every(([key, value]) => labels[key] === value) &&
    matchExpressions.every((requirement) => meets(requirement, labels));
}

function meets({ key, operator, values = [] }: Requirement, labels: Labels): boolean {
  const value = labels[key];
  switch (operator) {
    case "In":
      return value !== undefined && values.includes(value);
    case "NotIn":
      return value === undefined || !values.includes(value);
    case "Exists":
      return value !== undefined;
    case "DoesNotExist":
      return value === undefined;
    default:
      return false;
  }
}

/** The selector as `kubectl -l` takes it, keys in order: what the scale subresource shows. */
export function selectorText({ matchLabels = {}, matchExpressions = [] }: LabelSelector): string {
  const parts = [
    ...Object.entries(matchLabels).map(([key, value]) => ({ key, text: `${key}=${value}` })),
    ...matchExpressions.map((requirement) => ({ key: requirement.key, text: requirementText(requirement) })),
  ];
  return parts
    .sort((left, right) => compare(left.key, right.key))
    .map(({ text }) => text)
    .join(",");
}

function requirementText({ key, operator, values = [] }: Requirement): string {
  switch (operator) {
    case "In":
      return `${key} in (${[...values].sort().join(",")})`;
    case "NotIn":
      return `${key} notin (${[...values].sort().join(",")})`;
    case "DoesNotExist":
      return `!${key}`;
    default:
      return key;
  }
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

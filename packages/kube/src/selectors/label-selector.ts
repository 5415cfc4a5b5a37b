import { isMalformedText, MalformedTextError } from "../errors/malformed-text-error.ts";
import {
  compareText,
  type LabelOperator,
  type LabelRequirement,
  labelRequirement,
  type Labels,
  meetsRequirement,
  requirementText,
} from "./label-requirement.ts";
import { parseLabelSelector } from "./parse-label-selector.ts";

/** A `metav1.LabelSelector`, as the fields of objects have it. */
export interface LabelSelector {
  /** Labels that an object must have, with these values. */
  readonly matchLabels?: Readonly<Record<string, string>>;
  /** Further requirements, all of which an object must meet. */
  readonly matchExpressions?: readonly {
    readonly key: string;
    /** `In`, `NotIn`, `Exists` or `DoesNotExist`. */
    readonly operator: string;
    readonly values?: readonly string[];
  }[];
}

/** Whether an object with these labels is selected. An object without labels may leave them out. */
export type LabelMatcher = (labels: Labels | undefined) => boolean;

const operators: ReadonlyMap<string, LabelOperator> = new Map([
  ["In", "in"],
  ["NotIn", "notin"],
  ["Exists", "exists"],
  ["DoesNotExist", "!"],
]);

/**
 * What a selector in an object's fields demands, as Kubernetes' `LabelSelectorAsSelector` reads it.
 *
 * @returns ordered by key; nothing for a selector without demands.
 * @throws MalformedTextError an operator that does not exist, a key or value that no label can have, or a number of values
 *   that does not fit the operator.
 */
export function labelRequirementsOf({ matchLabels = {}, matchExpressions = [] }: LabelSelector): LabelRequirement[] {
  return [
    ...Object.entries(matchLabels).map(([key, value]) => labelRequirement(key, "=", [value])),
    ...matchExpressions.map(({ key, operator: name, values = [] }) => {
      const operator = operators.get(name);
      if (operator !== undefined) return labelRequirement(key, operator, values);
      throw new MalformedTextError("label selector", `${JSON.stringify(name)} is not a valid label selector operator`);
    }),
  ].sort((left, right) => compareText(left.key, right.key));
}

/**
 * A label selector as a predicate: a string as `kubectl -l` takes it, or the field of an object. An empty one selects
 * everything.
 *
 * @throws MalformedTextError it cannot be read.
 */
export function labelMatcher(selector: string | LabelSelector): LabelMatcher {
  const requirements = typeof selector === "string" ? parseLabelSelector(selector) : labelRequirementsOf(selector);
  return (labels = {}) => requirements.every((requirement) => meetsRequirement(requirement, labels));
}

/**
 * The same for a selector from elsewhere, whose errors are not reported: one that cannot be read, or is missing, selects nothing.
 * An empty one selects everything.
 */
export function lenientLabelMatcher(selector: LabelSelector | undefined): LabelMatcher {
  if (selector === undefined) return () => false;
  try {
    return labelMatcher(selector);
  } catch (error) {
    if (isMalformedText(error)) return () => false;
    throw error;
  }
}

/** Whether a selector demands nothing, and thereby selects everything. */
export function isEmptySelector({ matchLabels = {}, matchExpressions = [] }: LabelSelector): boolean {
  return Object.keys(matchLabels).length + matchExpressions.length === 0;
}

/**
 * A selector as `kubectl -l` takes it, keys in order: what the scale subresource shows.
 *
 * @throws MalformedTextError as `labelRequirementsOf`.
 */
export function labelSelectorText(selector: LabelSelector): string {
  return labelRequirementsOf(selector).map(requirementText).join(",");
}

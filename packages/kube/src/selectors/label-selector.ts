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

/** A `metav1.LabelSelector`, as in the fields of objects. */
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

/** Whether an object with these labels is selected. Pass `undefined` for an object without labels. */
export type LabelMatcher = (labels: Labels | undefined) => boolean;

const operators: ReadonlyMap<string, LabelOperator> = new Map([
  ["In", "in"],
  ["NotIn", "notin"],
  ["Exists", "exists"],
  ["DoesNotExist", "!"],
]);

/**
 * Converts a selector in an object to requirements, as Kubernetes' `LabelSelectorAsSelector` does.
 *
 * @returns the requirements, sorted by key; empty for an empty selector.
 * @throws MalformedTextError an operator does not exist, a key or value is invalid for labels, or the number of values does not fit the
 *   operator.
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
 * Returns the predicate of a label selector: a string for `kubectl -l`, or the field of an object. An empty selector selects everything.
 *
 * @throws MalformedTextError the selector is invalid.
 */
export function labelMatcher(selector: string | LabelSelector): LabelMatcher {
  const requirements = typeof selector === "string" ? parseLabelSelector(selector) : labelRequirementsOf(selector);
  return (labels = {}) => requirements.every((requirement) => meetsRequirement(requirement, labels));
}

/**
 * Does the same for a selector whose errors cannot be reported to its author: an invalid or missing selector selects nothing. An empty
 * selector selects everything.
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

/** Whether a selector has no requirements, and so selects everything. */
export function isEmptySelector({ matchLabels = {}, matchExpressions = [] }: LabelSelector): boolean {
  return Object.keys(matchLabels).length + matchExpressions.length === 0;
}

/**
 * Formats a selector for `kubectl -l`, sorted by key, as the scale subresource shows it.
 *
 * @throws MalformedTextError as `labelRequirementsOf`.
 */
export function labelSelectorText(selector: LabelSelector): string {
  return labelRequirementsOf(selector).map(requirementText).join(",");
}

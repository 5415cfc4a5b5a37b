import { type DeepReadonly, type MachineSetSpec } from "@capstan/contract";
import {
  isEmptySelector,
  isMalformedText,
  type LabelMatcher,
  type Labels,
  labelSelectorText,
  lenientLabelMatcher,
} from "@capstan/kube";

/** A `metav1.LabelSelector`. */
export type LabelSelector = DeepReadonly<MachineSetSpec["selector"]>;

/**
 * Whether labels meet every requirement of a selector. An empty selector selects nothing, because it would select all Machines; an invalid
 * selector selects nothing either.
 */
export function matchesSelector(selector: LabelSelector, labels: Labels | undefined): boolean {
  return selectorMatcher(selector)(labels);
}

/** Like {@link matchesSelector}, for many objects. */
export function selectorMatcher(selector: LabelSelector): LabelMatcher {
  return lenientLabelMatcher(isEmptySelector(selector) ? undefined : selector);
}

/** The selector in the form of `kubectl -l`, for the scale subresource. Empty for an invalid selector. */
export function selectorText(selector: LabelSelector): string {
  try {
    return labelSelectorText(selector);
  } catch (error) {
    if (isMalformedText(error)) return "";
    throw error;
  }
}

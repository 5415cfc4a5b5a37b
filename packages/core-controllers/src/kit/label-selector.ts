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
 * Whether labels meet every demand of a selector. One without demands selects nothing, since it would take all Machines; nor does
 * one that cannot be read.
 */
export function matchesSelector(selector: LabelSelector, labels: Labels | undefined): boolean {
  return selectorMatcher(selector)(labels);
}

/** The same for many objects. */
export function selectorMatcher(selector: LabelSelector): LabelMatcher {
  return lenientLabelMatcher(isEmptySelector(selector) ? undefined : selector);
}

/** The selector as `kubectl -l` takes it: what the scale subresource shows. Empty for one that cannot be read. */
export function selectorText(selector: LabelSelector): string {
  try {
    return labelSelectorText(selector);
  } catch (error) {
    if (isMalformedText(error)) return "";
    throw error;
  }
}

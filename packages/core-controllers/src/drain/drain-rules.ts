import { type Cluster, type DeepReadonly, type Machine, type MachineDrainRule } from "@capstan/contract";
import { isMalformedText, labelMatcher, lenientLabelMatcher } from "@capstan/kube";
import { type LabelSelector } from "../kit/label-selector.ts";
import { compareNames } from "./compare-names.ts";
import { type Pod } from "./workload-kinds.ts";

type Rule = DeepReadonly<MachineDrainRule>;
type Labels = Readonly<Record<string, string>>;

/** The rules for the Pods of a Machine, in the order in which they are checked: the first rule that applies to a Pod counts. */
export function rulesFor(
  machine: DeepReadonly<Machine>,
  cluster: DeepReadonly<Cluster> | undefined,
  rules: readonly Rule[],
): Rule[] {
  return rules
    .filter(
      ({ spec: { machines = [] } }) =>
        machines.length === 0 ||
        machines.some(
          ({ selector, clusterSelector }) =>
            holds(selector, machine.metadata.labels) && holds(clusterSelector, cluster?.metadata.labels),
        ),
    )
    .sort((left, right) => compareNames(left.metadata.name, right.metadata.name));
}

/** Whether a rule applies to a Pod. */
export function isAbout({ spec }: Rule, pod: DeepReadonly<Pod>, namespaceLabels: Labels | undefined): boolean {
  const { pods = [] } = spec;
  return (
    pods.length === 0 ||
    pods.some(
      ({ selector, namespaceSelector }) =>
        holds(selector, pod.metadata.labels) && holds(namespaceSelector, namespaceLabels),
    )
  );
}

/** Whether any rule selects by labels of Namespaces. */
export function needsNamespaces(rules: readonly Rule[]): boolean {
  return rules.some(({ spec }) => spec.pods?.some(({ namespaceSelector }) => namespaceSelector !== undefined));
}

/** Why a rule cannot be followed, or `undefined`. The Node is not drained until the rule is fixed. */
export function faultOf({ metadata, spec }: Rule): string | undefined {
  const selectors = [
    ...(spec.machines ?? []).flatMap(({ selector, clusterSelector }, index) => [
      { path: `spec.machines[${index}].selector`, selector },
      { path: `spec.machines[${index}].clusterSelector`, selector: clusterSelector },
    ]),
    ...(spec.pods ?? []).flatMap(({ selector, namespaceSelector }, index) => [
      { path: `spec.pods[${index}].selector`, selector },
      { path: `spec.pods[${index}].namespaceSelector`, selector: namespaceSelector },
    ]),
  ];
  for (const { path, selector } of selectors) {
    const fault = selector === undefined ? undefined : selectorFault(selector);
    if (fault !== undefined) return `MachineDrainRule ${metadata.name}: ${path}: ${fault}`;
  }
  return undefined;
}

function selectorFault(selector: LabelSelector): string | undefined {
  try {
    labelMatcher(selector);
    return undefined;
  } catch (error) {
    if (isMalformedText(error)) return error.message;
    throw error;
  }
}

/** A missing or empty selector matches everything. */
function holds(selector: LabelSelector | undefined, labels: Labels | undefined): boolean {
  return lenientLabelMatcher(selector ?? {})(labels);
}

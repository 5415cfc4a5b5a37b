import { annotations, type DeepReadonly, labels, type MachineSetSpec, type ObjectMeta } from "@capstan/contract";
import { deepCopy } from "@capstan/kube";
import { counter } from "../kit/counter.ts";

interface SetSpec {
  readonly clusterName: string;
  readonly selector: DeepReadonly<MachineSetSpec["selector"]>;
  readonly template: DeepReadonly<MachineSetSpec["template"]>;
}

/** The fields of a MachineSet or MachineDeployment with implied values. */
export type EffectiveFields = Pick<MachineSetSpec, "selector" | "template">;

/**
 * Adds the values that users may omit: a selector by the object's name, the labels of the selector and of the Cluster's name on the
 * template, and the `v` of a version.
 *
 * Only the labels of an empty selector are written, see `WrittenSelectors`. A version has a single field owner: if this controller wrote
 * it, users who apply a manifest again would get a conflict or, with force, revert it each time. The Go core writes it in its webhooks,
 * which do not become field owners.
 *
 * @param nameLabel - the label that selects by the object's name, and its value.
 */
export function effectiveFields(spec: SetSpec, nameLabel: Readonly<Record<string, string>>): EffectiveFields {
  const template = deepCopy<MachineSetSpec["template"]>(spec.template);
  const added = addedLabels(spec, nameLabel);
  const version = effectiveVersion(template.spec.version);
  return {
    selector: effectiveSelector(spec, nameLabel),
    template: {
      metadata: { ...template.metadata, labels: { ...template.metadata?.labels, ...added } },
      spec: { ...template.spec, ...(version === undefined ? {} : { version }) },
    },
  };
}

/** The selector of {@link effectiveFields}. */
export function effectiveSelector(
  spec: Pick<SetSpec, "clusterName" | "selector">,
  nameLabel: Readonly<Record<string, string>>,
): MachineSetSpec["selector"] {
  const selector = deepCopy<MachineSetSpec["selector"]>(spec.selector);
  return { ...selector, matchLabels: { ...selector.matchLabels, ...addedLabels(spec, nameLabel) } };
}

function addedLabels(
  { clusterName, selector: { matchLabels = {}, matchExpressions = [] } }: Pick<SetSpec, "clusterName" | "selector">,
  nameLabel: Readonly<Record<string, string>>,
): Record<string, string> {
  const isEmpty = Object.keys(matchLabels).length + matchExpressions.length === 0;
  return { ...(isEmpty ? nameLabel : {}), [labels.clusterName]: clusterName };
}

/** Adds the `v` that users may omit from a version. */
export function effectiveVersion(version: string | undefined): string | undefined {
  return version === undefined || version === "" || version.startsWith("v") ? version : `v${version}`;
}

/**
 * 1, or a number within the bounds of the cluster autoscaler's annotations, if these are valid replicas. It is written, because `/scale` reads it.
 *
 * @param former - the last known `spec.replicas`.
 */
export function defaultReplicas(metadata: DeepReadonly<ObjectMeta>, former: number | undefined): number {
  const bound = (key: string): number => {
    const size = Number.parseInt(metadata.annotations?.[key] ?? "", 10);
    return counter(size) === size ? size : Number.NaN;
  };
  const [least, most] = [bound(annotations.autoscalerMinSize), bound(annotations.autoscalerMaxSize)];
  if (Number.isNaN(least) || Number.isNaN(most)) return 1;
  return Math.min(Math.max(former ?? least, least), most);
}

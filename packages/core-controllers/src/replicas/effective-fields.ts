import { annotations, type DeepReadonly, labels, type MachineSetSpec, type ObjectMeta } from "@capstan/contract";
import { deepCopy } from "@capstan/kube";

interface SetSpec {
  readonly clusterName: string;
  readonly selector: DeepReadonly<MachineSetSpec["selector"]>;
  readonly template: DeepReadonly<MachineSetSpec["template"]>;
}

/** The fields of a MachineSet or MachineDeployment that mean more than what is written. */
export type EffectiveFields = Pick<MachineSetSpec, "selector" | "template">;

/**
 * What the fields of an object mean where users leave something out: a selector by its own name, the selector's labels and the Cluster's
 * name on the template, and the `v` of a version.
 *
 * They are never written. A selector has one owner as a whole, and so has a version: who applies a manifest again would meet a conflict
 * over a field that its author never set, or, with force, take it back, again and again. The Go core writes them in its webhooks, where no
 * one comes to own them.
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

/** A version with the `v` that users may leave out. */
export function effectiveVersion(version: string | undefined): string | undefined {
  return version === undefined || version === "" || version.startsWith("v") ? version : `v${version}`;
}

/** 1, or a number within the bounds that the cluster autoscaler's annotations set. It is written, since `/scale` has to find it. */
export function defaultReplicas(metadata: DeepReadonly<ObjectMeta>, current: number | undefined): number {
  const bound = (key: string) => Number.parseInt(metadata.annotations?.[key] ?? "", 10);
  const [least, most] = [bound(annotations.autoscalerMinSize), bound(annotations.autoscalerMaxSize)];
  if (Number.isNaN(least) || Number.isNaN(most)) return 1;
  return Math.min(Math.max(current ?? least, least), most);
}

import { annotations, type DeepReadonly, labels, type MachineSetSpec, type ObjectMeta } from "@capstan/contract";
import { deepCopy } from "@capstan/kube";

interface SetSpec {
  readonly clusterName: string;
  readonly replicas?: number | undefined;
  readonly selector: DeepReadonly<MachineSetSpec["selector"]>;
  readonly template: DeepReadonly<MachineSetSpec["template"]>;
}

/** The fields of a MachineSet or MachineDeployment that have defaults. */
export interface DefaultedFields {
  readonly replicas: number;
  readonly selector: MachineSetSpec["selector"];
  readonly template: MachineSetSpec["template"];
}

/**
 * Fills in missing fields of an object: one replica, a selector by its own name, the selector's labels and the Cluster's name on
 * the template, and the `v` of a version. The Go core does this in its webhooks.
 *
 * @param nameLabel - the label that selects by the object's name, and its value.
 */
export function withDefaults(
  spec: SetSpec,
  metadata: DeepReadonly<ObjectMeta>,
  nameLabel: Readonly<Record<string, string>>,
  current: number | undefined,
): DefaultedFields {
  const { matchLabels = {}, matchExpressions = [] } = spec.selector;
  const isEmpty = Object.keys(matchLabels).length + matchExpressions.length === 0;
  const byName = isEmpty ? nameLabel : {};
  const ofCluster = { [labels.clusterName]: spec.clusterName };
  const template = deepCopy<MachineSetSpec["template"]>(spec.template);
  const { version } = template.spec;
  return {
    replicas: spec.replicas ?? defaultReplicas(metadata, current),
    selector: {
      ...deepCopy<MachineSetSpec["selector"]>(spec.selector),
      matchLabels: { ...matchLabels, ...byName, ...ofCluster },
    },
    template: {
      metadata: { ...template.metadata, labels: { ...template.metadata?.labels, ...byName, ...ofCluster } },
      spec: { ...template.spec, ...(version === undefined || version === "" ? {} : { version: prefixed(version) }) },
    },
  };
}

function prefixed(version: string): string {
  return version.startsWith("v") ? version : `v${version}`;
}

/** 1, or a number within the bounds that the cluster autoscaler's annotations set. */
function defaultReplicas(metadata: DeepReadonly<ObjectMeta>, current: number | undefined): number {
  const bound = (key: string) => Number.parseInt(metadata.annotations?.[key] ?? "", 10);
  const [least, most] = [bound(annotations.autoscalerMinSize), bound(annotations.autoscalerMaxSize)];
  if (Number.isNaN(least) || Number.isNaN(most)) return 1;
  return Math.min(Math.max(current ?? least, least), most);
}

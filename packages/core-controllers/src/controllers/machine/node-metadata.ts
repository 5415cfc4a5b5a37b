import {
  annotations as names,
  controllerOf,
  type DeepReadonly,
  labels as labelNames,
  type Machine,
  nodeLabelDomains,
} from "@capstan/contract";
import { type Node } from "@capstan/runtime";
import { nextNodeTaints } from "./node-taints.ts";

const bookkeeping: readonly string[] = [
  names.clusterName,
  names.clusterNamespace,
  names.machine,
  names.ownerKind,
  names.ownerName,
];

/** A merge patch for a Node; `null` removes a field. */
export interface NodePatch {
  readonly metadata?: {
    readonly resourceVersion?: string;
    readonly labels?: Readonly<Record<string, string | null>>;
    readonly annotations?: Readonly<Record<string, string | null>>;
  };
  readonly spec?: Readonly<Record<string, unknown>>;
}

/**
 * The changes that make a Node match its Machine: the Machine's labels and annotations that belong on Nodes, the bookkeeping annotations,
 * and its taints. Entries of other writers are unchanged.
 *
 * @returns `undefined` if there is no change.
 */
export function nextNodeMetadata(
  node: DeepReadonly<Node>,
  machine: DeepReadonly<Machine>,
  options: { readonly interruptible: boolean; readonly outdated: boolean },
): NodePatch | undefined {
  const labels = {
    ...pick(machine.metadata.labels, isNodeLabel),
    ...(options.interruptible ? { [labelNames.interruptible]: "" } : {}),
  };
  const annotations = { ...bookkeepingOf(machine), ...pick(machine.metadata.annotations, isNodeAnnotation) };
  const before = node.metadata.annotations ?? {};
  const { taints, fromMachine } = nextNodeTaints(node, machine, options);
  const labelChanges = difference(node.metadata.labels ?? {}, labels, listed(before[names.labelsFromMachine]));
  const annotationChanges = difference(
    before,
    {
      ...annotations,
      [names.labelsFromMachine]: Object.keys(labels).sort().join(","),
      [names.annotationsFromMachine]: Object.keys(annotations)
        .filter((key) => !bookkeeping.includes(key))
        .sort()
        .join(","),
      ...(fromMachine === undefined ? {} : { [names.taintsFromMachine]: fromMachine }),
    },
    [...listed(before[names.annotationsFromMachine]), ...bookkeeping],
  );
  const taintsChange = taints !== undefined;
  if (labelChanges === undefined && annotationChanges === undefined && !taintsChange) return undefined;
  return {
    metadata: {
      // A merge patch replaces the whole list of taints, so it must apply only to the version that was read.
      ...(taintsChange && node.metadata.resourceVersion !== undefined
        ? { resourceVersion: node.metadata.resourceVersion }
        : {}),
      ...(labelChanges === undefined ? {} : { labels: labelChanges }),
      ...(annotationChanges === undefined ? {} : { annotations: annotationChanges }),
    },
    ...(taintsChange ? { spec: { taints: taints.length === 0 ? null : taints } } : {}),
  };
}

function bookkeepingOf(machine: DeepReadonly<Machine>): Record<string, string> {
  const owner = controllerOf(machine);
  return {
    [names.clusterName]: machine.spec.clusterName,
    [names.clusterNamespace]: machine.metadata.namespace ?? "",
    [names.machine]: machine.metadata.name,
    ...(owner === undefined ? {} : { [names.ownerKind]: owner.kind, [names.ownerName]: owner.name }),
  };
}

/** Whether Cluster API syncs this label of a Machine to its Node. */
function isNodeLabel(key: string): boolean {
  const domain = key.split("/", 1)[0] ?? "";
  return (
    domain === nodeLabelDomains.role ||
    isOrIsUnder(domain, nodeLabelDomains.restriction) ||
    isOrIsUnder(domain, nodeLabelDomains.managed)
  );
}

function isNodeAnnotation(key: string): boolean {
  return isOrIsUnder(key.split("/", 1)[0] ?? "", nodeLabelDomains.managed);
}

function isOrIsUnder(domain: string, parent: string): boolean {
  return domain === parent || domain.endsWith(`.${parent}`);
}

function pick(
  from: Readonly<Record<string, string>> | undefined,
  wanted: (key: string) => boolean,
): Record<string, string> {
  return Object.fromEntries(Object.entries(from ?? {}).filter(([key]) => wanted(key)));
}

function listed(value: string | undefined): string[] {
  return value === undefined ? [] : value.split(",");
}

function difference(
  current: Readonly<Record<string, string>>,
  desired: Readonly<Record<string, string>>,
  ours: readonly string[],
): Record<string, string | null> | undefined {
  const changes = Object.fromEntries<string | null>([
    ...ours.filter((key) => key in current && !(key in desired)).map((key): [string, null] => [key, null]),
    ...Object.entries(desired).filter(([key, value]) => current[key] !== value),
  ]);
  return Object.keys(changes).length === 0 ? undefined : changes;
}

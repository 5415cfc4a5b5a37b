import { type KubernetesObject, labels, type Machine } from "@capstan/contract";
import { ManifestError } from "@capstan/kube";

/** A Machine and the objects that only it refers to. */
interface MachineGroup {
  readonly machine: Machine;
  readonly companions: readonly KubernetesObject[];
}

/**
 * Changes the number of Machines in the manifests: omits surplus Machines, and adds copies of the last Machine of each role under the next
 * index (`worker-2` → `worker-3`).
 */
export function resize(
  objects: readonly KubernetesObject[],
  wanted: { controlPlanes: number; workers: number },
): KubernetesObject[] {
  const groups = objects.filter(isMachine).map((machine) => groupOf(machine, objects));
  const grouped = new Set<KubernetesObject>(groups.flatMap((group) => [group.machine, ...group.companions]));
  const [controlPlanes, workers] = partition(groups, (group) => isControlPlane(group.machine));
  return [
    ...objects.filter((object) => !grouped.has(object)),
    ...take(controlPlanes, wanted.controlPlanes),
    ...take(workers, wanted.workers),
  ];
}

/** Whether a Machine belongs to the control plane, by its label. */
export function isControlPlane(machine: { metadata: { labels?: Readonly<Record<string, string>> } }): boolean {
  return machine.metadata.labels?.[labels.controlPlane] !== undefined;
}

function isMachine(object: KubernetesObject): object is Machine {
  return object.kind === "Machine" && object.apiVersion.startsWith("cluster.x-k8s.io/");
}

function groupOf(machine: Machine, objects: readonly KubernetesObject[]): MachineGroup {
  const references = [machine.spec.bootstrap.configRef, machine.spec.infrastructureRef];
  const companions = objects.filter((object) =>
    references.some((reference) => reference?.kind === object.kind && reference.name === object.metadata.name),
  );
  return { machine, companions };
}

function partition<T>(items: readonly T[], test: (item: T) => boolean): [T[], T[]] {
  return [items.filter(test), items.filter((item) => !test(item))];
}

function take(groups: readonly MachineGroup[], count: number): KubernetesObject[] {
  const last = groups.at(-1);
  if (count > 0 && last === undefined) throw new ManifestError("The manifests contain no Machine of a requested role");
  return Array.from({ length: count }, (_, index) => groups[index] ?? copy(last, index)).flatMap((group) =>
    group === undefined ? [] : [...group.companions, group.machine],
  );
}

function copy(group: MachineGroup | undefined, index: number): MachineGroup | undefined {
  if (group === undefined) return undefined;
  const { name } = group.machine.metadata;
  const renamed = `${name.replace(/-\d+$/, "")}-${index}`;
  const rename = <T>(value: T): T =>
    JSON.parse(JSON.stringify(value), (_key, item: unknown) => (item === name ? renamed : item)) as T;
  return { machine: rename(group.machine), companions: group.companions.map(rename) };
}

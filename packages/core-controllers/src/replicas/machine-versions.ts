import { type DeepReadonly, type Machine, type MachineSetStatus } from "@capstan/contract";

/** The Kubernetes versions among Machines, as `status.versions` lists them: what runs, else what is wanted. */
export function machineVersions(
  machines: readonly DeepReadonly<Machine>[],
): NonNullable<MachineSetStatus["versions"]> | undefined {
  const counts = new Map<string, number>();
  for (const { spec, status } of machines) {
    const running = status?.nodeInfo?.kubeletVersion ?? "";
    const version = running === "" ? (spec.version ?? "") : running;
    if (version !== "") counts.set(version, (counts.get(version) ?? 0) + 1);
  }
  if (counts.size === 0) return undefined;
  return [...counts]
    .sort(([left], [right]) => compareVersions(left, right))
    .map(([version, replicas]) => ({ version, replicas }));
}

/** Older versions first; what are no versions of Kubernetes are in the order of their text. */
export function compareVersions(left: string, right: string): number {
  const [a, b] = [numbersOf(left), numbersOf(right)];
  for (const index of [0, 1, 2]) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return left < right ? -1 : left > right ? 1 : 0;
}

function numbersOf(version: string): number[] {
  return (/^v?(\d+)\.(\d+)\.(\d+)/.exec(version) ?? []).slice(1).map(Number);
}

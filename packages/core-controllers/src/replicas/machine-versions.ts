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

/**
 * Older versions first, and those before a release before the release; a leading `v` makes no difference. What are no
 * versions of Kubernetes are in the order of their text.
 */
export function compareVersions(left: string, right: string): number {
  const [a, b] = [partsOf(left), partsOf(right)];
  for (const index of [0, 1, 2]) {
    const difference = (a.numbers[index] ?? 0) - (b.numbers[index] ?? 0);
    if (difference !== 0) return difference;
  }
  const released = Number(b.rest.startsWith("-")) - Number(a.rest.startsWith("-"));
  return released === 0 ? a.rest.localeCompare(b.rest, "en", { numeric: true }) : released;
}

function partsOf(version: string): { readonly numbers: readonly number[]; readonly rest: string } {
  const found = /^v?(\d+)\.(\d+)(?:\.(\d+))?(.*)$/.exec(version);
  if (found === null) return { numbers: [], rest: version };
  const [, major, minor, patch = "0", rest = ""] = found;
  return { numbers: [major, minor, patch].map(Number), rest };
}

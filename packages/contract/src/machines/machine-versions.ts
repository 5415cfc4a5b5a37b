import { compareKubernetesVersions } from "@capstan/kube";
import { type MachineSetStatus } from "../api/v1beta2/machine-set.ts";
import { versionLimits } from "../fields/rollout-fields.ts";

interface VersionedMachine {
  readonly spec: { readonly version?: string };
  readonly status?: { readonly nodeInfo?: { readonly kubeletVersion?: string } } | undefined;
}

/**
 * The Kubernetes versions of Machines, for `status.versions`: the running version or, if unknown, the desired version. A kubelet version
 * that is longer than any real version counts as unknown.
 */
export function machineVersions(
  machines: readonly VersionedMachine[],
): NonNullable<MachineSetStatus["versions"]> | undefined {
  const counts = new Map<string, number>();
  for (const { spec, status } of machines) {
    const running = status?.nodeInfo?.kubeletVersion ?? "";
    const isKnown = running !== "" && running.length <= versionLimits.longest;
    const version = isKnown ? running : (spec.version ?? "");
    if (version !== "") counts.set(version, (counts.get(version) ?? 0) + 1);
  }
  if (counts.size === 0) return undefined;
  return [...counts]
    .sort(([left], [right]) => compareKubernetesVersions(left, right))
    .map(([version, replicas]) => ({ version, replicas }))
    .slice(0, versionLimits.mostOfMachines);
}

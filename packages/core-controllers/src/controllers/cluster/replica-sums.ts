import { compareKubernetesVersions, fieldsOf, isOwnedBy } from "@capstan/kube";
import {
  type Cluster,
  type ClusterStatus,
  isContractViolation,
  type ContractVersion,
  type Reading,
  type DeepReadonly,
  type KubernetesObject,
  readProviderObject,
  versionLimits,
  machineVersions,
  countReplicas,
} from "@capstan/contract";
import { counter } from "../../kit/counter.ts";
import { type ObservedReference } from "../../references/reference.ts";
import { controlPlaneMachines, type Descendants, poolsOf, withoutPooled, workerMachines } from "./descendants.ts";
import { type ClusterMachine } from "./reads.ts";

/** The sums over the control plane Machines or the workers of a Cluster. Unknown sums are omitted. */
export type ReplicaSums = DeepReadonly<NonNullable<ClusterStatus["workers"]>>;

type Counters = Omit<ReplicaSums, "versions" | "upgradePlan">;
type Versions = NonNullable<ReplicaSums["versions"]>;

/**
 * `status.controlPlane`: the values that the object behind `controlPlaneRef` reports or, without such a reference, a count of the control
 * plane Machines.
 */
export function controlPlaneSums(
  cluster: DeepReadonly<Cluster>,
  controlPlane: ObservedReference | undefined,
  descendants: Descendants,
): ReplicaSums | undefined {
  if (cluster.spec.controlPlaneRef === undefined && cluster.spec.topology !== undefined) return undefined;
  if (cluster.spec.controlPlaneRef === undefined) {
    const machines = controlPlaneMachines(descendants);
    return withVersions(countOf(machines), machineVersions(machines) ?? []);
  }
  if (controlPlane?.state !== "found" || controlPlane.refusal !== undefined) return undefined;
  const { object, contract } = controlPlane;
  const read = readingOf(object, contract);
  if (read === undefined) return undefined;
  return withVersions(
    known({
      desiredReplicas: read.desiredReplicas,
      replicas: read.replicas,
      readyReplicas: read.readyReplicas,
      availableReplicas: read.availableReplicas,
      upToDateReplicas: read.upToDateReplicas,
    }),
    versionsOf(read),
  );
}

/** `status.workers`: the sum over MachineDeployments, MachinePools, and standalone MachineSets and Machines. */
export function workerSums(cluster: DeepReadonly<Cluster>, descendants: Descendants): ReplicaSums | undefined {
  const isOwn = (object: DeepReadonly<KubernetesObject>) => isOwnedBy(object, cluster);
  const sets = [...poolsOf(descendants), ...descendants.machineDeployments, ...descendants.machineSets.filter(isOwn)];
  const machines = withoutPooled(workerMachines(descendants)).filter(isOwn);
  const counters: Counters[] = [
    ...sets.map(({ spec, status }) =>
      known({
        desiredReplicas: spec.replicas,
        replicas: status?.replicas,
        readyReplicas: status?.readyReplicas,
        availableReplicas: status?.availableReplicas,
        upToDateReplicas: status?.upToDateReplicas,
      }),
    ),
    countOf(machines),
  ];
  const versions = [...sets.map(({ status }) => status?.versions ?? []), machineVersions(machines) ?? []].flat();
  return withVersions(sumOf(counters), versions);
}

/** Counts standalone Machines. Every existing Machine counts as desired. As upstream, counters are omitted if there are no Machines. */
function countOf(machines: readonly ClusterMachine[]): Counters {
  const counters = { desiredReplicas: machines.length, ...countReplicas(machines) };
  return Object.fromEntries(Object.entries(counters).filter(([, count]) => count > 0));
}

const fields = ["desiredReplicas", "replicas", "readyReplicas", "availableReplicas", "upToDateReplicas"] as const;

function known(counters: { readonly [Field in keyof Counters]: number | undefined }): Counters {
  return Object.fromEntries(Object.entries(counters).filter(([, value]) => value !== undefined));
}

/** Adds up counters. A counter that no object reports is omitted. */
function sumOf(counters: readonly Counters[]): Counters {
  return known(
    Object.fromEntries(
      fields.map((field) => {
        const values = counters.map((each) => each[field]).filter((value) => value !== undefined);
        return [field, values.length === 0 ? undefined : counter(values.reduce((sum, value) => sum + value, 0))];
      }),
    ),
  );
}

function withVersions(counters: Counters, versions: Versions): ReplicaSums | undefined {
  const counts = new Map<string, number>();
  for (const { version, replicas = 0 } of versions) counts.set(version, (counts.get(version) ?? 0) + replicas);
  const sums = [...counts]
    .sort(([left], [right]) => compareKubernetesVersions(left, right))
    .map(([version, replicas]) => ({ version, replicas: counter(replicas) }))
    .slice(0, versionLimits.mostOfCluster);
  const all = { ...counters, ...(sums.length === 0 ? {} : { versions: sums }) };
  return Object.keys(all).length === 0 ? undefined : all;
}

/** `undefined`: the object breaks the contract; conditions report that. */
function readingOf(
  object: DeepReadonly<KubernetesObject>,
  contract: ContractVersion,
): Reading<"ControlPlane"> | undefined {
  try {
    return readProviderObject("ControlPlane", object, contract);
  } catch (error) {
    if (isContractViolation(error)) return undefined;
    throw error;
  }
}

function versionsOf({ versions = [] }: Reading<"ControlPlane">): Versions {
  return (versions as readonly unknown[]).map(fieldsOf).flatMap(({ version, replicas }) => {
    return typeof version === "string" && typeof replicas === "number" ? [{ version, replicas }] : [];
  });
}

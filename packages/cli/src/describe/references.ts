import type { ObservedCluster, Reference } from "./observed-cluster.ts";

/** The references of a Cluster, its Machines and its pools to the objects of providers. */
export function referencesOf({
  cluster,
  machines,
  machinePools,
}: Pick<ObservedCluster, "cluster" | "machines" | "machinePools">): Reference[] {
  return [
    ...(cluster === undefined ? [] : [cluster.spec.infrastructureRef, cluster.spec.controlPlaneRef]),
    ...machines.flatMap(({ spec }) => [spec.bootstrap.configRef, spec.infrastructureRef]),
    ...machinePools.flatMap(({ spec: { template } }) => [
      template.spec.bootstrap.configRef,
      template.spec.infrastructureRef,
    ]),
  ].filter((reference) => reference !== undefined);
}

import {
  type Cluster,
  type DeepReadonly,
  type KubernetesObject,
  type MachineDeployment,
  type MachineSet,
  type ObjectKey,
} from "@capstan/contract";
import { isControlledBy } from "@capstan/kube";
import { type Informer, type Manager, type Request, requestFor } from "@capstan/runtime";
import { type MachineCache } from "../kit/machine-cache.ts";
import { ReferenceTracker } from "../references/reference-tracker.ts";
import { type WrittenSelectors } from "../replicas/written-selectors.ts";
import { templateReferences } from "../replicas/templates.ts";
import { type WorkloadConnections } from "../workload/workload-connections.ts";

/** The objects that all controllers are built from. */
export interface Shared {
  readonly manager: Manager;
  readonly machines: MachineCache;
  readonly clusters: Informer<Cluster>;
  readonly machineSets: Informer<MachineSet>;
  readonly machineDeployments: Informer<MachineDeployment>;
  readonly workloads: WorkloadConnections;
  readonly selectors: WrittenSelectors;
}

interface OfCluster extends KubernetesObject {
  spec: { clusterName: string };
}

/** The objects of a kind that belong to a Cluster. */
export function requestsOfCluster(
  objects: Informer<OfCluster>,
  { metadata }: { readonly metadata: ObjectKey },
): Request[] {
  const { name, namespace } = metadata;
  return objects
    .listIn(namespace)
    .filter(({ spec }) => spec.clusterName === name)
    .map(requestFor);
}

/** Tracks the references of MachineSets or MachineDeployments to their templates. */
export function templateTracker<Set extends MachineSet | MachineDeployment>(
  { manager: { cache, clock } }: Shared,
  referrers: Informer<Set>,
): ReferenceTracker<Set> {
  const referencesOf = ({ spec }: DeepReadonly<MachineSet | MachineDeployment>) => templateReferences(spec.template);
  return new ReferenceTracker<Set>({ cache, clock, referrers, referencesOf });
}

/** The MachineSets that a MachineDeployment controls. */
export function setsOfDeployment(
  { machineSets }: Shared,
  deployment: DeepReadonly<MachineDeployment>,
): readonly DeepReadonly<MachineSet>[] {
  return machineSets.listIn(deployment.metadata.namespace).filter((set) => isControlledBy(set, deployment));
}

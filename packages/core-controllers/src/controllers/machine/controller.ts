import { type DeepReadonly, labels, Machine, type MachineSet } from "@capstan/contract";
import { Controller, forKind, type Request, requestFor, Secret } from "@capstan/runtime";
import { clusterOf } from "../../kit/machine-cache.ts";
import { ReferenceTracker } from "../../references/reference-tracker.ts";
import { setsOfDeployment, type Shared } from "../shared.ts";
import { MachineReconciler } from "./machine-reconciler.ts";
import { type PhaseReading } from "./phase.ts";
import { machineReads } from "./reads.ts";

/** Follows the references of Machines. */
export function machineReferenceTracker({ manager, machines }: Shared): ReferenceTracker<Machine> {
  return new ReferenceTracker({
    cache: manager.cache,
    clock: manager.clock,
    referrers: machines.informer,
    referencesOf: ({ spec }) => [spec.bootstrap.configRef, spec.infrastructureRef].filter((ref) => ref !== undefined),
  });
}

/** The Machine controller. */
export function machineController(
  shared: Shared,
  references: ReferenceTracker<Machine>,
  reading: PhaseReading,
): Controller {
  const { manager, machines, workloads } = shared;
  const { cache, client, clock, holdsStatus, recorder } = manager;
  const { clusters, machineSets, machineDeployments, siblings } = machineReads;
  const controlPlanes = new ReferenceTracker({
    name: "controlPlanes",
    cache,
    clock,
    referrers: shared.clusters,
    referencesOf: ({ spec }) => (spec.controlPlaneRef === undefined ? [] : [spec.controlPlaneRef]),
    requestsOf: ({ metadata }) => beingDeleted(machines.ofCluster(metadata)),
  });
  const ofSet = (set: DeepReadonly<MachineSet>) => machines.controlledBy(set).map(requestFor);
  const controller = new Controller({
    name: "machine",
    reconciler: new MachineReconciler({
      client,
      clock,
      holdsStatus,
      recorder,
      machines: machines.informer,
      siblings: machines.seenBy(siblings),
      clusters: clusters.of(shared.clusters),
      machineSets: machineSets.of(shared.machineSets),
      machineDeployments: machineDeployments.of(shared.machineDeployments),
      references,
      controlPlanes,
      workloads,
      secrets: cache.informer(Secret, { labelSelector: labels.clusterName }),
      reading,
    }),
    sources: [
      forKind(Machine),
      siblings.wakes((sibling) => beingDeleted(machines.ofCluster(clusterOf(sibling)))),
      clusters.wakes(({ metadata }) => machines.requestsOfCluster(metadata)),
      machineSets.wakes(ofSet),
      machineDeployments.wakes((deployment) => setsOfDeployment(shared, deployment).flatMap(ofSet)),
      references.definitionSource,
      controlPlanes.definitionSource,
      workloads.source("machines", ({ cluster, node }) =>
        node === undefined ? machines.requestsOfCluster(cluster) : machines.requestsOfNode(cluster, node),
      ),
    ],
  });
  references.attach(controller);
  controlPlanes.attach(controller);
  return controller;
}

/** Only the deletion of a Machine depends on its siblings and on the control plane. */
function beingDeleted(machines: readonly DeepReadonly<Machine>[]): Request[] {
  return machines.filter(({ metadata }) => metadata.deletionTimestamp !== undefined).map(requestFor);
}

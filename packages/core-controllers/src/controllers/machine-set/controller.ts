import { type DeepReadonly, type Machine, MachineSet } from "@capstan/contract";
import { Controller, forKind, type Request, requestFor, randomText } from "@capstan/runtime";
import { controllersOf, selecting } from "../../kit/owned-by.ts";
import { CreationRate, usualMachinesPerSecond } from "./creation-rate.ts";
import { selectorOfMachineSet } from "./effective-machine-set.ts";
import { ReferenceTracker } from "../../references/reference-tracker.ts";
import { FormerReplicas } from "../../replicas/former-replicas.ts";
import { requestsOfCluster, type Shared, setsOfDeployment, templateTracker } from "../shared.ts";
import { MachineSetReconciler } from "./machine-set-reconciler.ts";
import { machineSetReads } from "./reads.ts";

/** The MachineSet controller. */
export function machineSetController(
  shared: Shared,
  machineReferences: ReferenceTracker<Machine>,
  machinesPerSecond = usualMachinesPerSecond,
): Controller {
  const { manager, machineSets } = shared;
  const { cache, client, clock, recorder } = manager;
  const { machines, machineDeployments, clusters } = machineSetReads;
  const templates = templateTracker(shared, machineSets);
  const controlPlanes = new ReferenceTracker({
    name: "controlPlanes",
    cache,
    clock,
    referrers: shared.clusters,
    referencesOf: ({ spec }) => (spec.controlPlaneRef === undefined ? [] : [spec.controlPlaneRef]),
    requestsOf: (cluster) => requestsOfCluster(machineSets, cluster),
  });
  const controller = new Controller({
    name: "machineset",
    reconciler: new MachineSetReconciler({
      client,
      clock,
      recorder,
      machineSets,
      machines: shared.machines.seenBy(machines),
      machineDeployments: machineDeployments.of(shared.machineDeployments),
      clusters: clusters.of(shared.clusters),
      formerReplicas: new FormerReplicas(machineSets),
      selectors: shared.selectors,
      templates,
      controlPlanes,
      machineReferences,
      random: randomText,
      creationRate: new CreationRate(clock, machinesPerSecond),
    }),
    sources: [
      forKind(MachineSet),
      machines.wakes((machine, previous) => setsOf(shared, machine, previous)),
      machineDeployments.wakes((deployment) => setsOfDeployment(shared, deployment).map(requestFor)),
      clusters.wakes((cluster) => requestsOfCluster(machineSets, cluster)),
      templates.definitionSource,
      controlPlanes.definitionSource,
    ],
  });
  templates.attach(controller);
  controlPlanes.attach(controller);
  return controller;
}

/** The set that controls a Machine or controlled it before the change, or the sets that may adopt it. */
function setsOf(
  { machineSets }: Shared,
  machine: DeepReadonly<Machine>,
  previous: DeepReadonly<Machine> | undefined,
): Request[] {
  return [...controllersOf([machine, previous], MachineSet), ...selecting(machineSets, machine, selectorOfMachineSet)];
}

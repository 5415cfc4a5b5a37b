import { type DeepReadonly, type Machine, MachineDeployment, MachineSet } from "@capstan/contract";
import { Controller, forKind, type Request } from "@capstan/runtime";
import { controllersOf, selecting } from "../../kit/owned-by.ts";
import { FormerReplicas } from "../../replicas/former-replicas.ts";
import { selectorOfMachineDeployment } from "./effective-machine-deployment.ts";
import { requestsOfCluster, type Shared, templateTracker } from "../shared.ts";
import { MachineDeploymentReconciler } from "./machine-deployment-reconciler.ts";
import { machineDeploymentReads } from "./reads.ts";

/** The MachineDeployment controller. */
export function machineDeploymentController(shared: Shared): Controller {
  const { manager, machineDeployments } = shared;
  const { client, clock, recorder } = manager;
  const { machineSets, machines, clusters } = machineDeploymentReads;
  const references = templateTracker(shared, machineDeployments);
  const controller = new Controller({
    name: "machinedeployment",
    reconciler: new MachineDeploymentReconciler({
      client,
      clock,
      recorder,
      machineDeployments,
      machineSets: machineSets.of(shared.machineSets),
      machines: shared.machines.seenBy(machines),
      clusters: clusters.of(shared.clusters),
      formerReplicas: new FormerReplicas(machineDeployments),
      selectors: shared.selectors,
      references,
    }),
    sources: [
      forKind(MachineDeployment),
      machineSets.wakes((set, previous) => [
        ...controllersOf([set, previous], MachineDeployment),
        ...selecting(machineDeployments, set, selectorOfMachineDeployment),
      ]),
      machines.wakes((machine, previous) => deploymentsOf(shared, [machine, previous])),
      clusters.wakes((cluster) => requestsOfCluster(machineDeployments, cluster)),
      references.definitionSource,
    ],
  });
  references.attach(controller);
  return controller;
}

/** The deployments whose sets control a Machine now, or controlled it before the change. */
function deploymentsOf({ machineSets }: Shared, machines: readonly (DeepReadonly<Machine> | undefined)[]): Request[] {
  const sets = controllersOf(machines, MachineSet).map((request) => machineSets.get(request));
  return controllersOf(sets, MachineDeployment);
}

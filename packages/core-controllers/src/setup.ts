import { Cluster, Machine, MachineDeployment, MachineSet } from "@capstan/contract";
import { type Manager } from "@capstan/runtime";
import { clusterController } from "./controllers/cluster/controller.ts";
import { machineController, machineReferenceTracker } from "./controllers/machine/controller.ts";
import { type PhaseReading } from "./controllers/machine/phase.ts";
import { machineDeploymentController } from "./controllers/machine-deployment/controller.ts";
import { machineHealthCheckController } from "./controllers/machine-health-check/controller.ts";
import { machineSetController } from "./controllers/machine-set/controller.ts";
import { type Shared } from "./controllers/shared.ts";
import { unservedController } from "./controllers/unserved/controller.ts";
import { unservedKinds } from "./controllers/unserved/unserved-kind.ts";
import { MachineCache } from "./kit/machine-cache.ts";
import { WrittenSelectors } from "./replicas/written-selectors.ts";
import { WorkloadConnections } from "./workload/workload-connections.ts";

/** Options of {@link setupCoreControllers}. */
export interface CoreControllersOptions {
  /** How to compute `status.phase` of Machines. Default `proposal`. */
  readonly phaseReading?: PhaseReading;
  /** How long the last known state of a Node stays valid after its workload cluster becomes unresponsive. Default 300,000. */
  readonly remoteGraceMs?: number;
  /** How many Machines a second the MachineSets of a namespace create, after a burst of twice as many. 0: no limit. Default 10. */
  readonly machinesPerSecond?: number;
}

/**
 * Adds the core controllers of Cluster API to a manager, before you start it: Cluster, Machine, MachineSet, MachineDeployment and
 * MachineHealthCheck.
 *
 * The CRDs of `coreCRDs` must be installed. {@link coreRules} and {@link coreClusterRules} list the permissions that the manager's account
 * needs.
 *
 * @example
 * ```ts
 * import { ApiServer } from "@capstan/apiserver";
 * import { setupCoreControllers } from "@capstan/core-controllers";
 * import { createClient, Manager } from "@capstan/runtime";
 *
 * await using server = await ApiServer.start();
 * const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "core/1.0.0" });
 * const manager = new Manager({ name: "core", client });
 * setupCoreControllers(manager); // before its start
 * ```
 */
export function setupCoreControllers(manager: Manager, options: CoreControllersOptions = {}): void {
  const { cache, clock } = manager;
  // To remove labels that are no longer desired if a set had added them: see managedKeys.
  for (const kind of [Machine, MachineSet]) cache.keepManagedMetadata(kind);
  const shared: Shared = {
    manager,
    machines: new MachineCache(cache),
    clusters: cache.informer(Cluster),
    machineSets: cache.informer(MachineSet),
    machineDeployments: cache.informer(MachineDeployment),
    selectors: new WrittenSelectors(manager.client, cache),
    workloads: new WorkloadConnections({
      remotes: manager.remotes,
      clock,
      ...(options.remoteGraceMs === undefined ? {} : { graceMs: options.remoteGraceMs }),
    }),
  };
  manager.add(clusterController(shared));
  const machineReferences = machineReferenceTracker(shared);
  manager.add(machineController(shared, machineReferences, options.phaseReading ?? "proposal"));
  manager.add(machineSetController(shared, machineReferences, options.machinesPerSecond));
  manager.add(machineDeploymentController(shared));
  manager.add(machineHealthCheckController(shared));
  for (const unserved of unservedKinds) manager.add(unservedController(shared, unserved));
}

import {
  Cluster,
  clusterSecretName,
  type DeepReadonly,
  labels,
  Machine,
  MachineDeployment,
  MachineSet,
} from "@capstan/contract";
import { jsonEqual } from "@capstan/kube";
import {
  Controller,
  createRequest,
  enqueueMapped,
  forKind,
  type Manager,
  type Request,
  Secret,
} from "@capstan/runtime";
import { ClusterReconciler } from "./controllers/cluster/cluster-reconciler.ts";
import { clusterOf, MachineCache } from "./kit/machine-cache.ts";
import { MachineReconciler } from "./controllers/machine/machine-reconciler.ts";
import { type PhaseReading } from "./controllers/machine/phase.ts";
import { machineHealthCheckController } from "./controllers/machine-health-check/controller.ts";
import {
  machineDeploymentController,
  machineSetController,
  machinesOfDeployment,
  machinesOfSet,
} from "./setup-sets.ts";
import { concernsMembers, type Shared } from "./shared.ts";
import { MachinePools } from "./references/machine-pools.ts";
import { ReferenceTracker } from "./references/reference-tracker.ts";
import { WorkloadConnections } from "./workload/workload-connections.ts";

/** Options of {@link setupCoreControllers}. */
export interface CoreControllersOptions {
  /** How `status.phase` of Machines is computed. Default `proposal`. */
  readonly phaseReading?: PhaseReading;
  /** How long what was last known of a Node stands when its workload cluster stops answering. Default 300,000. */
  readonly remoteGraceMs?: number;
}

/**
 * Adds the core controllers of Cluster API to a manager, before it is started: Cluster, Machine, MachineSet,
 * MachineDeployment and MachineHealthCheck.
 *
 * The CRDs of `coreCRDs` have to be installed. What the controllers may do is in the README of this package.
 */
export function setupCoreControllers(manager: Manager, options: CoreControllersOptions = {}): void {
  const { cache, clock } = manager;
  // Labels that are no longer wanted are taken away where a set has put them there: see managedKeys.
  for (const kind of [Machine, MachineSet]) cache.keepManagedMetadata(kind);
  const shared: Shared = {
    manager,
    machines: new MachineCache(cache),
    clusters: cache.informer(Cluster),
    machineSets: cache.informer(MachineSet),
    machineDeployments: cache.informer(MachineDeployment),
    workloads: new WorkloadConnections({
      remotes: manager.remotes,
      clock,
      ...(options.remoteGraceMs === undefined ? {} : { graceMs: options.remoteGraceMs }),
    }),
  };
  manager.add(clusterController(shared));
  const machineReferences = machineReferenceTracker(shared);
  manager.add(machineController(shared, machineReferences, options.phaseReading ?? "proposal"));
  manager.add(machineSetController(shared, machineReferences));
  manager.add(machineDeploymentController(shared));
  manager.add(machineHealthCheckController(shared));
}

function clusterController(shared: Shared): Controller {
  const { manager, clusters, workloads } = shared;
  const { cache, client, clock } = manager;
  const secretScope = { labelSelector: labels.clusterName };
  const references = new ReferenceTracker({
    cache,
    clock,
    referrers: clusters,
    referencesOf: ({ spec }) => [spec.infrastructureRef, spec.controlPlaneRef].filter((ref) => ref !== undefined),
  });
  const machinePools = new MachinePools(cache);
  const controller = new Controller({
    name: "cluster",
    reconciler: new ClusterReconciler({
      ...shared,
      client,
      clock,
      secrets: cache.informer(Secret, secretScope),
      machinePools,
      references,
    }),
    sources: [
      forKind(Cluster),
      enqueueMapped(Machine, (machine, previous) => (concernsCluster(machine, previous) ? [clusterOf(machine)] : [])),
      enqueueMapped(MachineSet, ({ metadata, spec }) => [createRequest(spec.clusterName, metadata.namespace)]),
      enqueueMapped(MachineDeployment, ({ metadata, spec }) => [createRequest(spec.clusterName, metadata.namespace)]),
      enqueueMapped(Secret, requestOfSecret, { scope: secretScope }),
      machinePools.source,
      references.definitionSource,
      workloads.source("clusters", ({ cluster, node }) =>
        node === undefined ? [createRequest(cluster.name, cluster.namespace)] : [],
      ),
    ],
  });
  references.attach(controller);
  return controller;
}

function machineReferenceTracker({ manager, machines }: Shared): ReferenceTracker<Machine> {
  return new ReferenceTracker({
    cache: manager.cache,
    clock: manager.clock,
    referrers: machines.informer,
    referencesOf: ({ spec }) => [spec.bootstrap.configRef, spec.infrastructureRef].filter((ref) => ref !== undefined),
  });
}

function machineController(shared: Shared, references: ReferenceTracker<Machine>, reading: PhaseReading): Controller {
  const { manager, machines, workloads } = shared;
  const { client, clock, recorder } = manager;
  const controller = new Controller({
    name: "machine",
    reconciler: new MachineReconciler({ ...shared, client, clock, recorder, references, reading }),
    sources: [
      forKind(Machine),
      enqueueMapped(Cluster, (cluster, previous) =>
        concernsMembers(cluster, previous) ? machines.requestsOfCluster(cluster.metadata) : [],
      ),
      enqueueMapped(MachineSet, (set, previous) => machinesOfSet(shared, set, previous)),
      enqueueMapped(MachineDeployment, (deployment, previous) => machinesOfDeployment(shared, deployment, previous)),
      references.definitionSource,
      workloads.source("machines", ({ cluster, node }) =>
        node === undefined ? machines.requestsOfCluster(cluster) : machines.requestsOfNode(cluster, node),
      ),
    ],
  });
  references.attach(controller);
  return controller;
}

/** The Secrets of a Cluster that its controller looks at: the certificate authority and the kubeconfig. */
function requestOfSecret({ metadata }: DeepReadonly<Secret>): Request[] {
  const name = metadata.labels?.[labels.clusterName];
  if (name === undefined) return [];
  const ours = [clusterSecretName(name, "ca"), clusterSecretName(name, "kubeconfig")].includes(metadata.name);
  return ours ? [createRequest(name, metadata.namespace)] : [];
}

/** What a Cluster sums up of its Machines. */
const summedUp: readonly string[] = ["Ready", "Available", "UpToDate", "HealthCheckSucceeded", "OwnerRemediated"];

/** A Machine tells its Cluster whether it is there, whether it has a Node, and what is summed up. */
function concernsCluster(machine: DeepReadonly<Machine>, previous: DeepReadonly<Machine> | undefined): boolean {
  if (previous === undefined) return true;
  const relevant = ({ metadata, status }: DeepReadonly<Machine>) => [
    metadata.deletionTimestamp,
    metadata.ownerReferences,
    metadata.labels,
    status?.nodeRef,
    status?.nodeInfo?.kubeletVersion,
    status?.conditions?.filter(({ type }) => summedUp.includes(type)),
  ];
  return !jsonEqual(relevant(machine), relevant(previous));
}

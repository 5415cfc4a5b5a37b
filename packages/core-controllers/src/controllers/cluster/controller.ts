import { Cluster, type DeepReadonly, labels } from "@capstan/contract";
import { Controller, createRequest, enqueueMapped, forKind, type Request, Secret } from "@capstan/runtime";
import { clusterOf } from "../../kit/machine-cache.ts";
import { referencesOfCluster } from "../../kit/reference-users.ts";
import { MachinePools } from "./machine-pools.ts";
import { ReferenceTracker } from "../../references/reference-tracker.ts";
import { type Shared } from "../shared.ts";
import { ClusterReconciler } from "./cluster-reconciler.ts";
import { clusterSecretNames } from "./own-secrets.ts";
import { clusterReads } from "./reads.ts";

/** The Cluster controller. */
export function clusterController(shared: Shared): Controller {
  const { manager, clusters, workloads } = shared;
  const { cache, client, clock, recorder } = manager;
  const { machines, machineSets, machineDeployments } = clusterReads;
  const secretScope = { labelSelector: labels.clusterName };
  const references = new ReferenceTracker({
    cache,
    clock,
    referrers: clusters,
    referencesOf: referencesOfCluster,
  });
  const machinePools = new MachinePools(cache, clusters);
  const controller = new Controller({
    name: "cluster",
    reconciler: new ClusterReconciler({
      client,
      clock,
      recorder,
      clusters,
      machines: shared.machines.seenBy(machines),
      machineSets: machineSets.of(shared.machineSets),
      machineDeployments: machineDeployments.of(shared.machineDeployments),
      machinePools,
      secrets: cache.informer(Secret, secretScope),
      references,
      workloads,
    }),
    sources: [
      forKind(Cluster),
      references.sharingSource(Cluster),
      machines.wakes((machine, previous) => clustersOf([machine, previous])),
      machineSets.wakes((set, previous) => clustersOf([set, previous])),
      machineDeployments.wakes((deployment, previous) => clustersOf([deployment, previous])),
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

/** The Clusters that objects belong to. */
function clustersOf(objects: readonly (Parameters<typeof clusterOf>[0] | undefined)[]): Request[] {
  return objects.flatMap((object) => (object === undefined ? [] : [clusterOf(object)]));
}

/** The Cluster that a Secret belongs to as a whole. */
function requestOfSecret({ metadata }: DeepReadonly<Secret>): Request[] {
  const name = metadata.labels?.[labels.clusterName];
  if (name === undefined) return [];
  return clusterSecretNames(name).includes(metadata.name) ? [createRequest(name, metadata.namespace)] : [];
}

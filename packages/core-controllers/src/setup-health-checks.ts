import {
  Cluster,
  conditionTypes,
  type DeepReadonly,
  getCondition,
  Machine,
  MachineHealthCheck,
} from "@capstan/contract";
import { Controller, enqueueMapped, forKind, type Informer, type Request, requestFor } from "@capstan/runtime";
import { clusterOf } from "./reconcilers/machine/machine-cache.ts";
import { remediationReferences } from "./reconcilers/machine-health-check/external-remediation.ts";
import { MachineHealthCheckReconciler } from "./reconcilers/machine-health-check/machine-health-check-reconciler.ts";
import { matchesSelector } from "./selectors/label-selector.ts";
import { concernsMembers, type Shared } from "./shared.ts";
import { ReferenceTracker } from "./tracker/reference-tracker.ts";

type Checks = Informer<MachineHealthCheck>;

/** The controller of MachineHealthChecks. */
export function machineHealthCheckController(shared: Shared): Controller {
  const { manager, machines, workloads } = shared;
  const machineHealthChecks = manager.cache.informer(MachineHealthCheck);
  const references = new ReferenceTracker({
    cache: manager.cache,
    clock: manager.clock,
    referrers: machineHealthChecks,
    referencesOf: remediationReferences,
  });
  const { client, clock, recorder } = manager;
  const controller = new Controller({
    name: "machinehealthcheck",
    reconciler: new MachineHealthCheckReconciler({
      ...shared,
      client,
      clock,
      recorder,
      machineHealthChecks,
      references,
    }),
    sources: [
      forKind(MachineHealthCheck),
      enqueueMapped(Machine, (machine, previous, { type }) =>
        type === "updated" && !concernsHealth(machine, previous)
          ? []
          : checksOf(machineHealthChecks, machine, previous),
      ),
      enqueueMapped(Cluster, (cluster, previous) =>
        concernsChecks(cluster, previous) ? checksOfCluster(machineHealthChecks, cluster.metadata) : [],
      ),
      workloads.source("machinehealthchecks", ({ cluster, node }) =>
        node === undefined
          ? checksOfCluster(machineHealthChecks, cluster)
          : machines
              .requestsOfNode(cluster, node)
              .flatMap((request) => machines.informer.get(request) ?? [])
              .flatMap((machine) => checksOf(machineHealthChecks, machine, undefined)),
      ),
      references.definitionSource,
    ],
  });
  references.attach(controller);
  return controller;
}

/** What a health check looks at of a Machine. */
function concernsHealth(machine: DeepReadonly<Machine>, previous: DeepReadonly<Machine> | undefined): boolean {
  const looked = ({ metadata, status }: DeepReadonly<Machine>) =>
    JSON.stringify([
      metadata.labels,
      metadata.annotations,
      metadata.deletionTimestamp,
      status?.nodeRef,
      status?.conditions,
    ]);
  return previous === undefined || looked(machine) !== looked(previous);
}

/** Health checks that select a Machine now, or did. */
function checksOf(
  checks: Checks,
  machine: DeepReadonly<Machine>,
  previous: DeepReadonly<Machine> | undefined,
): Request[] {
  const { name, namespace } = clusterOf(machine);
  return checks
    .list(namespace === undefined ? {} : { namespace })
    .filter(
      ({ spec }) =>
        spec.clusterName === name &&
        [machine, previous].some((each) => each !== undefined && matchesSelector(spec.selector, each.metadata.labels)),
    )
    .map(requestFor);
}

/** Nothing is held against Machines before these conditions of their Cluster are True. */
function concernsChecks(cluster: DeepReadonly<Cluster>, previous: DeepReadonly<Cluster> | undefined): boolean {
  if (previous === undefined || concernsMembers(cluster, previous)) return true;
  return [conditionTypes.controlPlaneInitialized, conditionTypes.infrastructureReady].some(
    (type) => getCondition(cluster, type)?.status !== getCondition(previous, type)?.status,
  );
}

function checksOfCluster(checks: Checks, { name, namespace }: { name: string; namespace?: string }): Request[] {
  return checks
    .list(namespace === undefined ? {} : { namespace })
    .filter(({ spec }) => spec.clusterName === name)
    .map(requestFor);
}

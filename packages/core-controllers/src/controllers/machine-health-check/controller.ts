import {
  Cluster,
  conditionTypes,
  type DeepReadonly,
  getCondition,
  Machine,
  MachineHealthCheck,
} from "@capstan/contract";
import {
  Controller,
  enqueueMapped,
  forKind,
  type Informer,
  type Reconciler,
  type Request,
  requestFor,
  type Source,
  whenServed,
} from "@capstan/runtime";
import { clusterOf } from "../../kit/machine-cache.ts";
import { remediationReferences } from "./external-remediation.ts";
import { MachineHealthCheckReconciler } from "./machine-health-check-reconciler.ts";
import { matchesSelector } from "../../kit/label-selector.ts";
import { concernsMembers, type Shared } from "../../shared.ts";
import { ReferenceTracker } from "../../references/reference-tracker.ts";

type Checks = Informer<MachineHealthCheck>;

/** The controller of MachineHealthChecks. A management cluster need not have the kind: nothing of it is read before it is there. */
export function machineHealthCheckController(shared: Shared): Controller {
  let parts: HealthChecking | undefined;
  const checking = (): HealthChecking => (parts ??= healthChecking(shared));
  const controller = new Controller({
    name: "machinehealthcheck",
    reconciler: { reconcile: (request, context) => checking().reconciler.reconcile(request, context) },
    sources: [
      whenServed(MachineHealthCheck, {
        key: "machinehealthchecks",
        start: (context) => {
          const { sources, references } = checking();
          references.attach(controller);
          const running = sources.map((source) => source.start(context));
          return {
            ready: Promise.all(running.map(({ ready }) => ready)).then(() => undefined),
            stop: () => {
              for (const source of running) source.stop();
            },
          };
        },
      }),
    ],
  });
  return controller;
}

/** What the controller is made of once there are MachineHealthChecks. */
interface HealthChecking {
  readonly reconciler: Reconciler;
  readonly references: ReferenceTracker<MachineHealthCheck>;
  readonly sources: readonly Source[];
}

function healthChecking(shared: Shared): HealthChecking {
  const { manager, machines, workloads } = shared;
  const machineHealthChecks = manager.cache.informer(MachineHealthCheck);
  const references = new ReferenceTracker({
    cache: manager.cache,
    clock: manager.clock,
    referrers: machineHealthChecks,
    referencesOf: remediationReferences,
  });
  const { client, clock, recorder } = manager;
  return {
    references,
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
  };
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

import { type DeepReadonly, type Machine, MachineHealthCheck } from "@capstan/contract";
import {
  Controller,
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
import { requestsOfCluster, type Shared } from "../shared.ts";
import { machineHealthCheckReads } from "./reads.ts";
import { ReferenceTracker } from "../../references/reference-tracker.ts";

/** The MachineHealthCheck controller. A management cluster need not have the kind, so the controller reads it only once it is installed. */
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

/** The parts of the controller, created once MachineHealthChecks are installed. */
interface HealthChecking {
  readonly reconciler: Reconciler;
  readonly references: ReferenceTracker<MachineHealthCheck>;
  readonly sources: readonly Source[];
}

function healthChecking(shared: Shared): HealthChecking {
  const { manager, workloads } = shared;
  const { cache, client, clock, recorder } = manager;
  const { machines, clusters } = machineHealthCheckReads;
  const machineHealthChecks = cache.informer(MachineHealthCheck);
  const references = new ReferenceTracker({
    cache,
    clock,
    referrers: machineHealthChecks,
    referencesOf: remediationReferences,
  });
  return {
    references,
    reconciler: new MachineHealthCheckReconciler({
      client,
      clock,
      recorder,
      machineHealthChecks,
      machines: shared.machines.seenBy(machines),
      clusters: clusters.of(shared.clusters),
      references,
      workloads,
    }),
    sources: [
      forKind(MachineHealthCheck),
      machines.wakes((machine, previous) => checksOf(machineHealthChecks, [machine, previous])),
      clusters.wakes((cluster) => requestsOfCluster(machineHealthChecks, cluster)),
      workloads.source("machinehealthchecks", ({ cluster, node }) =>
        node === undefined
          ? requestsOfCluster(machineHealthChecks, { metadata: cluster })
          : shared.machines
              .requestsOfNode(cluster, node)
              .flatMap((request) => checksOf(machineHealthChecks, [shared.machines.get(request)])),
      ),
      references.definitionSource,
    ],
  };
}

/** The health checks that select a Machine now, or selected it before the change. */
function checksOf(
  checks: Informer<MachineHealthCheck>,
  machines: readonly (DeepReadonly<Machine> | undefined)[],
): Request[] {
  return machines.flatMap((machine) => {
    if (machine === undefined) return [];
    const { name, namespace } = clusterOf(machine);
    return checks
      .listIn(namespace)
      .filter(({ spec }) => spec.clusterName === name && matchesSelector(spec.selector, machine.metadata.labels))
      .map(requestFor);
  });
}

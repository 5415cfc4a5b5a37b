import {
  annotations,
  Cluster,
  controllerOf,
  type DeepReadonly,
  type KubernetesObject,
  Machine,
  MachineDeployment,
  MachineSet,
} from "@capstan/contract";
import { Controller, createRequest, enqueueMapped, forKind, type Request, requestFor } from "@capstan/runtime";
import { MachineDeploymentReconciler } from "./controllers/machine-deployment/machine-deployment-reconciler.ts";
import { MachineSetReconciler } from "./controllers/machine-set/machine-set-reconciler.ts";
import { templateReferences } from "./references/templates.ts";
import { randomText } from "./replicas/random-text.ts";
import { concernsMembers, type Shared } from "./shared.ts";
import { matchesSelector } from "./kit/label-selector.ts";
import { ReferenceTracker } from "./references/reference-tracker.ts";

/** The controller of MachineSets. */
export function machineSetController(shared: Shared, machineReferences: ReferenceTracker<Machine>): Controller {
  const { manager, machineSets } = shared;
  const references = new ReferenceTracker({
    cache: manager.cache,
    clock: manager.clock,
    referrers: machineSets,
    referencesOf: ({ spec }) => templateReferences(spec.template),
  });
  const reconciler = new MachineSetReconciler({
    ...shared,
    client: manager.client,
    clock: manager.clock,
    recorder: manager.recorder,
    references,
    machineReferences,
    random: randomText,
  });
  const controller = new Controller({
    name: "machineset",
    reconciler,
    sources: [
      forKind(MachineSet),
      enqueueMapped(Machine, (machine, previous, { type }) =>
        type === "updated" && !concernsSets(machine, previous) ? [] : setsOf(shared, machine, previous),
      ),
      enqueueMapped(MachineDeployment, (deployment, previous) =>
        concernsItsSets(deployment, previous) ? ownSets(shared, deployment).map(requestFor) : [],
      ),
      enqueueMapped(Cluster, (cluster, previous) =>
        concernsMembers(cluster, previous) ? ofCluster(shared.machineSets.list(), cluster) : [],
      ),
      references.definitionSource,
    ],
  });
  references.attach(controller);
  return controller;
}

/** The controller of MachineDeployments. */
export function machineDeploymentController(shared: Shared): Controller {
  const { manager, machineDeployments } = shared;
  const references = new ReferenceTracker({
    cache: manager.cache,
    clock: manager.clock,
    referrers: machineDeployments,
    referencesOf: ({ spec }) => templateReferences(spec.template),
  });
  const reconciler = new MachineDeploymentReconciler({
    ...shared,
    client: manager.client,
    clock: manager.clock,
    recorder: manager.recorder,
    references,
  });
  const controller = new Controller({
    name: "machinedeployment",
    reconciler,
    sources: [
      forKind(MachineDeployment),
      enqueueMapped(MachineSet, (set, previous) => deploymentsOf(shared, set, previous)),
      enqueueMapped(Machine, (machine, previous, { type }) =>
        type === "updated" && !concernsSets(machine, previous) ? [] : deploymentOf(shared, machine),
      ),
      enqueueMapped(Cluster, (cluster, previous) =>
        concernsMembers(cluster, previous) ? ofCluster(shared.machineDeployments.list(), cluster) : [],
      ),
      references.definitionSource,
    ],
  });
  references.attach(controller);
  return controller;
}

/** The Machines of a set whose template has changed: they may be out of date, or up to date again. */
export function machinesOfSet(
  { machines }: Shared,
  set: DeepReadonly<MachineSet>,
  previous: DeepReadonly<MachineSet> | undefined,
): Request[] {
  const compared = ({ metadata, spec }: DeepReadonly<MachineSet>) =>
    JSON.stringify([spec.template.spec, metadata.annotations?.[annotations.machineDeploymentRevision]]);
  if (previous !== undefined && compared(previous) === compared(set)) return [];
  return machines.controlledBy(set.metadata).map(requestFor);
}

/** The Machines of a deployment, when it wants another template, or new Machines at another time. */
export function machinesOfDeployment(
  shared: Shared,
  deployment: DeepReadonly<MachineDeployment>,
  previous: DeepReadonly<MachineDeployment> | undefined,
): Request[] {
  const compared = ({ metadata, spec }: DeepReadonly<MachineDeployment>) =>
    JSON.stringify([
      spec.template.spec,
      spec.rollout?.after,
      metadata.annotations?.[annotations.machineDeploymentRevision],
    ]);
  if (previous !== undefined && compared(previous) === compared(deployment)) return [];
  return ownSets(shared, deployment).flatMap(({ metadata }) => shared.machines.controlledBy(metadata).map(requestFor));
}

function ownSets({ machineSets }: Shared, { metadata }: DeepReadonly<KubernetesObject>) {
  const { namespace, uid } = metadata;
  return machineSets.list(namespace === undefined ? {} : { namespace }).filter((set) => controllerOf(set)?.uid === uid);
}

/** What the sets of a Machine look at: whose it is, whether it stays, and what its conditions say. */
function concernsSets(machine: DeepReadonly<Machine>, previous: DeepReadonly<Machine> | undefined): boolean {
  if (previous === undefined) return true;
  return relevant(machine) !== relevant(previous);
}

const counted: readonly string[] = [
  "Ready",
  "Available",
  "UpToDate",
  "NodeReady",
  "HealthCheckSucceeded",
  "OwnerRemediated",
];

const countedV1Beta1: readonly string[] = ["Ready", "HealthCheckSucceeded", "OwnerRemediated"];

function relevant({ metadata, spec, status }: DeepReadonly<Machine>): string {
  const conditions = status?.conditions?.filter(({ type }) => counted.includes(type));
  const old = status?.deprecated?.v1beta1?.conditions?.filter(({ type }) => countedV1Beta1.includes(type));
  return JSON.stringify([
    metadata.deletionTimestamp,
    metadata.labels,
    metadata.annotations,
    metadata.ownerReferences,
    spec.version,
    status?.nodeInfo?.kubeletVersion,
    conditions,
    old,
  ]);
}

/** The set that controls a Machine, the one that did, or those that may adopt it. */
function setsOf(
  { machineSets }: Shared,
  machine: DeepReadonly<Machine>,
  previous: DeepReadonly<Machine> | undefined,
): Request[] {
  const owners = controllersOf([machine, previous], MachineSet.kind);
  if (controllerOf(machine) !== undefined) return owners;
  const { namespace } = machine.metadata;
  const adopters = machineSets
    .list(namespace === undefined ? {} : { namespace })
    .filter(({ spec }) => matchesSelector(spec.selector, machine.metadata.labels));
  return [...owners, ...adopters.map(requestFor)];
}

function deploymentsOf(
  { machineDeployments }: Shared,
  set: DeepReadonly<MachineSet>,
  previous: DeepReadonly<MachineSet> | undefined,
): Request[] {
  const owners = controllersOf([set, previous], MachineDeployment.kind);
  if (controllerOf(set) !== undefined) return owners;
  const { namespace } = set.metadata;
  const adopters = machineDeployments
    .list(namespace === undefined ? {} : { namespace })
    .filter(({ spec }) => matchesSelector(spec.selector, set.metadata.labels));
  return [...owners, ...adopters.map(requestFor)];
}

function deploymentOf({ machineSets }: Shared, machine: DeepReadonly<Machine>): Request[] {
  const { namespace } = machine.metadata;
  return controllersOf([machine], MachineSet.kind).flatMap(({ name }) => {
    const set = machineSets.get({ name, ...(namespace === undefined ? {} : { namespace }) });
    return set === undefined ? [] : controllersOf([set], MachineDeployment.kind);
  });
}

function controllersOf(objects: readonly (DeepReadonly<KubernetesObject> | undefined)[], kind: string): Request[] {
  return objects.flatMap((object) => {
    const controller = object === undefined ? undefined : controllerOf(object);
    return controller?.kind === kind ? [createRequest(controller.name, object?.metadata.namespace)] : [];
  });
}

/** A deployment tells its sets which of them is the current one, and how many Machines may be remediated at a time. */
function concernsItsSets(
  deployment: DeepReadonly<MachineDeployment>,
  previous: DeepReadonly<MachineDeployment> | undefined,
): boolean {
  const told = ({ metadata, spec }: DeepReadonly<MachineDeployment>) =>
    JSON.stringify([metadata.annotations?.[annotations.machineDeploymentRevision], spec.remediation]);
  return previous !== undefined && told(previous) !== told(deployment);
}

function ofCluster(
  sets: readonly DeepReadonly<MachineSet | MachineDeployment>[],
  { metadata }: DeepReadonly<Cluster>,
): Request[] {
  return sets
    .filter((set) => set.metadata.namespace === metadata.namespace && set.spec.clusterName === metadata.name)
    .map(requestFor);
}

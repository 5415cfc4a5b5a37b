import { annotations, type DeepReadonly, finalizers, fnv32a, MachineDeployment, MachineSet } from "@capstan/contract";
import { isControlledBy } from "@capstan/kube";
import { type Informer, isNotFound, patchChanges, requestKey, Result } from "@capstan/runtime";
import { adoptOrphans } from "../../kit/adopt-orphans.ts";
import {
  arePending,
  observeTemplates,
  type ObservedTemplates,
  ownTemplates,
  selectorProblems,
  templateProblems,
} from "../../replicas/templates.ts";
import { type FormerReplicas, recordedReplicas } from "../../replicas/former-replicas.ts";
import { type WrittenSelectors } from "../../replicas/written-selectors.ts";
import { recordObjects } from "../../replicas/object-events.ts";
import { Pace } from "../../kit/pace.ts";
import { staleWaitMs } from "../../replicas/stale-machines.ts";
import { StatusPace } from "../../kit/status-pace.ts";
import { rolloutAfterMs } from "../../replicas/template-difference.ts";
import { type ReferenceTracker } from "../../references/reference-tracker.ts";
import { clusterOf, type MachineReader } from "../../kit/machine-cache.ts";
import { soonest } from "../../kit/soonest.ts";
import { claimedMachineDeployment } from "./claimed-machine-deployment.ts";
import { effectiveMachineDeployment } from "./effective-machine-deployment.ts";
import { sortMachineSets } from "./current-machine-set.ts";
import { machineDeploymentOwner } from "../../kit/owner-references.ts";
import { nextMachineDeploymentStatus } from "./next-status.ts";
import { orphansOf } from "./orphaned-sets.ts";
import {
  type DeploymentFacts,
  type DeploymentPlan,
  planDeployment,
  type PlannedMachineSet,
  setsToRemove,
} from "./plan.ts";
import { recordNewSet, recordRefusedSet, recordScaling } from "./set-events.ts";
import { deleteIfThere } from "../../kit/delete-if-there.ts";
import { isRefusal } from "../../kit/refusal.ts";
import { type Refused, Refusals } from "../../replicas/refusals.ts";
import { type Reader, whole } from "../../kit/projection.ts";
import { type DeploymentCluster, type DeploymentMachine, type DeploymentSet } from "./reads.ts";
import { CoreReconciler, type CoreReconcilerOptions, type Opened } from "../../kit/core-reconciler.ts";

/** Options of {@link MachineDeploymentReconciler}. */
export interface MachineDeploymentReconcilerOptions extends CoreReconcilerOptions {
  readonly machineDeployments: Informer<MachineDeployment>;
  readonly machineSets: Reader<DeploymentSet>;
  readonly machines: MachineReader<DeploymentMachine>;
  readonly clusters: Reader<DeploymentCluster>;
  readonly formerReplicas: FormerReplicas<MachineDeployment>;
  readonly selectors: WrittenSelectors;
  /** References to templates. */
  readonly references: ReferenceTracker<MachineDeployment>;
}

/**
 * Rolls Machines from one template to the next by scaling MachineSets.
 *
 * Reads only caches (and once the CRD, see {@link WrittenSelectors}), and counts Machines itself rather than waiting for the counters of
 * its sets. Writes the following, each only when it changed: the deployment's own metadata, replicas and empty selector, its MachineSets,
 * and its status at the end. Changing counters are written once a second.
 */
export class MachineDeploymentReconciler extends CoreReconciler<
  MachineDeployment,
  DeploymentCluster,
  MachineDeploymentReconcilerOptions
> {
  protected readonly reconciled = {
    kind: MachineDeployment,
    objects: this.options.machineDeployments,
    clusterOf: (deployment: DeepReadonly<MachineDeployment>) => this.options.clusters.get(clusterOf(deployment)),
  };
  readonly #statusPace = this.keep(new StatusPace(this.options.clock));
  readonly #pace = this.keep(new Pace(this.options.clock));
  readonly #refusals = this.keep(new Refusals(this.options.clock));

  protected async reconcileOpened(
    opened: Opened<MachineDeployment, DeploymentCluster>,
    signal: AbortSignal,
  ): Promise<Result> {
    const { cluster, deleting } = opened;
    const deployment = effectiveMachineDeployment(opened.object);
    const { spec } = deployment;
    const key = requestKey(deployment.metadata);
    const templates = observeTemplates(this.options.references, deployment);
    if (arePending(templates)) return Result.awaitChange();
    const sets = this.#setsOf(deployment);
    const pace = this.#pace.waitMs(key, versionOf(deployment, cluster, sets, templates), this.#machinesOf(sets).length);
    if (pace > 0) return Result.requeueAfter(pace);
    if (deleting) return this.#delete(deployment, signal);
    return cluster === undefined
      ? this.#finish(deployment, [`Cluster ${spec.clusterName} (spec.clusterName) does not exist`], signal)
      : this.#advance(opened.object, deployment, cluster, templates, signal);
  }

  async #advance(
    stored: DeepReadonly<MachineDeployment>,
    found: DeepReadonly<MachineDeployment>,
    cluster: DeploymentCluster,
    templates: ObservedTemplates,
    signal: AbortSignal,
  ): Promise<Result> {
    const { client, recorder } = this.options;
    await ownTemplates(client, templates, cluster, signal);
    const owner = machineDeploymentOwner(found);
    const orphans = (): DeploymentSet[] => orphansOf(found, this.#neighborsOf(found));
    const adopted = await adoptOrphans<MachineSet>(client, MachineSet, orphans().map(whole), owner, signal);
    recordObjects(recorder, found, "SuccessfulAdopt", adopted);
    // A set lost its owner while others were adopted, and a new set would replace it. Its event enqueues the deployment again.
    if (orphans().length > 0) return Result.awaitChange();
    const claimed = await this.#claimed(stored, cluster, signal);
    const wanted = effectiveMachineDeployment(claimed);
    const { bootstrap, infrastructure } = templateProblems(wanted.spec.template, templates);
    const { selector, template } = wanted.spec;
    const blockers = [...selectorProblems(selector, template.metadata?.labels), ...bootstrap, ...infrastructure];
    const plan = planDeployment(this.#facts(wanted, blockers.length === 0));
    const key = requestKey(found.metadata);
    const attempt = () => attemptOf(found);
    const before = this.#refusals.of(key, attempt);
    if (before !== undefined && before.waitMs > 0) return this.#refused(found, blockers, before, signal);
    let deployment = found;
    try {
      deployment = await this.#claim(stored, claimed, plan, signal);
      await this.#apply(deployment, plan, signal);
    } catch (error) {
      if (!isRefusal(error) || isNotFound(error)) throw error;
      return this.#refused(deployment, blockers, this.#refusals.add(key, attempt(), error), signal);
    }
    this.#refusals.forget(key);
    await this.#removeOldSets(deployment, signal);
    return this.#finish(deployment, blockers, signal);
  }

  #refused(
    deployment: DeepReadonly<MachineDeployment>,
    blockers: readonly string[],
    { message, waitMs }: Refused,
    signal: AbortSignal,
  ): Promise<Result> {
    return this.#finish(deployment, [...blockers, message], signal, waitMs);
  }

  #claimed(
    stored: DeepReadonly<MachineDeployment>,
    cluster: DeploymentCluster,
    signal: AbortSignal,
  ): Promise<MachineDeployment> {
    const former = this.options.formerReplicas.of(stored) ?? recordedReplicas(this.#setsOf(stored));
    const claimed = claimedMachineDeployment(stored, cluster, former);
    return this.options.selectors.in(MachineDeployment, claimed, effectiveMachineDeployment, signal);
  }

  /** Runs before any set is created, because cleanup needs the finalizer. */
  async #claim(
    stored: DeepReadonly<MachineDeployment>,
    claimed: MachineDeployment,
    plan: DeploymentPlan,
    signal: AbortSignal,
  ): Promise<DeepReadonly<MachineDeployment>> {
    if (plan.revision !== undefined) {
      claimed.metadata.annotations = {
        ...claimed.metadata.annotations,
        [annotations.machineDeploymentRevision]: plan.revision,
      };
    }
    return effectiveMachineDeployment(await this.write(stored, claimed, signal));
  }

  async #apply(deployment: DeepReadonly<MachineDeployment>, plan: DeploymentPlan, signal: AbortSignal): Promise<void> {
    const { client, recorder } = this.options;
    const scaled: PlannedMachineSet[] = [];
    try {
      for (const { before, after } of plan.sets) {
        if (before === undefined) {
          await this.#create(deployment, after, signal);
        } else {
          await patchChanges<MachineSet>(client, MachineSet, whole(before), after, { signal }).catch(unlessNotFound);
          scaled.push({ before, after });
        }
      }
    } finally {
      recordScaling(recorder, deployment, scaled);
    }
  }

  async #create(deployment: DeepReadonly<MachineDeployment>, set: MachineSet, signal: AbortSignal): Promise<void> {
    const { client, recorder } = this.options;
    try {
      await client.create(MachineSet, set, { signal });
    } catch (error) {
      if (isRefusal(error)) recordRefusedSet(recorder, deployment, set, error);
      throw error;
    }
    recordNewSet(recorder, deployment, set);
  }

  async #removeOldSets(deployment: DeepReadonly<MachineDeployment>, signal: AbortSignal): Promise<void> {
    if (deployment.spec.paused === true) return;
    const { client, recorder } = this.options;
    const empty = setsToRemove(this.#facts(deployment, true));
    for (const object of empty) await deleteIfThere(client, { kind: MachineSet, object }, signal);
    recordObjects(recorder, deployment, "SuccessfulDelete", empty);
  }

  #facts(deployment: DeepReadonly<MachineDeployment>, templatesExist: boolean): DeploymentFacts {
    return {
      deployment,
      sets: this.#setsOf(deployment),
      machinesOf: (set) => this.options.machines.controlledBy(set),
      templatesExist,
      now: this.options.clock.now(),
    };
  }

  #setsOf(deployment: DeepReadonly<MachineDeployment>): DeploymentSet[] {
    return this.#neighborsOf(deployment).filter((set) => isControlledBy(set, deployment));
  }

  #neighborsOf({ metadata }: DeepReadonly<MachineDeployment>): readonly DeploymentSet[] {
    return this.options.machineSets.listIn(metadata.namespace);
  }

  #machinesOf(sets: readonly DeploymentSet[]): DeploymentMachine[] {
    return sets.flatMap((set) => [...this.options.machines.controlledBy(set)]);
  }

  async #delete(deployment: DeepReadonly<MachineDeployment>, signal: AbortSignal): Promise<Result> {
    const sets = this.#setsOf(deployment);
    if (sets.length > 0) {
      const alive = sets.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
      for (const object of alive) await deleteIfThere(this.options.client, { kind: MachineSet, object }, signal);
      return this.#finish(deployment, [], signal);
    }
    return this.release(deployment, finalizers.machineDeployment, signal);
  }

  async #finish(
    deployment: DeepReadonly<MachineDeployment>,
    blockers: readonly string[],
    signal: AbortSignal,
    retryMs = 0,
  ): Promise<Result> {
    const now = this.options.clock.now();
    const sets = this.#setsOf(deployment);
    const { current } = sortMachineSets(deployment, sets, now);
    const machines = this.#machinesOf(sets);
    const status = nextMachineDeploymentStatus(deployment, {
      sets,
      machines,
      current: { set: current, machines: current === undefined ? 0 : this.#machinesOf([current]).length },
      blockers,
      now,
    });
    const heldMs = this.#statusPace.waitMs(requestKey(deployment.metadata), deployment.status, status);
    if (heldMs === 0) await this.writeStatus(deployment, status, signal);
    return soonest(heldMs, retryMs, staleWaitMs(machines, now), Math.max(0, (rolloutAfterMs(deployment) ?? 0) - now));
  }
}

/** Changes when it makes sense to retry a refused request. */
function attemptOf({ metadata, spec }: DeepReadonly<MachineDeployment>): string {
  return String(fnv32a(JSON.stringify([metadata.annotations, spec])));
}

function unlessNotFound(error: unknown): void {
  if (!isNotFound(error)) throw error;
}

/** Changes with everything that needs immediate action. */
function versionOf(
  deployment: DeepReadonly<MachineDeployment>,
  cluster: DeploymentCluster | undefined,
  sets: readonly DeploymentSet[],
  { bootstrap, infrastructure }: ObservedTemplates,
): string {
  return [
    deployment.metadata.resourceVersion,
    cluster?.metadata.uid,
    bootstrap?.state,
    infrastructure.state,
    ...sets.map(({ metadata }) => `${metadata.name}:${metadata.generation ?? 0}:${metadata.deletionTimestamp ?? ""}`),
  ].join("/");
}

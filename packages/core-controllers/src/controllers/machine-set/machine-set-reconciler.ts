import { type Cluster, type DeepReadonly, finalizers, labels, Machine, MachineSet } from "@capstan/contract";
import { type Informer, requestKey, Result, type RandomText } from "@capstan/runtime";
import { adoptOrphans } from "../../kit/adopt-orphans.ts";
import { arePending, observeTemplates, type ObservedTemplates, ownTemplates } from "../../replicas/templates.ts";
import { Pace } from "../../kit/pace.ts";
import { upToDateWaitMs } from "../../replicas/machine-conditions.ts";
import { staleWaitMs } from "../../replicas/stale-machines.ts";
import { StatusPace } from "../../kit/status-pace.ts";
import { matchesSelector, selectorMatcher } from "../../kit/label-selector.ts";
import { type ReferenceTracker } from "../../references/reference-tracker.ts";
import { clusterOf, type MachineReader } from "../../kit/machine-cache.ts";
import { soonest } from "../../kit/soonest.ts";
import { type Blockers, blockersOf } from "./blockers.ts";
import { type CreationRate } from "./creation-rate.ts";
import { claimedMachineSet, isOfDeployment } from "./claimed-machine-set.ts";
import { effectiveMachineSet } from "./effective-machine-set.ts";
import { type FormerReplicas } from "../../replicas/former-replicas.ts";
import { type WrittenSelectors } from "../../replicas/written-selectors.ts";
import { recordObjects } from "../../replicas/object-events.ts";
import { machineSetOwner } from "../../kit/owner-references.ts";
import { MachineDeletions } from "./machine-deletions.ts";
import { type Grown, MachineGrowth } from "./machine-growth.ts";
import { MachineSync } from "./machine-sync.ts";
import { nextMachineSetStatus } from "./next-status.ts";
import { type MachineSetFacts, type MachineSetPlan, planMachineSet } from "./plan.ts";
import { Remediation } from "./remediate.ts";
import { nextTurnMs } from "./turns.ts";
import { type Reader, whole } from "../../kit/projection.ts";
import { type SetCluster, type SetDeployment, type SetMachine } from "./reads.ts";
import { CoreReconciler, type CoreReconcilerOptions, type Opened } from "../../kit/core-reconciler.ts";

/** Options of {@link MachineSetReconciler}. */
export interface MachineSetReconcilerOptions extends CoreReconcilerOptions {
  readonly machineSets: Informer<MachineSet>;
  readonly machines: MachineReader<SetMachine>;
  readonly clusters: Reader<SetCluster>;
  readonly machineDeployments: Reader<SetDeployment>;
  readonly formerReplicas: FormerReplicas<MachineSet>;
  readonly selectors: WrittenSelectors;
  readonly templates: ReferenceTracker<MachineSet>;
  /** References of Clusters to their control planes. */
  readonly controlPlanes: ReferenceTracker<Cluster>;
  /** References of Machines to the objects behind them. */
  readonly machineReferences: ReferenceTracker<Machine>;
  readonly random: RandomText;
  readonly creationRate: CreationRate;
}

/**
 * Keeps the desired number of Machines of a MachineSet, created from its templates.
 *
 * Reads only caches (and once the CRD, see {@link WrittenSelectors}). Writes the following, each only when it changed: the set's own
 * metadata, replicas and empty selector once, its Machines and the objects behind them, and its status at the end. Changing counters are
 * written once a second.
 */
export class MachineSetReconciler extends CoreReconciler<MachineSet, SetCluster, MachineSetReconcilerOptions> {
  protected readonly reconciled = {
    kind: MachineSet,
    objects: this.options.machineSets,
    clusterOf: (set: DeepReadonly<MachineSet>) => this.options.clusters.get(clusterOf(set)),
  };
  readonly #growth = this.keep(new MachineGrowth(this.options));
  readonly #deletions = this.keep(new MachineDeletions(this.options));
  readonly #sync = new MachineSync(this.options);
  readonly #remediation = new Remediation(this.options);
  readonly #statusPace = this.keep(new StatusPace(this.options.clock));
  readonly #pace = this.keep(new Pace(this.options.clock));

  protected async reconcileOpened(opened: Opened<MachineSet, SetCluster>, signal: AbortSignal): Promise<Result> {
    const { cluster, deleting } = opened;
    const set = effectiveMachineSet(opened.object);
    const templates = observeTemplates(this.options.templates, set);
    if (arePending(templates)) return Result.awaitChange();
    const controlPlane = cluster === undefined ? undefined : this.#controlPlaneOf(cluster);
    if (!deleting && controlPlane?.observed.state === "pending") return Result.awaitChange();
    const count = this.options.machines.controlledBy(set).length;
    const pace = this.#pace.waitMs(requestKey(set.metadata), versionOf(set, cluster, templates), count);
    if (pace > 0) return Result.requeueAfter(pace);
    if (deleting) return this.#delete(set, cluster, signal);
    return cluster === undefined
      ? this.#finish(set, withoutCluster(set), signal)
      : this.#advance(opened.object, cluster, templates, signal);
  }

  async #advance(
    stored: DeepReadonly<MachineSet>,
    cluster: SetCluster,
    templates: ObservedTemplates,
    signal: AbortSignal,
  ): Promise<Result> {
    const set = await this.#claim(stored, cluster, templates, signal);
    // A Machine lost its owner while others were adopted, and a new Machine would replace it. Its event enqueues the set again.
    if (this.#orphansOf(set).length > 0) return Result.awaitChange();
    const facts = this.#observe(set, cluster, templates);
    const plan = planMachineSet(facts);
    const { refused, nextMs } = await this.#carryOut(facts, plan, signal);
    const blockers = refused === undefined ? plan.blockers : blockersOf({ other: [refused.message] });
    return this.#finish(set, blockers, signal, refused?.waitMs ?? 0, nextMs ?? 0);
  }

  /** Makes the set, its templates and its Machines part of the Cluster, before any decision. */
  async #claim(
    stored: DeepReadonly<MachineSet>,
    cluster: SetCluster,
    templates: ObservedTemplates,
    signal: AbortSignal,
  ): Promise<DeepReadonly<MachineSet>> {
    const { client, recorder, formerReplicas, selectors } = this.options;
    const complete = claimedMachineSet(stored, cluster, formerReplicas.of(stored));
    const claimed = await selectors.in(MachineSet, complete, effectiveMachineSet, signal);
    const set = effectiveMachineSet(await this.write(stored, claimed, signal));
    if (!isOfDeployment(set)) await ownTemplates(client, templates, cluster, signal);
    const orphans = this.#orphansOf(set).map(whole);
    const adopted = await adoptOrphans<Machine>(client, Machine, orphans, machineSetOwner(set), signal);
    recordObjects(recorder, set, "SuccessfulAdopt", adopted);
    return set;
  }

  #observe(set: DeepReadonly<MachineSet>, cluster: SetCluster, templates: ObservedTemplates): MachineSetFacts {
    return {
      set,
      deployment: this.#deploymentOf(set),
      machines: this.#machinesOf(set),
      templates,
      controlPlane: this.#controlPlaneOf(cluster),
    };
  }

  /** @returns what was created, and whether there is more to do. */
  async #carryOut(facts: MachineSetFacts, plan: MachineSetPlan, signal: AbortSignal): Promise<Grown> {
    const { set } = facts;
    await this.#remediation.run(plan.remediation, signal);
    await this.#sync.run(set, plan.kept, signal);
    const isBlocked = plan.blockers.messages.length > 0;
    const grown = isBlocked ? {} : await this.#growth.run(facts, plan.scale.create, signal);
    const hasMore = await this.#deletions.delete(set, plan.scale.delete, signal);
    return hasMore ? { ...grown, nextMs: nextTurnMs } : grown;
  }

  #controlPlaneOf({ metadata, spec }: SetCluster): MachineSetFacts["controlPlane"] {
    if (spec.controlPlaneRef === undefined) return undefined;
    const reference = { ...spec.controlPlaneRef, path: "spec.controlPlaneRef" };
    return { reference, observed: this.options.controlPlanes.resolve(reference, metadata.namespace) };
  }

  /** The Machines that the set controls and that its selector still matches. */
  #machinesOf(set: DeepReadonly<MachineSet>): SetMachine[] {
    const isSelected = selectorMatcher(set.spec.selector);
    return this.options.machines.controlledBy(set).filter(({ metadata }) => isSelected(metadata.labels));
  }

  #deploymentOf({ metadata }: DeepReadonly<MachineSet>): SetDeployment | undefined {
    const { namespace } = metadata;
    const name = metadata.labels?.[labels.machineDeploymentName];
    if (name === undefined) return undefined;
    return this.options.machineDeployments.get({ name, namespace });
  }

  #orphansOf(set: DeepReadonly<MachineSet>): SetMachine[] {
    const { spec } = set;
    return this.options.machines
      .adoptableBy(set)
      .filter(
        (machine) =>
          machine.spec.clusterName === spec.clusterName && matchesSelector(spec.selector, machine.metadata.labels),
      );
  }

  async #delete(set: DeepReadonly<MachineSet>, cluster: SetCluster | undefined, signal: AbortSignal): Promise<Result> {
    const machines = this.options.machines.controlledBy(set);
    if (machines.length > 0) {
      const staying = machines.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
      const hasMore = await this.#deletions.deleteAll(set, staying, cluster, signal);
      return this.#finish(set, blockersOf({ other: [] }), signal, hasMore ? nextTurnMs : 0);
    }
    return this.release(set, finalizers.machineSet, signal);
  }

  /** @param retriesMs - when to continue if there is more to do, without waiting for an event. */
  async #finish(
    set: DeepReadonly<MachineSet>,
    blockers: Blockers,
    signal: AbortSignal,
    ...retriesMs: readonly number[]
  ): Promise<Result> {
    const now = this.options.clock.now();
    const machines = this.#machinesOf(set);
    const status = nextMachineSetStatus(set, { machines, blockers, now });
    const key = requestKey(set.metadata);
    const heldMs = this.#statusPace.waitMs(key, set.status, status);
    if (heldMs === 0) await this.writeStatus(set, status, signal);
    return soonest(
      heldMs,
      ...retriesMs,
      staleWaitMs(machines, now),
      ...machines.map((machine) => upToDateWaitMs(machine, now)),
    );
  }
}

/** Changes with everything that needs immediate action. */
function versionOf(
  set: DeepReadonly<MachineSet>,
  cluster: SetCluster | undefined,
  { bootstrap, infrastructure }: ObservedTemplates,
): string {
  return [set.metadata.resourceVersion, cluster?.metadata.uid, bootstrap?.state, infrastructure.state].join("/");
}

function withoutCluster({ spec }: DeepReadonly<MachineSet>): Blockers {
  return blockersOf({ other: [`Cluster ${spec.clusterName} (spec.clusterName) does not exist`] });
}

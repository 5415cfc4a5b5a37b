import {
  type Cluster,
  conditionTypes,
  type DeepReadonly,
  finalizers,
  groups,
  isConditionTrue,
  labels,
  Machine,
  MachineSet,
  type OwnerReference,
} from "@capstan/contract";
import { deepCopy, groupOfApiVersion } from "@capstan/kube";
import { isConflict, requestFor, requestKey, Result, type Informer, type Secret } from "@capstan/runtime";
import { HoldBack } from "../../kit/hold-back.ts";
import { controllerIn } from "../../kit/owned-by.ts";
import { adoptObject } from "../../kit/adopt-object.ts";
import { type ObservedReference, type Reference } from "../../references/reference.ts";
import { isAbsent } from "../../references/watch-lag.ts";
import { type ObservedNode } from "../../workload/observed-node.ts";
import { type ReferenceTracker } from "../../references/reference-tracker.ts";
import { type WorkloadConnections } from "../../workload/workload-connections.ts";
import { isUserOf } from "../../kit/reference-users.ts";
import { soonest } from "../../kit/soonest.ts";
import { machineStatusChange } from "./status-change.ts";
import { MachineDeletion } from "./machine-deletion.ts";
import { clusterOf, type MachineReader } from "../../kit/machine-cache.ts";
import { infrastructureStep } from "./infrastructure.ts";
import { nextMachine, nextProviderID } from "./next-machine.ts";
import { nextNodeMetadata } from "./node-metadata.ts";
import { type ObservedMachine } from "./observed.ts";
import { nextMachineMetadata } from "./metadata.ts";
import { type PhaseReading } from "./phase.ts";
import { availableAfterMs } from "./ready.ts";
import { registrationWaitMs } from "./registration.ts";
import { type DeletionProgress } from "./deletion-progress.ts";
import { isOutdated, type MachineOwners, rolloutWaitMs } from "./up-to-date.ts";
import { machineOwner } from "../../kit/owner-references.ts";
import { type Reader } from "../../kit/projection.ts";
import {
  type MachineCluster,
  type MachineOwnerDeployment,
  type MachineOwnerSet,
  type SiblingMachine,
} from "./reads.ts";
import { CoreReconciler, type CoreReconcilerOptions, type Opened } from "../../kit/core-reconciler.ts";

/** Options of {@link MachineReconciler}. */
export interface MachineReconcilerOptions extends CoreReconcilerOptions {
  /** Set by the manager. */
  readonly holdsStatus: boolean;
  readonly machines: Informer<Machine>;
  readonly siblings: MachineReader<SiblingMachine>;
  readonly clusters: Reader<MachineCluster>;
  readonly machineSets: Reader<MachineOwnerSet>;
  readonly machineDeployments: Reader<MachineOwnerDeployment>;
  readonly references: ReferenceTracker<Machine>;
  /** References of Clusters to their control planes. */
  readonly controlPlanes: ReferenceTracker<Cluster>;
  readonly workloads: WorkloadConnections;
  /** Those with the label `cluster.x-k8s.io/cluster-name`. */
  readonly secrets: Informer<Secret>;
  readonly reading: PhaseReading;
}

/**
 * How long to hold back a status that no controller waits for. On a fast infrastructure a Machine takes several steps in two seconds. When
 * many start together each takes longer, and a write for each step would slow all of them down.
 */
const hold = { holdMs: 2_000, holdMsEach: 25, atMostMs: 10_000 };

/**
 * Takes a Machine from its references to a Node, and deletes it in order.
 *
 * Reads only caches. Writes the following, each only when it changed: the Machine's metadata once, the owner of each referenced object
 * once, the spec when a provider reports something new, and the status at the end of a reconcile.
 */
export class MachineReconciler extends CoreReconciler<Machine, MachineCluster, MachineReconcilerOptions> {
  protected readonly reconciled = {
    kind: Machine,
    objects: this.options.machines,
    clusterOf: (machine: DeepReadonly<Machine>) => this.options.clusters.get(clusterOf(machine)),
    pausedFinalizer: finalizers.machine,
  };
  readonly #deletion = this.keep(new MachineDeletion(this.options));
  readonly #held = this.keep(new HoldBack(this.options.clock, hold));

  protected async reconcileOpened(opened: Opened<Machine, MachineCluster>, signal: AbortSignal): Promise<Result> {
    const { object: machine, cluster, deleting, earlyMs: early } = opened;
    const current = cluster === undefined || deleting ? machine : await this.#claim(machine, cluster, signal);
    const observed = await this.#observe(current, cluster, signal);
    if (isPending(observed)) return Result.awaitChange();
    const isNew = machine.status?.conditions === undefined;
    if (isNew && early > 0 && (isAbsent(observed.bootstrapConfig) || isAbsent(observed.infrastructure))) {
      return Result.requeueAfter(early);
    }
    return deleting ? this.#delete(current, observed, signal) : this.#advance(current, observed, signal);
  }

  /** Sets finalizer, label and owner of the Machine itself, before creating anything that needs cleanup. */
  async #claim(
    machine: DeepReadonly<Machine>,
    cluster: MachineCluster,
    signal: AbortSignal,
  ): Promise<DeepReadonly<Machine>> {
    const after = deepCopy<Machine>(machine);
    Object.assign(after.metadata, nextMachineMetadata(machine, cluster));
    return this.write(machine, after, signal);
  }

  async #observe(
    machine: DeepReadonly<Machine>,
    cluster: MachineCluster | undefined,
    signal: AbortSignal,
  ): Promise<ObservedMachine> {
    const { configRef } = machine.spec.bootstrap;
    // Both references are resolved before either object is changed, so that both watches start together.
    const config =
      configRef === undefined ? undefined : this.#resolve(machine, { ...configRef, path: "spec.bootstrap.configRef" });
    const infra = this.#resolve(machine, { ...machine.spec.infrastructureRef, path: "spec.infrastructureRef" });
    if (config?.state === "pending" || infra.state === "pending") {
      return { cluster, bootstrapConfig: config, infrastructure: infra, node: { state: "absent" }, owners: undefined };
    }
    const bootstrapConfig = config === undefined ? undefined : await this.#adopt(machine, cluster, config, signal);
    const infrastructure = await this.#adopt(machine, cluster, infra, signal);
    const node = this.#observeNode(machine, cluster, nextProviderID(machine, infrastructure));
    return { cluster, bootstrapConfig, infrastructure, node, owners: this.#ownersOf(machine) };
  }

  #ownersOf(machine: DeepReadonly<Machine>): MachineOwners | undefined {
    const machineSet = controllerIn(this.options.machineSets, machine);
    const machineDeployment = machineSet && controllerIn(this.options.machineDeployments, machineSet);
    return machineSet === undefined || machineDeployment === undefined ? undefined : { machineSet, machineDeployment };
  }

  #resolve(machine: DeepReadonly<Machine>, reference: Reference & { readonly path: string }): ObservedReference {
    return this.options.references.resolve(reference, machine.metadata.namespace);
  }

  async #adopt(
    machine: DeepReadonly<Machine>,
    cluster: MachineCluster | undefined,
    observed: ObservedReference,
    signal: AbortSignal,
  ): Promise<ObservedReference> {
    if (observed.state !== "found") return observed;
    const adopter = {
      owner: machineOwner(machine),
      clusterName: machine.spec.clusterName,
      isOnCreateOwner: (owner: OwnerReference) => isOnCreateOwner(owner, machine, cluster),
      isUser: isUserOf(observed.object, this.options.clusters),
      readOnly: cluster === undefined || machine.metadata.deletionTimestamp !== undefined,
    };
    return adoptObject(this.options.client, observed, adopter, signal);
  }

  #observeNode(
    machine: DeepReadonly<Machine>,
    cluster: MachineCluster | undefined,
    providerID: string | undefined,
  ): ObservedNode {
    if (cluster === undefined) {
      return { state: "noCluster", message: `Cluster ${machine.spec.clusterName} (spec.clusterName) does not exist` };
    }
    if (providerID === undefined || providerID === "") return { state: "absent" };
    return this.options.workloads.nodeOf(clusterOf(machine), providerID);
  }

  /**
   * Stores the providerID before the infrastructure is deleted, because the infrastructure may be the only object that has it, and the Node
   * is deleted after the infrastructure.
   */
  async #keepProviderID(
    machine: DeepReadonly<Machine>,
    { infrastructure }: ObservedMachine,
    signal: AbortSignal,
  ): Promise<DeepReadonly<Machine>> {
    const providerID = nextProviderID(machine, infrastructure);
    if (providerID === undefined || providerID === machine.spec.providerID) return machine;
    const after = deepCopy<Machine>(machine);
    after.spec.providerID = providerID;
    return this.write(machine, after, signal);
  }

  async #advance(machine: DeepReadonly<Machine>, observed: ObservedMachine, signal: AbortSignal): Promise<Result> {
    const { clock } = this.options;
    const registering = registrationWaitMs(machine, observed.node, clock.now());
    const { node, problem } = registering > 0 ? unshown : await this.#tryToShowMachineOnNode(machine, observed, signal);
    const { machine: written, waitMs } = await this.#writeAll(machine, { ...observed, node }, undefined, signal);
    const available = isConditionTrue(written, conditionTypes.available)
      ? 0
      : (availableAfterMs(written, written.status?.conditions ?? [], clock.now()) ?? 0);
    if (problem !== undefined) throw problem;
    return soonest(registering, available, waitMs, rolloutWaitMs(observed.owners, clock.now()));
  }

  /** If the workload cluster refuses the change of its Node, the Machine still reports everything that is known of it. */
  async #tryToShowMachineOnNode(
    machine: DeepReadonly<Machine>,
    observed: ObservedMachine,
    signal: AbortSignal,
  ): Promise<ShownNode> {
    try {
      return { node: await this.#showMachineOnNode(machine, observed, signal) };
    } catch (error) {
      if (signal.aborted || isConflict(error) || !(error instanceof Error)) throw error;
      return { node: observed.node, problem: error };
    }
  }

  /** Updates labels, annotations and taints of the Node, with at most one patch to the workload cluster. */
  async #showMachineOnNode(
    machine: DeepReadonly<Machine>,
    { node, infrastructure, owners }: ObservedMachine,
    signal: AbortSignal,
  ): Promise<ObservedNode> {
    if (node.state !== "found") return node;
    const { interruptible } = infrastructureStep(machine, infrastructure);
    const body = nextNodeMetadata(node.node, machine, { interruptible, outdated: isOutdated(owners) });
    if (body === undefined) return node;
    return this.options.workloads.patchNode(clusterOf(machine), node.node.metadata.name, body, signal);
  }

  async #delete(machine: DeepReadonly<Machine>, observed: ObservedMachine, signal: AbortSignal): Promise<Result> {
    const identified = await this.#keepProviderID(machine, observed, signal);
    const outcome = await this.#deletion.advance(identified, observed, signal);
    if (outcome.finished) {
      return this.release(identified, finalizers.machine, signal);
    }
    const { waitMs } = await this.#writeAll(identified, outcome.observed, outcome.progress, signal);
    return soonest(outcome.retryAfterMs ?? 0, waitMs);
  }

  /**
   * Decides the desired Machine. Writes its spec first, so that the single status write includes the new generation.
   *
   * @returns the Machine as written, and how long its status is held back.
   */
  async #writeAll(
    machine: DeepReadonly<Machine>,
    observed: ObservedMachine,
    deletion: DeletionProgress | undefined,
    signal: AbortSignal,
  ): Promise<{ readonly machine: DeepReadonly<Machine>; readonly waitMs: number }> {
    const { clock, holdsStatus, reading } = this.options;
    const options = { reading, now: clock.now(), ...(deletion === undefined ? {} : { deletion }) };
    const { spec, status = {} } = nextMachine(machine, observed, options);
    const draft = { ...deepCopy<Machine>(machine), spec };
    const main = await this.write(machine, draft, signal);
    const { generation } = main.metadata;
    const written = { ...status, ...(generation === undefined ? {} : { observedGeneration: generation }) };
    const change = machineStatusChange(main.status, written, { deletion, holdsStatus });
    const waitMs = this.#held.waitMs(requestKey(requestFor(main)), change);
    if (waitMs > 0) return { machine: main, waitMs };
    return { machine: await this.writeStatus(main, written, signal), waitMs };
  }
}

interface ShownNode {
  readonly node: ObservedNode;
  /** Why the Node does not show the metadata of its Machine. */
  readonly problem?: Error;
}

const unshown: ShownNode = { node: { state: "absent" } };

function isPending(observed: ObservedMachine): boolean {
  return observed.bootstrapConfig?.state === "pending" || observed.infrastructure.state === "pending";
}

/** Whether an owner reference is temporary: MachineSets and control planes own the objects they create until the Machine takes over. */
function isOnCreateOwner(
  owner: OwnerReference,
  machine: DeepReadonly<Machine>,
  cluster: MachineCluster | undefined,
): boolean {
  const group = groupOfApiVersion(owner.apiVersion);
  if (group === groups.core && owner.kind === MachineSet.kind) return true;
  const controlPlane = cluster?.spec.controlPlaneRef;
  return (
    labels.controlPlane in (machine.metadata.labels ?? {}) &&
    controlPlane?.apiGroup === group &&
    controlPlane.kind === owner.kind
  );
}

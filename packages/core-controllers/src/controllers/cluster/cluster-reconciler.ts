import { Cluster, type DeepReadonly, finalizers, type OwnerReference } from "@capstan/contract";
import { deepCopy } from "@capstan/kube";
import { addFinalizer, type Informer, type Request, requestKey, Result, type Secret } from "@capstan/runtime";
import { HoldBack } from "../../kit/hold-back.ts";
import { adoptObject } from "../../kit/adopt-object.ts";
import { type ObservedReference, type Reference } from "../../references/reference.ts";
import { isAbsent } from "../../references/watch-lag.ts";
import { upToDateWaitMs } from "../../replicas/machine-conditions.ts";
import { Pace } from "../../kit/pace.ts";
import { type MachinePools } from "./machine-pools.ts";
import { type ReferenceTracker } from "../../references/reference-tracker.ts";
import { type WorkloadConnections } from "../../workload/workload-connections.ts";
import { type WorkloadState } from "../../workload/workload-state.ts";
import { type MachineReader } from "../../kit/machine-cache.ts";
import { isUserOf } from "../../kit/reference-users.ts";
import { soonest } from "../../kit/soonest.ts";
import { nextClusterDeletionStep } from "./deletion.ts";
import { type Descendants, reportingUpToDate } from "./descendants.ts";
import { ensureKubeconfig } from "./kubeconfig.ts";
import { clusterStatusChange } from "./status-change.ts";
import { nextCluster, type NextClusterOptions, nextClusterSpec } from "./next-cluster.ts";
import { deleteIfThere } from "../../kit/delete-if-there.ts";
import { clusterOwner } from "../../kit/owner-references.ts";
import { ownSecrets } from "./own-secrets.ts";
import { recordObjects } from "../../replicas/object-events.ts";
import { type Reader } from "../../kit/projection.ts";
import { type ClusterMachine, type ClusterMachineDeployment, type ClusterMachineSet } from "./reads.ts";
import { type ObservedCluster, type ObservedObjects } from "./observed.ts";
import { CoreReconciler, type CoreReconcilerOptions, type Opened } from "../../kit/core-reconciler.ts";

/** Options of {@link ClusterReconciler}. */
export interface ClusterReconcilerOptions extends CoreReconcilerOptions {
  readonly clusters: Informer<Cluster>;
  readonly machines: MachineReader<ClusterMachine>;
  readonly machineSets: Reader<ClusterMachineSet>;
  readonly machineDeployments: Reader<ClusterMachineDeployment>;
  readonly machinePools: MachinePools;
  /** Secrets with the label `cluster.x-k8s.io/cluster-name`. */
  readonly secrets: Informer<Secret>;
  readonly references: ReferenceTracker<Cluster>;
  readonly workloads: WorkloadConnections;
}

/**
 * Takes a Cluster from its references to a reachable control plane, and deletes it in order.
 *
 * Reads only caches. Writes the following, each only when it changed: the Cluster's finalizer once, the owner of each referenced object
 * once, the endpoint once, the owner of the Cluster's Secrets once, the kubeconfig Secret once, and the status at the end of a reconcile.
 */
export class ClusterReconciler extends CoreReconciler<Cluster, DeepReadonly<Cluster>, ClusterReconcilerOptions> {
  protected readonly reconciled = {
    kind: Cluster,
    objects: this.options.clusters,
    clusterOf: (cluster: DeepReadonly<Cluster>) => cluster,
    pausedFinalizer: finalizers.cluster,
  };
  readonly #held = this.keep(new HoldBack(this.options.clock));
  readonly #pace = this.keep(new Pace(this.options.clock));

  constructor(options: ClusterReconcilerOptions) {
    super(options);
    this.keep({
      forget: (_key: string, cluster: Request) => {
        options.workloads.forget(cluster);
      },
    });
  }

  protected async reconcileOpened(
    opened: Opened<Cluster, DeepReadonly<Cluster>>,
    signal: AbortSignal,
  ): Promise<Result> {
    const { object: cluster, deleting, earlyMs: early } = opened;
    const pace = this.#pace.waitMs(
      requestKey(cluster.metadata),
      this.#versionOf(cluster),
      this.#machinesOf(cluster).length,
    );
    if (pace > 0) return Result.requeueAfter(pace);
    const current = deleting ? cluster : await this.#claim(cluster, signal);
    const infrastructure = this.#resolve(current, current.spec.infrastructureRef, "spec.infrastructureRef");
    const controlPlane = this.#resolve(current, current.spec.controlPlaneRef, "spec.controlPlaneRef");
    if (infrastructure?.state === "pending" || controlPlane?.state === "pending") return Result.awaitChange();
    const isNew = cluster.status?.conditions === undefined;
    if (isNew && early > 0 && (isAbsent(infrastructure) || isAbsent(controlPlane))) return Result.requeueAfter(early);
    await this.#ownSecrets(current, signal);
    const observed: ObservedObjects = {
      infrastructure: await this.#adopt(current, infrastructure, signal),
      controlPlane: await this.#adopt(current, controlPlane, signal),
      descendants: this.#descendants(current),
    };
    return deleting ? this.#delete(current, observed, signal) : this.#advance(current, observed, signal);
  }

  async #claim(cluster: DeepReadonly<Cluster>, signal: AbortSignal): Promise<DeepReadonly<Cluster>> {
    const after = deepCopy<Cluster>(cluster);
    after.metadata = addFinalizer(after.metadata, finalizers.cluster);
    return this.write(cluster, after, signal);
  }

  async #ownSecrets(cluster: DeepReadonly<Cluster>, signal: AbortSignal): Promise<void> {
    const { client, recorder, secrets } = this.options;
    recordObjects(recorder, cluster, "SuccessfulAdopt", await ownSecrets(client, cluster, secrets, signal));
  }

  #resolve(
    cluster: DeepReadonly<Cluster>,
    reference: Reference | undefined,
    path: string,
  ): ObservedReference | undefined {
    return reference === undefined
      ? undefined
      : this.options.references.resolve({ ...reference, path }, cluster.metadata.namespace);
  }

  async #adopt(
    cluster: DeepReadonly<Cluster>,
    observed: ObservedReference | undefined,
    signal: AbortSignal,
  ): Promise<ObservedReference | undefined> {
    if (observed?.state !== "found") return observed;
    // With a topology, Cluster API fully manages the object; without a topology, another tool may control it.
    const owner: OwnerReference = {
      ...clusterOwner(cluster),
      ...(cluster.spec.topology === undefined ? {} : { controller: true, blockOwnerDeletion: true }),
    };
    const readOnly = cluster.metadata.deletionTimestamp !== undefined;
    const isUser = isUserOf(observed.object, this.options.clusters);
    const adopter = { owner, clusterName: cluster.metadata.name, isUser, readOnly };
    return adoptObject(this.options.client, observed, adopter, signal);
  }

  /** Changes with everything that needs immediate action; Machines that start do not count. */
  #versionOf(cluster: DeepReadonly<Cluster>): string {
    const { namespace, resourceVersion } = cluster.metadata;
    const versions = [cluster.spec.infrastructureRef, cluster.spec.controlPlaneRef].map((reference) => {
      if (reference === undefined) return "";
      const observed = this.options.references.resolve({ ...reference, path: "spec" }, namespace);
      return observed.state === "found" ? observed.object.metadata.resourceVersion : observed.state;
    });
    return [resourceVersion, ...versions, this.options.workloads.stateOf(cluster.metadata).state].join("/");
  }

  #machinesOf(cluster: DeepReadonly<Cluster>): readonly ClusterMachine[] {
    return this.options.machines.ofCluster(cluster.metadata);
  }

  #descendants(cluster: DeepReadonly<Cluster>): Descendants {
    const { name, namespace } = cluster.metadata;
    const { machineSets, machineDeployments, machinePools } = this.options;
    return {
      machines: this.#machinesOf(cluster),
      machineSets: machineSets.listIn(namespace).filter((set) => set.spec.clusterName === name),
      machinePools: machinePools.of(cluster),
      machineDeployments: machineDeployments
        .listIn(namespace)
        .filter((deployment) => deployment.spec.clusterName === name),
    };
  }

  async #advance(cluster: DeepReadonly<Cluster>, observed: ObservedObjects, signal: AbortSignal): Promise<Result> {
    const now = this.options.clock.now();
    const spec = nextClusterSpec(cluster, observed);
    const written = await this.write(cluster, { ...deepCopy<Cluster>(cluster), spec }, signal);
    const kubeconfig = await ensureKubeconfig(written, this.options, signal);
    const workload: WorkloadState = kubeconfig.present
      ? this.options.workloads.check(cluster.metadata, kubeconfig.resourceVersion, signal)
      : { state: "connecting", message: kubeconfig.message };
    const kubeconfigProblem = kubeconfig.present ? kubeconfig.problem : undefined;
    const facts = { ...observed, workload, kubeconfigProblem };
    const heldMs = await this.#report(written, facts, { now }, signal);
    const early = reportingUpToDate(observed.descendants.machines).map((machine) => upToDateWaitMs(machine, now));
    const connection = kubeconfig.present
      ? [this.options.workloads.nextCheckMs(cluster.metadata), kubeconfig.renewalMs]
      : [];
    return soonest(heldMs, ...early, ...connection);
  }

  async #delete(cluster: DeepReadonly<Cluster>, observed: ObservedObjects, signal: AbortSignal): Promise<Result> {
    const step = nextClusterDeletionStep({ cluster, ...observed });
    if (step.action === "finish") {
      return this.release(cluster, finalizers.cluster, signal);
    }
    for (const object of step.delete) await deleteIfThere(this.options.client, object, signal);
    const workload = this.options.workloads.stateOf(cluster.metadata);
    const { reason, message } = step;
    const options = { now: this.options.clock.now(), deletion: { reason, message } };
    const heldMs = await this.#report(cluster, { ...observed, workload }, options, signal);
    return soonest(heldMs);
  }

  /** @returns how long to hold back a status that differs only in wording. */
  async #report(
    cluster: DeepReadonly<Cluster>,
    observed: ObservedCluster,
    options: NextClusterOptions,
    signal: AbortSignal,
  ): Promise<number> {
    const { status = {} } = nextCluster(cluster, observed, options);
    const heldMs = this.#held.waitMs(requestKey(cluster.metadata), clusterStatusChange(cluster.status, status));
    if (heldMs > 0) return heldMs;
    await this.writeStatus(cluster, status, signal);
    return 0;
  }
}

import { annotations, Cluster, type Condition, type KubernetesObject } from "@capstan/contract";
import { apiVersionOf } from "@capstan/kube";
import { isNotFound, systemClock } from "@capstan/runtime";
import type { ClusterHandle } from "../../builders/cluster-handle.ts";
import { namespace } from "../../builders/test-objects.ts";
import type { TestEnvironment } from "../../environment/test-environment.ts";
import { must } from "../scene/not-so.ts";
import type { AddonUnderTest } from "./addon-under-test.ts";
import type { WatchedWorkloads } from "./watched-workloads.ts";

/** The label by which the add-on selects Clusters. */
const label = "conformance.capstan.dev/selected";
const key = { name: "addon", namespace };
/** How long something may take that needs no clock, in milliseconds. */
const patienceMs = 40_000;
const pollMs = 20;

/** A Cluster as a case creates it. */
export interface ClusterChoices {
  /** Default: true. */
  readonly selected?: boolean;
  /** Whether its control plane is initialized. Default: true. */
  readonly initialized?: boolean;
  /** Default: false. */
  readonly paused?: boolean;
}

/** The entry of a Cluster in `status.clusters`. */
interface Entry {
  readonly name: string;
  readonly ready: boolean;
  readonly reason: string;
  readonly message?: string;
}

type Addon = KubernetesObject & {
  readonly status?: { readonly clusters?: readonly Entry[]; readonly conditions?: readonly Condition[] };
};

/** A management cluster with an add-on of the kind under test, and workload clusters; the suite acts as the core. */
export class AddonScene {
  readonly subject: AddonUnderTest;
  readonly management: TestEnvironment;
  readonly workloads: WatchedWorkloads;

  constructor(subject: AddonUnderTest, management: TestEnvironment, workloads: WatchedWorkloads) {
    this.subject = subject;
    this.management = management;
    this.workloads = workloads;
  }

  /** Creates a Cluster with a workload cluster. */
  async createCluster(name: string, choices: ClusterChoices = {}): Promise<ClusterHandle> {
    const { selected = true, initialized = true, paused = false } = choices;
    const cluster = await this.management.createCluster({ name });
    await cluster.patch({ spec: { paused } });
    if (selected) await this.select(cluster, true);
    await this.management.startWorkloadCluster(cluster);
    if (initialized) await this.initialize(cluster);
    return cluster;
  }

  select(cluster: ClusterHandle, selected: boolean): Promise<void> {
    return cluster.patch({ metadata: { labels: { [label]: selected ? "true" : null } } });
  }

  initialize(cluster: ClusterHandle): Promise<void> {
    return cluster.patchStatus({ initialization: { controlPlaneInitialized: true } });
  }

  async createAddon({ paused = false }: { readonly paused?: boolean } = {}): Promise<void> {
    const { kind } = this.subject.definition;
    await this.management.client.create<KubernetesObject>(kind, {
      apiVersion: apiVersionOf(kind),
      kind: kind.kind,
      metadata: { ...key, ...(paused ? { annotations: { [annotations.paused]: "" } } : {}) },
      spec: { ...this.subject.spec, clusterSelector: { matchLabels: { [label]: "true" } } },
    } as KubernetesObject);
  }

  async patchAddon(body: object): Promise<void> {
    await this.management.client.patch(this.subject.definition.kind, key, { type: "merge", body });
  }

  async deleteAddon(): Promise<void> {
    await this.management.client.delete(this.subject.definition.kind, key);
  }

  /** The object, unless it is deleted. */
  async addon(): Promise<Addon | undefined> {
    return this.management.client.get<Addon>(this.subject.definition.kind, key).catch((error: unknown) => {
      if (isNotFound(error)) return undefined;
      throw error;
    });
  }

  async entryOf(cluster: string): Promise<Entry | undefined> {
    return (await this.addon())?.status?.clusters?.find(({ name }) => name === cluster);
  }

  /** The condition Ready. */
  async ready(): Promise<Condition | undefined> {
    return (await this.addon())?.status?.conditions?.find(({ type }) => type === "Ready");
  }

  async isGone(): Promise<boolean> {
    return (await this.addon()) === undefined;
  }

  /** Waits until a Cluster is reported as ready, with something installed. */
  async mustInstall(cluster: string): Promise<void> {
    await this.mustReach(
      `status.clusters has ${cluster} as ready`,
      async () => (await this.entryOf(cluster))?.ready === true,
    );
    must(
      this.workloads.objectsIn(cluster).length > 0,
      `${cluster} is reported as ready, but nothing was created in it`,
    );
  }

  /** Nothing was written in a workload cluster, and nothing will be without a change. */
  async mustBeUntouched(cluster: string): Promise<void> {
    await this.management.settled();
    await this.management.clock.advance({ minutes: 1 });
    const objects = this.workloads.objectsIn(cluster).join(", ");
    must(this.workloads.writesIn(cluster) === 0, `it has written in the workload cluster of ${cluster}: ${objects}`);
  }

  /** What a Cluster has after it was left: nothing, or everything if it keeps it. */
  mustBeLeft(cluster: string, before: readonly string[]): void {
    const now = this.workloads.objectsIn(cluster);
    const { keeps = false } = this.subject;
    const expected = keeps ? before : [];
    const found = now.length === 0 ? "nothing" : now.join(", ");
    must(
      now.join() === expected.join(),
      `in the workload cluster of ${cluster} is ${found}, with keeps: ${String(keeps)}`,
    );
  }

  /** Waits for a fact, with the clock. */
  async mustReach(what: string, fact: () => boolean | Promise<boolean>): Promise<void> {
    let isReached = false;
    const note = async (): Promise<boolean> => (isReached = await fact());
    await this.management.until(what, note, { within: { minutes: 5 } }).catch((error: unknown) => {
      if (isReached || !isTimeout(error)) throw error;
    });
    must(
      isReached,
      `within 5 minutes, this is not reached: ${what}; its status is ${JSON.stringify((await this.addon())?.status)}`,
    );
  }

  /** Waits for a fact while the clock stands still, such as while a cluster is silent. */
  async mustReachNow(what: string, fact: () => boolean): Promise<void> {
    const limitMs = systemClock.monotonic() + patienceMs;
    while (!fact() && systemClock.monotonic() < limitMs) await systemClock.sleep(pollMs);
    must(fact(), `not reached: ${what}`);
  }

  /** Deletes a Cluster, which a finalizer keeps, as while its machines are deleted. */
  async startDeleting(cluster: ClusterHandle): Promise<void> {
    await cluster.patch({ metadata: { finalizers: [`${Cluster.group}/conformance`] } });
    await cluster.delete();
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === "TimedOutError";
}

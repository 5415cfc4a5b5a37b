import {
  annotations,
  Cluster,
  clusterSecretName,
  type Condition,
  type DeepReadonly,
  type KubernetesObject,
} from "@capstan/contract";
import { isEmptySelector, labelMatcher } from "@capstan/kube";
import { type AddonOf, defineAddon, type ProviderController, Type } from "@capstan/provider";
import {
  type Client,
  ConfigMap,
  Controller,
  createRequest,
  enqueueMapped,
  forKind,
  isNotFound,
  type Manager,
  type Request,
  Result,
} from "@capstan/runtime";

/** Add-ons of one ConfigMap. */
export const RawAddon = defineAddon({
  kind: "RawAddon",
  versions: { v1: { spec: Type.Object({ text: Type.String() }) } },
});

type Stored = DeepReadonly<AddonOf<typeof RawAddon> & { metadata: { namespace?: string | undefined } }>;
type KnownCluster = DeepReadonly<Cluster>;

/** The entry of a Cluster in the status. */
export interface Entry {
  readonly name: string;
  readonly ready: boolean;
  readonly reason: string;
  readonly message?: string;
}

const finalizer = "addons.cluster.x-k8s.io/rawaddon";
const key = { name: "raw", namespace: "default" };
const retryMs = 30_000;

/** A hand-written add-on provider that keeps the promises; faulty providers override one of its methods. */
export class RawAddonProvider implements ProviderController {
  readonly definition = RawAddon;
  protected manager!: Manager;

  setup(manager: Manager): void {
    this.manager = manager;
    const addons = manager.cache.informer(RawAddon.kind);
    manager.add(
      new Controller({
        name: "raw-addons",
        reconciler: { reconcile: (request) => this.#reconcile(request) },
        sources: [
          forKind(RawAddon.kind),
          enqueueMapped(
            Cluster,
            () => addons.list().map(({ metadata }) => createRequest(metadata.name, metadata.namespace)),
            { name: "raw" },
          ),
        ],
      }),
    );
  }

  async #reconcile(request: Request): Promise<Result> {
    const addon: Stored | undefined = await this.manager.cache.get(RawAddon.kind, request);
    if (addon === undefined || this.isPaused(addon)) return Result.awaitChange();
    const isDeleted = addon.metadata.deletionTimestamp !== undefined;
    if (isDeleted && addon.metadata.finalizers === undefined) return Result.awaitChange();
    if (!isDeleted) await this.#patch(request, { metadata: { finalizers: this.finalizers() } });
    const entries = await this.#entries(addon, isDeleted);
    if (isDeleted && entries.length === 0) {
      await this.#patch(request, { metadata: { finalizers: null } });
      return Result.awaitChange();
    }
    const body = { status: { clusters: entries, conditions: this.conditions(entries) } };
    await this.manager.client.patch(RawAddon.kind, request, { type: "merge", body }, { subresource: "status" });
    return entries.every(({ ready }) => ready) ? Result.awaitChange() : Result.requeueAfter(retryMs);
  }

  async #entries(addon: Stored, isDeleted: boolean): Promise<readonly Entry[]> {
    const all = await this.manager.cache.list(Cluster, { namespace: addon.metadata.namespace ?? "" });
    const clusters = all.filter((cluster) => this.mayCall(cluster));
    const known = new Set((addon.status?.clusters ?? []).map(({ name }) => name));
    const calls = clusters.flatMap((cluster) => {
      const isSelected = this.isSelected(addon, cluster);
      if (isSelected && !isDeleted) return [() => this.#call(cluster, "install", addon)];
      return known.has(cluster.metadata.name) ? [() => this.#call(cluster, "remove", addon)] : [];
    });
    return (await this.callAll(calls)).filter((entry) => entry !== undefined);
  }

  async #call(cluster: KnownCluster, what: "install" | "remove", addon: Stored): Promise<Entry | undefined> {
    const { name } = cluster.metadata;
    if (this.isClusterPaused(cluster)) return { name, ready: false, reason: "ClusterPaused" };
    if (!this.isInitialized(cluster)) return { name, ready: false, reason: "Waiting" };
    try {
      const client = await this.#clientOf(cluster);
      if (what === "remove") await this.remove(client);
      else await this.install(client, addon);
      return what === "remove" ? undefined : { name, ready: true, reason: "Installed" };
    } catch (error) {
      return this.entryOfError(cluster, error);
    }
  }

  async #clientOf({ metadata: { name, namespace = "" } }: KnownCluster): Promise<Client> {
    return (await this.manager.remotes.get({ name: clusterSecretName(name, "kubeconfig"), namespace })).client;
  }

  async #patch(request: Request, body: object): Promise<void> {
    await this.manager.client.patch(RawAddon.kind, request, { type: "merge", body }).catch((error: unknown) => {
      if (!isNotFound(error)) throw error;
    });
  }

  protected finalizers(): string[] | null {
    return [finalizer];
  }

  protected isPaused({ metadata }: Pick<KubernetesObject, "metadata"> | Stored): boolean {
    return metadata.annotations?.[annotations.paused] !== undefined;
  }

  protected isClusterPaused({ spec }: KnownCluster): boolean {
    return spec.paused === true;
  }

  protected isInitialized({ status }: KnownCluster): boolean {
    return status?.initialization?.controlPlaneInitialized === true;
  }

  protected isSelected({ spec }: Stored, { metadata }: KnownCluster): boolean {
    const { clusterSelector } = spec;
    return !isEmptySelector(clusterSelector) && labelMatcher(clusterSelector)(metadata.labels);
  }

  /** Whether a Cluster is considered at all. */
  protected mayCall({ metadata }: KnownCluster): boolean {
    return metadata.deletionTimestamp === undefined;
  }

  protected callAll<T>(calls: readonly (() => Promise<T>)[]): Promise<readonly T[]> {
    return Promise.all(calls.map((call) => call()));
  }

  protected async install(client: Client, { spec }: Stored): Promise<void> {
    const body = { apiVersion: "v1", kind: "ConfigMap", metadata: key, data: { text: spec.text } };
    await client.patch(ConfigMap, key, { type: "apply", fieldManager: "raw", force: true, body });
  }

  protected async remove(client: Client): Promise<void> {
    await client.delete(ConfigMap, key).catch((error: unknown) => {
      if (!isNotFound(error)) throw error;
    });
  }

  protected entryOfError({ metadata: { name } }: KnownCluster, _error: unknown): Entry | Promise<Entry> {
    return { name, ready: false, reason: "InstallFailed" };
  }

  protected conditions(entries: readonly Entry[]): readonly Condition[] {
    const unready = entries.filter(({ ready }) => !ready).map(({ name }) => name);
    const isReady = unready.length === 0;
    return [
      {
        type: "Ready",
        status: isReady ? "True" : "False",
        reason: isReady ? "Ready" : "ClustersNotReady",
        message: unready.join(", "),
        lastTransitionTime: new Date(this.manager.clock.now()).toISOString().replace(/\.\d+/, ""),
      },
    ];
  }
}

import { AddonReconciler, ConfigMap, defineAddon, Type } from "@capstan/provider";
import {
  type ClusterHandle,
  TestEnvironment,
  type TestEnvironmentOptions,
  type WorkloadCluster,
} from "@capstan/testkit";

export const namespace = "default";

export const HelloAddon = defineAddon({
  kind: "HelloAddon",
  versions: { v1alpha1: { spec: Type.Object({ greeting: Type.String() }) } },
});

const key = { name: "greeting", namespace: "default" };

/** Writes a ConfigMap into each workload cluster. */
export class HelloAddonReconciler extends AddonReconciler<typeof HelloAddon> {
  readonly definition = HelloAddon;
  readonly calls: string[] = [];
  /** What to do in place of the usual, by Cluster. */
  readonly instead = new Map<string, (signal: AbortSignal) => Promise<unknown>>();
  /** What to do once it is installed in a cluster. Default: nothing. */
  afterwards: () => Promise<unknown> = () => Promise.resolve();

  async reconcileAddon({ object, cluster, workload, revision }: this["Scope"], signal: AbortSignal) {
    const { greeting } = object.spec;
    this.calls.push(`${cluster.metadata.name} ${revision ?? "none"}`);
    await this.instead.get(cluster.metadata.name)?.(signal);
    const { client } = await workload();
    const body = { apiVersion: "v1", kind: "ConfigMap", metadata: key, data: { greeting } };
    await client.patch(ConfigMap, key, { type: "apply", fieldManager: "hello", force: true, body }, { signal });
    await this.afterwards();
    return this.outcome.installed({ revision: greeting });
  }
}

/** Waits for no Cluster for long. */
export class HurriedAddonReconciler extends HelloAddonReconciler {
  override readonly clusterTimeoutMs = 2_000;
}

/** Also removes it. */
export class TidyAddonReconciler extends HelloAddonReconciler {
  override async deleteAddon({ cluster, workload }: this["Scope"], signal: AbortSignal) {
    this.calls.push(`delete ${cluster.metadata.name}`);
    const { client } = await workload();
    const { items } = await client.list(ConfigMap, { namespace: "default", signal });
    if (items.some(({ metadata }) => metadata.name === key.name)) await client.delete(ConfigMap, key, { signal });
    return this.outcome.deleted();
  }
}

/** A management cluster with the add-on's manager, without the core. */
export async function addonScene(reconciler: HelloAddonReconciler, options: TestEnvironmentOptions = {}) {
  const env = await TestEnvironment.start({ core: false, reconcilers: [reconciler], ...options });
  const initialize = (cluster: ClusterHandle, controlPlaneInitialized = true) =>
    cluster.patchStatus({ initialization: { controlPlaneInitialized } });
  const label = (cluster: ClusterHandle, team: string | null) => cluster.patch({ metadata: { labels: { team } } });
  const addon = () => env.client.get(HelloAddon.kind, { name: "hello", namespace });
  return {
    env,
    reconciler,
    initialize,
    label,
    addon,
    /** A Cluster of team a, whose control plane is initialized. */
    async cluster(name: string): Promise<ClusterHandle> {
      const cluster = await env.createCluster({ name });
      await label(cluster, "a");
      await initialize(cluster);
      return cluster;
    },
    create: (greeting = "hi") =>
      env.client.create(HelloAddon.kind, {
        apiVersion: `${HelloAddon.kind.group}/${HelloAddon.kind.version}`,
        kind: HelloAddon.kind.kind,
        metadata: { name: "hello", namespace },
        spec: { greeting, clusterSelector: { matchLabels: { team: "a" } } },
      }),
    /** The entries of the status, as `name reason`. */
    reports: async () => ((await addon()).status?.clusters ?? []).map(({ name, reason }) => `${name} ${reason}`),
    ready: async () => {
      const condition = (await addon()).status?.conditions?.find(({ type }) => type === "Ready");
      return `${condition?.status ?? "None"} ${condition?.reason ?? ""}`;
    },
    isReady: async () => (await addon()).status?.conditions?.find(({ type }) => type === "Ready")?.status === "True",
    [Symbol.asyncDispose]: () => env[Symbol.asyncDispose](),
  };
}

/** What a workload cluster got. */
export async function greetingIn({ client }: WorkloadCluster): Promise<string | undefined> {
  const { items } = await client.list(ConfigMap, { namespace: "default" });
  return items.find(({ metadata }) => metadata.name === key.name)?.data?.greeting;
}

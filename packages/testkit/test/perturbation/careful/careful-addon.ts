import { AddonReconciler, apiVersionOf, Cluster, ConfigMap, defineAddon, isNotFound, Type } from "@capstan/provider";
import type { TestEnvironment } from "@capstan/testkit";
import type { Scenario } from "@capstan/testkit/perturbation";

/** Agents of a size, each in a ConfigMap. */
export const AgentSet = defineAddon({
  kind: "AgentSet",
  versions: { v1alpha1: { spec: Type.Object({ size: Type.String() }) } },
});

const key = { name: "agents", namespace: "default" };

/** A hand-written add-on provider that applies its object, and counts a missing one as removed. */
export class CarefulAddonReconciler extends AddonReconciler<typeof AgentSet> {
  readonly definition = AgentSet;

  async reconcileAddon({ object, workload }: this["Scope"], signal: AbortSignal) {
    const { client } = await workload();
    const body = { apiVersion: "v1", kind: "ConfigMap", metadata: key, data: { size: object.spec.size } };
    await client.patch(ConfigMap, key, { type: "apply", fieldManager: "agents", force: true, body }, { signal });
    return this.outcome.installed({ revision: object.spec.size });
  }

  override async deleteAddon({ workload }: this["Scope"], signal: AbortSignal) {
    const { client } = await workload();
    await client.delete(ConfigMap, key, { signal }).catch((error: unknown) => {
      if (!isNotFound(error)) throw error;
    });
    return this.outcome.deleted();
  }
}

/** Creates a Cluster with a workload cluster, which is selected. */
async function createCluster(env: TestEnvironment, name: string): Promise<void> {
  const cluster = await env.createCluster({ name });
  await cluster.patch({ metadata: { labels: { team: "a" } } });
  await env.startWorkloadCluster(cluster);
  await cluster.patchStatus({ initialization: { controlPlaneInitialized: true } });
}

async function isReady({ client }: TestEnvironment, size: string): Promise<boolean> {
  const { status } = await client.get(AgentSet.kind, key);
  return status?.clusters?.every(({ ready, revision }) => ready && revision === size) === true;
}

/** An add-on in two Clusters: installed, changed, removed from one, and deleted. */
export function lifeOfAddon(
  Reconciler: new () => CarefulAddonReconciler = CarefulAddonReconciler,
  name = "careful",
): Scenario {
  return {
    name,
    prepare: () => ({ environment: { core: false }, reconcilers: () => [new Reconciler()] }),
    steps: {
      create: async (env) => {
        await createCluster(env, "c1");
        await createCluster(env, "c2");
        const { kind } = AgentSet;
        await env.client.create(kind, {
          apiVersion: apiVersionOf(kind),
          kind: kind.kind,
          metadata: key,
          spec: { size: "small", clusterSelector: { matchLabels: { team: "a" } } },
        });
        await env.until("installed", () => isReady(env, "small"));
      },
      change: async (env) => {
        await env.client.patch(AgentSet.kind, key, { type: "merge", body: { spec: { size: "large" } } });
        await env.until("changed", () => isReady(env, "large"));
      },
      deselect: async ({ client }) => {
        const body = { metadata: { labels: { team: null } } };
        await client.patch(Cluster, { name: "c1", namespace: "default" }, { type: "merge", body });
      },
      delete: async (env) => {
        await env.client.delete(AgentSet.kind, key);
        await env.until("no AgentSet", async () => (await env.client.list(AgentSet.kind)).items.length === 0);
      },
    },
    varying: [/(?<=agents-)[0-9a-f]{8}/],
  };
}

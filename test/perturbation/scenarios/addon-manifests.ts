import { Cluster, ConfigMap } from "@capstan/provider";
import type { TestEnvironment } from "@capstan/testkit";
import type { Scenario } from "@capstan/testkit/perturbation";
import { ManifestSet } from "../../../examples/addon-manifests/src/api/manifest-set.ts";
import { ManifestSetReconciler } from "../../../examples/addon-manifests/src/reconcilers/manifest-set/manifest-set-reconciler.ts";

const key = { name: "tools", namespace: "default" };

const manifests = (color: string) => `
apiVersion: v1
kind: Namespace
metadata: { name: tools }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: settings, namespace: tools }
data: { color: ${color} }
`;

/** A Cluster with a workload cluster, which the set selects. */
async function createCluster(env: TestEnvironment, name: string): Promise<void> {
  const cluster = await env.createCluster({ name });
  await cluster.patch({ metadata: { labels: { pool: "edge" } } });
  await env.startWorkloadCluster(cluster);
  await cluster.patchStatus({ initialization: { controlPlaneInitialized: true } });
}

async function write({ client }: TestEnvironment, color: string): Promise<void> {
  const body = { apiVersion: "v1", kind: "ConfigMap", metadata: key, data: { "tools.yaml": manifests(color) } };
  await client.patch(ConfigMap, key, { type: "apply", fieldManager: "user", force: true, body });
}

/** The add-on that applies manifests, in two Clusters. */
export const addonManifests: Scenario = {
  name: "example addon-manifests",
  prepare: () => ({ environment: { core: false }, reconcilers: () => [new ManifestSetReconciler()] }),
  steps: {
    create: async (env) => {
      await createCluster(env, "c1");
      await createCluster(env, "c2");
      await write(env, "red");
      await env.apply(`
        apiVersion: addons.cluster.x-k8s.io/v1alpha1
        kind: ManifestSet
        metadata: { name: tools }
        spec:
          clusterSelector: { matchLabels: { pool: edge } }
          resources: [{ kind: ConfigMap, name: tools }]
          strategy: Reconcile
          prune: true`);
    },
    change: (env) => write(env, "blue"),
    deselect: async ({ client }) => {
      const body = { metadata: { labels: { pool: null } } };
      await client.patch(Cluster, { name: "c1", namespace: "default" }, { type: "merge", body });
    },
    delete: async (env) => {
      await env.client.delete(ManifestSet.kind, key);
      await env.until("no set", async () => (await env.client.list(ManifestSet.kind)).items.length === 0);
    },
  },
  // The name of the inventory has the uid of its set.
  varying: [/(?<=manifest-set-)\S+/],
};

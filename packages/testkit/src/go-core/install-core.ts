import type { KubernetesObject, ResourceKind } from "@capstan/contract";
import { type Client, installCRDs, systemClock } from "@capstan/runtime";
import { installedKinds, webhookKinds } from "./kinds.ts";
import { calledByURL, type Manifest, readManifests, upstreamCRDs, type WebhookEndpoint } from "./manifests.ts";

const pollMs = 100;

/** Who the core manager is. */
export const coreAccount = { namespace: "capi-system", name: "capi-manager" } as const;

/**
 * Installs what manifests/core.yaml has for the core manager: CRDs, ServiceAccount, roles. Resolves once the
 * aggregated role has its rules, without which the manager may do nothing.
 */
export async function installCore(client: Client, assets: string, endpoint: WebhookEndpoint): Promise<void> {
  const manifests = readManifests("core", assets);
  await installCRDs(client, upstreamCRDs("core", { assets, endpoint }), { timeoutMs: 120_000 });
  for (const kind of installedKinds) {
    for (const manifest of ofKind(manifests, kind)) await apply(client, kind, manifest);
  }
  await Promise.all(
    manifests
      .filter(({ kind, aggregationRule }) => kind === "ClusterRole" && aggregationRule !== undefined)
      .map(({ metadata }) => untilAggregated(client, metadata.name)),
  );
}

/** Has the API server call the admission webhooks of the core manager, which answers at `endpoint`. */
export async function installWebhooks(client: Client, assets: string, endpoint: WebhookEndpoint): Promise<void> {
  const manifests = readManifests("core", assets);
  for (const kind of webhookKinds) {
    for (const manifest of ofKind(manifests, kind)) await apply(client, kind, calledByURL(manifest, endpoint));
  }
}

function ofKind(manifests: readonly Manifest[], kind: ResourceKind): Manifest[] {
  return manifests.filter((manifest) => manifest.kind === kind.kind);
}

async function apply(client: Client, kind: ResourceKind, manifest: KubernetesObject): Promise<void> {
  const { name, namespace } = manifest.metadata;
  const key = { name, ...(namespace === undefined ? {} : { namespace }) };
  await client.patch(kind, key, { type: "apply", body: manifest, force: true });
}

async function untilAggregated(client: Client, name: string): Promise<void> {
  const signal = AbortSignal.timeout(60_000);
  for (;;) {
    const role = await client.request("GET", `/apis/rbac.authorization.k8s.io/v1/clusterroles/${name}`);
    if (((role as { rules?: unknown[] | null }).rules ?? []).length > 0) return;
    await systemClock.sleep(pollMs, signal);
  }
}

import type { KubernetesObject, ResourceKind } from "@capstan/contract";
import { type Client, installCRDs, systemClock, requestPath, defineKind, Namespace } from "@capstan/runtime";
import { calledByURL, type Manifest, type WebhookEndpoint, webhookKinds } from "../webhooks/webhook-endpoint.ts";
import { type GoComponents, readManifests, upstreamCRDs } from "./manifests.ts";

const rbac = "rbac.authorization.k8s.io";

function clusterScoped(group: string, kind: string): ResourceKind {
  return defineKind<KubernetesObject>({
    group,
    version: "v1",
    kind,
    plural: `${kind.toLowerCase()}s`,
    namespaced: false,
  });
}

function inNamespace(group: string, kind: string): ResourceKind {
  return defineKind<KubernetesObject>({ ...clusterScoped(group, kind), namespaced: true });
}

/** Kinds of a components file that have an effect without Pods and cert-manager. CRDs are installed separately. */
const installedKinds: readonly ResourceKind[] = [
  Namespace,
  inNamespace("", "ServiceAccount"),
  inNamespace(rbac, "Role"),
  inNamespace(rbac, "RoleBinding"),
  clusterScoped(rbac, "ClusterRole"),
  clusterScoped(rbac, "ClusterRoleBinding"),
];

const pollMs = 100;

/** The users of the managers. */
export const accounts = {
  core: { namespace: "capi-system", name: "capi-manager" },
  bootstrap: { namespace: "capi-kubeadm-bootstrap-system", name: "capi-kubeadm-bootstrap-manager" },
  controlplane: { namespace: "capi-kubeadm-control-plane-system", name: "capi-kubeadm-control-plane-manager" },
} as const satisfies Readonly<Record<GoComponents, object>>;

/**
 * Installs the objects in manifests/<component>.yaml that a manager needs: CRDs, ServiceAccount, roles. Resolves once its aggregated role
 * has rules; before that, the manager has no permissions.
 */
export async function installComponents(
  client: Client,
  component: GoComponents,
  assets: string,
  endpoint: WebhookEndpoint,
): Promise<void> {
  const manifests = readManifests(component, assets);
  await installCRDs(client, upstreamCRDs(component, { assets, endpoint }), { timeoutMs: 120_000 });
  await applyManifests(client, manifests);
  await untilAggregated(client, manifests, (rules) => rules.length > 0);
}

/**
 * Applies Namespaces, ServiceAccounts, roles and bindings of a provider's components, in a valid order; omits CRDs, webhooks and
 * Deployments.
 *
 * @example
 * ```ts
 * import { ApiServer } from "@capstan/apiserver";
 * import { createClient, Namespace } from "@capstan/provider";
 * import { applyManifests } from "@capstan/testkit";
 *
 * await using server = await ApiServer.start();
 * const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "hello/1.0.0" });
 * await applyManifests(client, [{ apiVersion: "v1", kind: "Namespace", metadata: { name: "hello-system" } }]);
 * console.log((await client.get(Namespace, { name: "hello-system" })).metadata.name);
 * await client.close();
 * ```
 */
export async function applyManifests(client: Client, manifests: readonly Manifest[]): Promise<void> {
  for (const kind of installedKinds) {
    for (const manifest of ofKind(manifests, kind)) await apply(client, kind, manifest);
  }
}

/**
 * Resolves once an aggregated role of the core manager has rules for the API group of a provider. Call it before you create objects in that
 * group: the core stops for a while to read kinds that it may not read.
 *
 * @example
 * <!-- no-run: needs a build of the Go managers, CAPSTAN_CLUSTER_API_ASSETS -->
 * ```ts
 * import { createClient } from "@capstan/provider";
 * import { GoManager, RealApiServer, untilCoreMayUse } from "@capstan/testkit";
 *
 * await using server = await RealApiServer.start({ controllerManager: true });
 * await using core = await GoManager.start(server, "core");
 * const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "hello/1.0.0" });
 * await untilCoreMayUse(client, "infrastructure.example.com");
 * console.log(core.user);
 * ```
 */
export async function untilCoreMayUse(client: Client, group: string, assets?: string): Promise<void> {
  await untilAggregated(client, readManifests("core", assets), (rules) =>
    rules.some(({ apiGroups }) => apiGroups?.includes(group) === true),
  );
}

/**
 * Registers the admission webhooks of a manager, which answers at `endpoint`, with the API server.
 *
 * @example
 * <!-- no-run: needs a build of the Go managers, CAPSTAN_CLUSTER_API_ASSETS -->
 * ```ts
 * import { createClient } from "@capstan/provider";
 * import { GoManager, installWebhooks, RealApiServer } from "@capstan/testkit";
 *
 * await using server = await RealApiServer.start();
 * await using core = await GoManager.start(server, "core");
 * const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "hello/1.0.0" });
 * await installWebhooks(client, "core", core.endpoint);
 * ```
 */
export async function installWebhooks(
  client: Client,
  component: GoComponents,
  endpoint: WebhookEndpoint,
  assets?: string,
): Promise<void> {
  const manifests = readManifests(component, assets);
  for (const kind of webhookKinds) {
    for (const manifest of ofKind(manifests, kind)) await apply(client, kind, calledByURL(manifest, endpoint));
  }
}

function ofKind(manifests: readonly Manifest[], kind: ResourceKind): Manifest[] {
  return manifests.filter((manifest) => manifest.kind === kind.kind);
}

async function apply(client: Client, kind: ResourceKind, manifest: KubernetesObject): Promise<void> {
  await client.patch(kind, manifest.metadata, { type: "apply", body: manifest, force: true });
}

interface AggregatedRule {
  readonly apiGroups?: readonly string[];
}

async function untilAggregated(
  client: Client,
  manifests: readonly Manifest[],
  isComplete: (rules: readonly AggregatedRule[]) => boolean,
): Promise<void> {
  const signal = AbortSignal.timeout(60_000);
  const aggregated = manifests.filter(
    ({ kind, aggregationRule }) => kind === "ClusterRole" && aggregationRule !== undefined,
  );
  for (const { metadata } of aggregated) {
    const path = requestPath`/apis/rbac.authorization.k8s.io/v1/clusterroles/${metadata.name}`;
    while (!isComplete(((await client.request("GET", path)) as { rules?: AggregatedRule[] | null }).rules ?? [])) {
      await systemClock.sleep(pollMs, signal);
    }
  }
}

import type { CustomResourceDefinition } from "@capstan/contract";
import { longestStopMs } from "@capstan/runtime";
import { type ReleaseObject, mergedObjects } from "./merged-objects.ts";
import { crdsOf, webhookInPod, webhookObjects } from "./webhooks.ts";
import { type ReleasedProvider, providerLabels } from "./released-provider.ts";
import { secretsFromRules } from "../rbac/policy-rules.ts";
import { secretNamespacesFlag } from "../scope/secret-namespaces-flag.ts";
import { leaderElectionRole, managerRole, rolesOf, secretsRole } from "./roles.ts";

/** Port of the health endpoint in the Pod. */
const healthPort = 9440;
const diagnosticsPort = 8443;
/** Longer than a manager takes to stop, so that it gives back its Lease and answers the reviews in flight. */
const terminationGraceSeconds = Math.ceil(longestStopMs / 1000) + 5;
/** Idle, a manager has some 100 MiB; with 1,000 Machines some 500 (docs/scale.md). */
const resources = { requests: { cpu: "10m", memory: "128Mi" }, limits: { cpu: "1", memory: "1Gi" } };

/**
 * All objects of the components file: installed in this order (rules PC-001 to PC-017).
 *
 * @param manifests - the author's own objects: added, or merged into those of the same kind and name.
 *
 * @example
 * ```ts
 * import { defineInfraMachine, Type } from "@capstan/provider";
 * import { componentsOf, releasedProvider } from "@capstan/provider/release";
 *
 * const HelloMachine = defineInfraMachine({
 *   kind: "HelloMachine",
 *   versions: { v1alpha1: { contract: "v1beta2", spec: Type.Object({}) } },
 * });
 * const objects = componentsOf(releasedProvider([HelloMachine], {}), "registry.example.com/hello:v0.1.0");
 * console.log(objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`));
 * ```
 */
export function componentsOf(
  provider: ReleasedProvider,
  image: string,
  manifests: readonly ReleaseObject[] = [],
): ReleaseObject[] {
  return mergedObjects(
    generatedComponents(provider, image),
    manifests.map((each) => withProviderLabel(each, provider)),
  );
}

function withProviderLabel(manifest: ReleaseObject, provider: ReleasedProvider): ReleaseObject {
  const { metadata } = manifest;
  return { ...manifest, metadata: { ...metadata, labels: { ...metadata.labels, ...providerLabels(provider) } } };
}

function generatedComponents(provider: ReleasedProvider, image: string): ReleaseObject[] {
  const labels = providerLabels(provider);
  const { namespace, label } = provider;
  const account = `${label}-manager`;
  const subjects = [{ kind: "ServiceAccount", name: account, namespace }];
  return [
    { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace, labels } },
    ...crdsOf(provider).map((crd) => ({
      ...crd,
      metadata: { ...crd.metadata, labels: { ...crd.metadata.labels, ...labels } },
      spec: withoutDefaultConversion(crd),
    })),
    { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: account, namespace, labels } },
    ...rolesOf(provider),
    roleBinding(provider, "leader-election", leaderElectionRole(provider), subjects),
    ...(readsIdentitySecrets(provider)
      ? [roleBinding(provider, "identity-secrets", secretsRole(provider), subjects)]
      : []),
    {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "ClusterRoleBinding",
      metadata: { name: `${label}-manager-rolebinding`, labels },
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: managerRole(provider) },
      subjects,
    },
    ...webhookObjects(provider, podLabels(provider)),
    deploymentOf(provider, account, image),
  ];
}

/**
 * clusterctl upgrades by a merge patch: the webhook of an earlier release stays in the CRD, where the API server accepts it with no other
 * strategy. It converts nothing once there is one version. A new CRD gets strategy None by default.
 */
function withoutDefaultConversion({ spec }: CustomResourceDefinition): object {
  const { conversion, ...others } = spec;
  return conversion?.strategy === "Webhook" ? spec : others;
}

/** Binds a Role in the provider's namespace. */
function roleBinding(
  provider: ReleasedProvider,
  purpose: string,
  role: string,
  subjects: readonly object[],
): ReleaseObject {
  const { namespace, label } = provider;
  return {
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "RoleBinding",
    metadata: { name: `${label}-${purpose}-rolebinding`, namespace, labels: providerLabels(provider) },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: role },
    subjects,
  };
}

function readsIdentitySecrets({ definitions }: ReleasedProvider): boolean {
  return secretsFromRules(definitions).length > 0;
}

function podLabels(provider: ReleasedProvider): Record<string, string> {
  return { ...providerLabels(provider), "control-plane": "controller-manager" };
}

function deploymentOf(provider: ReleasedProvider, account: string, image: string): ReleaseObject {
  const labels = podLabels(provider);
  const webhook = webhookInPod(provider);
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: `${provider.label}-controller-manager`, namespace: provider.namespace, labels },
    spec: {
      replicas: 1,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          serviceAccountName: account,
          terminationGracePeriodSeconds: terminationGraceSeconds,
          securityContext: { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } },
          containers: [
            {
              // The name that clusterctl looks for (rule PC-007).
              name: "manager",
              image,
              args: [
                "--leader-elect",
                // clusterctl may move the provider to another namespace, and rewrites no arguments.
                "--leader-elect-namespace=$(POD_NAMESPACE)",
                `--health-addr=:${healthPort}`,
                `--diagnostics-address=:${diagnosticsPort}`,
                "--logging-format=json",
                // Where those who install the provider keep the Secrets of identities, as with other providers.
                ...(readsIdentitySecrets(provider) ? [`${secretNamespacesFlag}=$(POD_NAMESPACE)`] : []),
                ...webhook.args,
              ],
              env: [{ name: "POD_NAMESPACE", valueFrom: { fieldRef: { fieldPath: "metadata.namespace" } } }],
              ports: [
                { name: "healthz", containerPort: healthPort, protocol: "TCP" },
                { name: "metrics", containerPort: diagnosticsPort, protocol: "TCP" },
                ...webhook.ports,
              ],
              livenessProbe: { httpGet: { path: "/healthz", port: "healthz" } },
              readinessProbe: { httpGet: { path: "/readyz", port: "healthz" } },
              resources,
              securityContext: {
                allowPrivilegeEscalation: false,
                readOnlyRootFilesystem: true,
                capabilities: { drop: ["ALL"] },
              },
              ...webhook.container,
            },
          ],
          // Management clusters may have no other nodes.
          tolerations: [{ key: "node-role.kubernetes.io/control-plane", effect: "NoSchedule" }],
          ...webhook.pod,
        },
      },
    },
  };
}

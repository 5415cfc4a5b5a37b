import type { CustomResourceDefinition } from "@capstan/contract";
import { longestStopMs } from "@capstan/runtime";
import type { ReleaseObject } from "./merged-objects.ts";
import type { ManagerNames } from "./manager-names.ts";
import type { ReleasedManager } from "./released-manager.ts";
import type { RoleObject } from "./roles.ts";
import { withServiceOf, webhookInPod, webhookObjects } from "./webhooks.ts";

const healthPort = 9440;
const diagnosticsPort = 8443;
/** Longer than a manager takes to stop, so that it can release its Lease and answer the reviews in flight. */
const terminationGraceSeconds = Math.ceil(longestStopMs / 1000) + 5;
/** An idle manager uses about 100 MiB; with 1,000 Machines it uses about 500 MiB (docs/scale.md). */
const resources = { requests: { cpu: "10m", memory: "128Mi" }, limits: { cpu: "1", memory: "1Gi" } };

/**
 * All objects that install a manager, ordered so that each object's dependencies come first (rules PC-001 to PC-017).
 *
 * @example
 * ```ts
 * import { leaderElectionRules } from "@capstan/provider";
 * import { leaderElectionRole, managerComponents } from "@capstan/provider/release";
 *
 * const names = { prefix: "janitor", namespace: "janitor-system", labels: { "app.kubernetes.io/name": "janitor" } };
 * const served = { crds: [], admissionWebhooks: [], roles: [leaderElectionRole(names)] };
 * const objects = managerComponents({ ...names, ...served, image: "registry.example.com/janitor:v0.1.0", args: [] });
 * console.log(objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`));
 * ```
 */
export function managerComponents(manager: ReleasedManager): ReleaseObject[] {
  const { prefix, namespace, labels, crds, roles } = manager;
  const account = `${prefix}-manager`;
  const bound = roles.filter((role) => !isAggregated(role));
  const [cluster, namespaced] = [bound.filter(isOfCluster), bound.filter((role) => !isOfCluster(role))];
  const objects = [
    { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace, labels } },
    ...crds
      .map((crd) => withServiceOf(manager, crd))
      .map((crd) => ({
        ...crd,
        metadata: { ...crd.metadata, labels: { ...crd.metadata.labels, ...labels } },
        spec: withoutDefaultConversion(crd),
      })),
    { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: account, namespace, labels } },
    ...roles,
    ...[...namespaced, ...cluster].map((role) => bindingOf(role, { name: account, namespace })),
    ...webhookObjects(manager, podLabels(manager)),
    deploymentOf(manager, account),
  ];
  return objects.map(withOwnLabels);
}

/** Copies the labels, so that changing those of one object does not change those of others. */
function withOwnLabels(object: ReleaseObject): ReleaseObject {
  const { metadata } = object;
  return { ...object, metadata: { ...metadata, labels: { ...metadata.labels } } };
}

/** Whether a role is aggregated into the role of another manager, which the label names. */
function isAggregated({ metadata }: RoleObject): boolean {
  return Object.keys(metadata.labels).some((name) => name.endsWith("/aggregate-to-manager"));
}

function isOfCluster({ kind }: RoleObject): boolean {
  return kind === "ClusterRole";
}

/**
 * clusterctl upgrades with a merge patch, which keeps the webhook configuration of an earlier release in the CRD; the API server then
 * refuses any other strategy. With a single version the webhook converts nothing. A new CRD gets the strategy None by default.
 */
function withoutDefaultConversion({ spec }: CustomResourceDefinition): object {
  const { conversion, ...others } = spec;
  return conversion?.strategy === "Webhook" ? spec : others;
}

/** Binds a role to a ServiceAccount: in the namespace of the role, or cluster-wide. */
function bindingOf(
  { apiVersion, kind, metadata }: RoleObject,
  account: Readonly<Record<string, string>>,
): ReleaseObject {
  return {
    apiVersion,
    kind: kind === "Role" ? "RoleBinding" : "ClusterRoleBinding",
    metadata: { ...metadata, name: `${metadata.name}binding` },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind, name: metadata.name },
    subjects: [{ kind: "ServiceAccount", ...account }],
  };
}

function podLabels({ labels }: ManagerNames): Record<string, string> {
  return { ...labels, "control-plane": "controller-manager" };
}

function deploymentOf(manager: ReleasedManager, account: string): ReleaseObject {
  const { prefix, namespace, image, args } = manager;
  const labels = podLabels(manager);
  const webhook = webhookInPod(manager);
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: `${prefix}-controller-manager`, namespace, labels },
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
              // clusterctl looks for this name (rule PC-007).
              name: "manager",
              image,
              args: [
                "--leader-elect",
                // clusterctl may move the provider to another namespace, and does not rewrite arguments.
                "--leader-elect-namespace=$(POD_NAMESPACE)",
                `--health-addr=:${healthPort}`,
                `--diagnostics-address=:${diagnosticsPort}`,
                "--logging-format=json",
                ...args,
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
          // The management cluster may have only control plane nodes.
          tolerations: [{ key: "node-role.kubernetes.io/control-plane", effect: "NoSchedule" }],
          ...webhook.pod,
        },
      },
    },
  };
}

import type { CustomResourceDefinition } from "@capstan/contract";
import { longestStopMs } from "@capstan/runtime";
import type { ReleaseObject } from "./merged-objects.ts";
import type { ManagerNames } from "./manager-names.ts";
import type { ReleasedManager } from "./released-manager.ts";
import type { RoleObject } from "./roles.ts";
import { withServiceOf, webhookInPod, webhookObjects } from "./webhooks.ts";

/** Port of the health endpoint in the Pod. */
const healthPort = 9440;
const diagnosticsPort = 8443;
/** Longer than a manager takes to stop, so that it gives back its Lease and answers the reviews in flight. */
const terminationGraceSeconds = Math.ceil(longestStopMs / 1000) + 5;
/** Idle, a manager has some 100 MiB; with 1,000 Machines some 500 (docs/scale.md). */
const resources = { requests: { cpu: "10m", memory: "128Mi" }, limits: { cpu: "1", memory: "1Gi" } };

/**
 * All objects that install a manager, in an order in which each finds what it needs (rules PC-001 to PC-017).
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

/** Who changes the labels of one changes them of no other. */
function withOwnLabels(object: ReleaseObject): ReleaseObject {
  const { metadata } = object;
  return { ...object, metadata: { ...metadata, labels: { ...metadata.labels } } };
}

/** Whether a role is added to that of another manager, which the label names. */
function isAggregated({ metadata }: RoleObject): boolean {
  return Object.keys(metadata.labels).some((name) => name.endsWith("/aggregate-to-manager"));
}

function isOfCluster({ kind }: RoleObject): boolean {
  return kind === "ClusterRole";
}

/**
 * clusterctl upgrades by a merge patch: the webhook of an earlier release stays in the CRD, where the API server accepts it with no other
 * strategy. It converts nothing once there is one version. A new CRD gets strategy None by default.
 */
function withoutDefaultConversion({ spec }: CustomResourceDefinition): object {
  const { conversion, ...others } = spec;
  return conversion?.strategy === "Webhook" ? spec : others;
}

/** Binds a role to an account: in the namespace of the role, or everywhere. */
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
          // Management clusters may have no other nodes.
          tolerations: [{ key: "node-role.kubernetes.io/control-plane", effect: "NoSchedule" }],
          ...webhook.pod,
        },
      },
    },
  };
}

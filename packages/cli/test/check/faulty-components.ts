/** The correct components files to which faults are added. */
export type Subject = "infrastructure" | "bootstrap" | "pools";

/** One fault in a correct components file, and exactly the rules that it breaks: the intended rule, then side effects. */
export interface FaultyComponents {
  /** Default: the file of the infrastructure provider. */
  readonly of?: Subject;
  readonly kind: string;
  /** The index of the object among those of its kind, in the order of the file. Default: the first. */
  readonly nth?: number;
  /** Keys in the object; without keys, the whole object. */
  readonly at: readonly (string | number)[];
  /** The new value; `undefined` removes the value. */
  readonly to?: unknown;
  /** An object, or several, added to the file. */
  readonly alongside?: unknown;
  readonly breaks: readonly [string, ...string[]];
}

const container = ["spec", "template", "spec", "containers", 0];
const providerLabel = ["metadata", "labels", "cluster.x-k8s.io/provider"];
const labeled = { "cluster.x-k8s.io/provider": "infrastructure-foo" };

export const faultyComponents: readonly FaultyComponents[] = [
  { kind: "CustomResourceDefinition", nth: 1, at: [], breaks: ["BT-001", "RB-006"] },
  { kind: "CustomResourceDefinition", nth: 3, at: [], breaks: ["ICT-001", "RB-006"] },
  { kind: "ClusterRole", at: ["rules", 0, "verbs"], to: ["get", "list", "watch"], breaks: ["RB-001"] },
  { kind: "ClusterRole", at: ["rules", 1, "resources"], to: ["foomachine/status"], breaks: ["RB-001"] },
  {
    kind: "ClusterRole",
    at: ["rules", 2, "verbs"],
    to: ["get", "list", "watch", "patch"],
    breaks: ["RB-003", "RB-004", "RB-011"],
  },
  { kind: "ClusterRole", at: ["rules", 2, "resources"], to: ["clusters"], breaks: ["RB-004"] },
  { kind: "ClusterRole", at: ["rules", 2, "resources"], to: ["machines"], breaks: ["RB-003"] },
  { kind: "ClusterRole", at: ["rules", 4], to: undefined, breaks: ["RB-010"] },
  { kind: "Role", at: ["rules"], to: [], breaks: ["RB-010"] },
  { kind: "Role", at: ["rules", 0, "verbs"], to: ["get", "list", "watch"], breaks: ["RB-010"] },
  { kind: "ClusterRole", at: ["rules", 3, "resources"], to: ["*"], breaks: ["RB-011"] },
  { kind: "ClusterRole", at: ["rules", 3, "apiGroups"], to: ["*"], breaks: ["RB-011"] },
  { kind: "ClusterRole", nth: 1, at: [], breaks: ["RB-005"] },
  {
    kind: "ClusterRole",
    nth: 1,
    at: ["metadata", "labels", "cluster.x-k8s.io/aggregate-to-manager"],
    to: true,
    breaks: ["RB-005"],
  },
  { kind: "ClusterRole", nth: 1, at: ["rules", 0, "verbs"], to: ["get", "list", "watch"], breaks: ["RB-005"] },
  {
    kind: "ClusterRole",
    nth: 1,
    at: ["rules", 0, "resources"],
    to: ["foomachine", "foomachinetemplates"],
    breaks: ["RB-006", "RB-005"],
  },
  {
    kind: "ClusterRoleBinding",
    at: ["roleRef", "name"],
    to: "other-role",
    breaks: ["RB-012", "RB-001", "RB-003", "RB-004", "RB-010"],
  },
  {
    kind: "Deployment",
    at: ["spec", "template", "spec", "serviceAccountName"],
    to: "other",
    breaks: ["RB-012", "PC-001", "RB-001", "RB-003", "RB-004", "RB-010"],
  },
  { kind: "ServiceAccount", at: [], breaks: ["PC-001", "RB-012"] },
  { kind: "Namespace", at: [], breaks: ["PC-003"] },
  {
    kind: "Namespace",
    at: [],
    alongside: { apiVersion: "v1", kind: "Namespace", metadata: { name: "more", labels: labeled } },
    breaks: ["PC-003"],
  },
  { kind: "Role", at: ["metadata", "namespace"], to: "kube-system", breaks: ["PC-004", "RB-010", "RB-012"] },
  {
    kind: "Namespace",
    at: [],
    alongside: {
      apiVersion: "cert-manager.io/v1",
      kind: "ClusterIssuer",
      metadata: { name: "issuer", labels: labeled },
    },
    breaks: ["PC-005"],
  },
  { kind: "Deployment", at: [], breaks: ["PC-006", "RB-001", "RB-003", "RB-004"] },
  { kind: "Deployment", at: [...container, "name"], to: "controller", breaks: ["PC-007"] },
  { kind: "Deployment", at: [...container, "args", 0], to: "--namespace=team-a", breaks: ["PC-008"] },
  { kind: "Deployment", at: [...container, "image"], to: "foo:v1.0.0", breaks: ["PC-011"] },
  {
    kind: "Deployment",
    at: ["spec", "template", "spec", "initContainers"],
    to: [{ name: "prepare", image: "busybox:1.37.0" }],
    breaks: ["PC-011"],
  },
  { kind: "Deployment", at: [...container, "args", 0], to: "${FOO_LEVEL:?unset}", breaks: ["PC-012"] },
  { kind: "Deployment", at: [...container, "args", 0], to: "--log-level=${LEVEL:=info}", breaks: ["PC-012"] },
  { kind: "Deployment", at: providerLabel, to: undefined, breaks: ["PC-013"] },
  { kind: "Role", at: providerLabel, to: "infrastructure-bar", breaks: ["PC-013"] },
  {
    kind: "CustomResourceDefinition",
    at: ["metadata", "name"],
    to: "foomachine.foo.example.com",
    breaks: ["PC-015", "AR-002"],
  },
  {
    kind: "CustomResourceDefinition",
    at: ["spec", "conversion"],
    to: {
      strategy: "Webhook",
      webhook: { clientConfig: { service: { name: "webhooks", namespace: "infrastructure-foo-system" } } },
    },
    breaks: ["PC-016"],
  },
  {
    kind: "CustomResourceDefinition",
    at: ["metadata", "annotations", "cert-manager.io/inject-ca-from"],
    to: "serving-cert",
    breaks: ["PC-016"],
  },
  {
    kind: "Namespace",
    at: [],
    alongside: {
      apiVersion: "cert-manager.io/v1",
      kind: "Certificate",
      metadata: { name: "serving", namespace: "infrastructure-foo-system", labels: labeled },
      spec: { dnsNames: ["webhooks.other-system.svc"] },
    },
    breaks: ["PC-016"],
  },
  {
    of: "bootstrap",
    kind: "ClusterRole",
    at: ["rules", 3, "verbs"],
    to: ["get", "list", "watch"],
    breaks: ["RB-002"],
  },
  { of: "pools", kind: "CustomResourceDefinition", nth: 1, at: [], breaks: ["MP-011", "RB-006"] },
  {
    of: "pools",
    kind: "ClusterRole",
    at: ["rules", 2, "verbs"],
    to: ["get", "list", "watch", "patch"],
    breaks: ["RB-003", "RB-011"],
  },
  {
    kind: "ClusterRole",
    at: ["rules", 5],
    to: { apiGroups: ["cluster.x-k8s.io"], resources: ["machinepools"], verbs: ["patch"] },
    breaks: ["RB-004", "RB-011"],
  },
  { of: "bootstrap", kind: "CustomResourceDefinition", nth: 1, at: [], breaks: ["BT-001", "RB-006"] },
  {
    kind: "ClusterRole",
    at: ["rules", 5],
    to: { apiGroups: ["apiextensions.k8s.io"], resources: ["customresourcedefinitions"], verbs: ["get", "update"] },
    breaks: ["RB-014"],
  },
  {
    kind: "ClusterRole",
    at: ["rules", 5],
    to: { apiGroups: ["apiextensions.k8s.io"], resources: ["customresourcedefinitions"], verbs: ["patch"] },
    breaks: ["RB-014"],
  },
  {
    kind: "Deployment",
    at: [...container, "args", 1],
    to: "--leader-elect-namespace=infrastructure-foo-system",
    breaks: ["PC-017"],
  },
  {
    kind: "Namespace",
    at: [],
    alongside: {
      apiVersion: "runtime.cluster.x-k8s.io/v1beta2",
      kind: "ExtensionConfig",
      metadata: { name: "foo", labels: labeled },
      spec: { clientConfig: { service: { namespace: "infrastructure-foo-system", name: "another" } } },
    },
    breaks: ["RX-009"],
  },
  {
    kind: "Namespace",
    at: [],
    alongside: [
      {
        apiVersion: "v1",
        kind: "Secret",
        metadata: { name: "cert", namespace: "infrastructure-foo-system", labels: labeled },
      },
      {
        apiVersion: "runtime.cluster.x-k8s.io/v1beta2",
        kind: "ExtensionConfig",
        metadata: {
          name: "foo",
          labels: labeled,
          annotations: { "runtime.cluster.x-k8s.io/inject-ca-from-secret": "elsewhere/cert" },
        },
        spec: { clientConfig: { url: "https://foo.example.com" } },
      },
    ],
    breaks: ["RX-009"],
  },
];

/** The fault: kind, path and value. */
export function faultOf({ of = "infrastructure", kind, nth = 0, at, to, alongside }: FaultyComponents): string {
  const value = at.length === 0 || to === undefined ? "absent" : JSON.stringify(to);
  const change = alongside === undefined ? value : `next to ${JSON.stringify(alongside)}`;
  return [of, `${kind}${nth === 0 ? "" : ` ${nth}`}`, at.join("."), change].filter(Boolean).join(" ");
}

/** Title of the test for the fault. */
export function titleOf(faulty: FaultyComponents): string {
  return `${faultOf(faulty)} breaks ${faulty.breaks.join(", ")}`;
}

import { as, configMap, patching, sending, type WireCase, type WireRequest } from "./wire-case.ts";

const reviews = "/apis/authorization.k8s.io/v1";
const configMaps = "/api/v1/namespaces/{ns}/configmaps";
const accounts = "/api/v1/namespaces/{ns}/serviceaccounts";
const roles = "/apis/rbac.authorization.k8s.io/v1/namespaces/{ns}/roles";
const bindings = "/apis/rbac.authorization.k8s.io/v1/namespaces/{ns}/rolebindings";

const review = (kind: string, spec: object): WireRequest => {
  const plural = `${kind.toLowerCase()}s`;
  const place = kind.startsWith("Local") ? `${reviews}/namespaces/{ns}/${plural}` : `${reviews}/${plural}`;
  return sending(`POST ${place}`, { apiVersion: "authorization.k8s.io/v1", kind, spec });
};
const getPods = { namespace: "{ns}", verb: "get", resource: "pods" };
const impersonating = (headers: Readonly<Record<string, string>>): WireRequest => ({
  ...sending("POST /apis/authentication.k8s.io/v1/selfsubjectreviews", {
    kind: "SelfSubjectReview",
    apiVersion: "authentication.k8s.io/v1",
  }),
  headers: { "content-type": "application/json", ...headers },
});
const account = sending(`POST ${accounts}`, { metadata: { name: "robot" } });
const tokenFor = (spec: object, name = "robot"): WireRequest =>
  sending(`POST ${accounts}/${name}/token`, { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec });
const reviewed = (spec: object): WireRequest =>
  sending("POST /apis/authentication.k8s.io/v1/tokenreviews", {
    apiVersion: "authentication.k8s.io/v1",
    kind: "TokenReview",
    spec,
  });

const refusals: readonly WireCase[] = [
  ...[
    `GET ${configMaps}`,
    `GET ${configMaps}/a`,
    `GET ${configMaps}?watch=1`,
    "GET /api/v1/configmaps",
    "GET /api/v1/nodes/n",
    "GET /api/v1/namespaces/{ns}",
    "GET /api/v1/namespaces/{ns}/pods/p/log",
    "POST /api/v1/namespaces/{ns}/pods/p/eviction",
    "GET /apis/apps/v1/namespaces/{ns}/deployments",
    "GET /apis/apps/v1/namespaces/{ns}/deployments/d/scale",
    "PATCH /apis/apps/v1/namespaces/{ns}/deployments/d/status",
    "DELETE /apis/apps/v1/namespaces/{ns}/deployments",
    "GET /apis/nothing.io/v1/things",
    "GET /nothing",
    "GET /metrics",
    "GET /api",
    "GET /healthz",
    "GET /openapi/v2",
  ]
    .filter((send) => send !== "GET /openapi/v2" && send !== "GET /api")
    .map((send) => ({ what: `stranger: ${send}`, ...as("stranger", { send }) })),
  { what: "stranger: creates", ...as("stranger", configMap("a")) },
  {
    what: "stranger: dry run",
    ...as("stranger", sending(`POST ${configMaps}?dryRun=All`, { metadata: { name: "a" } })),
  },
  {
    what: "stranger: applies what is missing",
    ...as(
      "stranger",
      patching("apply", `${configMaps}/a?fieldManager=a`, {
        apiVersion: "v1",
        kind: "ConfigMap",
        metadata: { name: "a" },
      }),
    ),
  },
  { what: "stranger: asks for a token", first: [account], ...as("stranger", tokenFor({})) },
  { what: "stranger: sends half a body", ...as("stranger", sending(`POST ${configMaps}`, "{")) },
];

const viewers: readonly WireCase[] = [
  { what: "viewer: lists", ...as("viewer", { send: `GET ${configMaps}` }) },
  { what: "viewer: gets", first: [configMap("a")], ...as("viewer", { send: `GET ${configMaps}/a` }) },
  { what: "viewer: may not list Secrets", ...as("viewer", { send: "GET /api/v1/namespaces/{ns}/secrets" }) },
  { what: "viewer: may not create", ...as("viewer", configMap("a")) },
  { what: "viewer: may not delete", ...as("viewer", { send: `DELETE ${configMaps}/a` }) },
  { what: "viewer: its rules", ...as("viewer", review("SelfSubjectRulesReview", { namespace: "{ns}" })) },
  {
    what: "viewer: whether it may",
    ...as("viewer", review("SelfSubjectAccessReview", { resourceAttributes: getPods })),
  },
  {
    what: "viewer: whether it may do more",
    ...as("viewer", review("SelfSubjectAccessReview", { resourceAttributes: { ...getPods, verb: "delete" } })),
  },
  { what: "viewer: who it is", ...impersonating({ "impersonate-user": "viewer", "impersonate-group": "guests" }) },
];

const impersonation: readonly WireCase[] = [
  { what: "impersonating: a user", ...impersonating({ "impersonate-user": "jane" }) },
  { what: "impersonating: a uid", ...impersonating({ "impersonate-user": "jane", "impersonate-uid": "7" }) },
  {
    what: "impersonating: extra",
    ...impersonating({ "impersonate-user": "jane", "impersonate-extra-scopes": "view" }),
  },
  {
    what: "impersonating: extra with an escaped name",
    ...impersonating({ "impersonate-user": "jane", "impersonate-extra-a.io%2fb": "c" }),
  },
  { what: "impersonating: an account", ...impersonating({ "impersonate-user": "system:serviceaccount:{ns}:robot" }) },
  { what: "impersonating: anonymous", ...impersonating({ "impersonate-user": "system:anonymous" }) },
  {
    what: "impersonating: system:masters",
    ...impersonating({ "impersonate-user": "jane", "impersonate-group": "system:masters" }),
  },
  { what: "impersonating: an empty user", ...impersonating({ "impersonate-user": "" }) },
  { what: "impersonating: a malformed account", ...impersonating({ "impersonate-user": "system:serviceaccount:a" }) },
];

const access: readonly WireCase[] = [
  { what: "access: of a user", ...review("SubjectAccessReview", { user: "jane", resourceAttributes: getPods }) },
  { what: "access: of the viewer", ...review("SubjectAccessReview", { user: "viewer", resourceAttributes: getPods }) },
  {
    what: "access: of a group",
    ...review("SubjectAccessReview", { groups: ["system:masters"], resourceAttributes: getPods }),
  },
  { what: "access: of no one", ...review("SubjectAccessReview", { resourceAttributes: getPods }) },
  { what: "access: to nothing", ...review("SubjectAccessReview", { user: "jane" }) },
  {
    what: "access: to a path",
    ...review("SubjectAccessReview", { user: "jane", nonResourceAttributes: { path: "/healthz", verb: "get" } }),
  },
  {
    what: "access: to a path and a resource",
    ...review("SubjectAccessReview", {
      user: "jane",
      resourceAttributes: getPods,
      nonResourceAttributes: { path: "/a", verb: "get" },
    }),
  },
  { what: "access: local", ...review("LocalSubjectAccessReview", { user: "viewer", resourceAttributes: getPods }) },
  {
    what: "access: local, elsewhere",
    ...review("LocalSubjectAccessReview", { user: "viewer", resourceAttributes: { ...getPods, namespace: "other" } }),
  },
  {
    what: "access: local, to a path",
    ...review("LocalSubjectAccessReview", { user: "viewer", nonResourceAttributes: { path: "/a", verb: "get" } }),
  },
  { what: "access: mine", ...review("SelfSubjectAccessReview", { resourceAttributes: getPods }) },
  { what: "access: mine, to nothing", ...review("SelfSubjectAccessReview", {}) },
  { what: "access: my rules", ...review("SelfSubjectRulesReview", { namespace: "{ns}" }) },
  { what: "access: my rules nowhere", ...review("SelfSubjectRulesReview", {}) },
  {
    what: "access: with a selector",
    ...review("SelfSubjectAccessReview", {
      resourceAttributes: { ...getPods, verb: "list", labelSelector: { rawSelector: "a=b" } },
    }),
  },
  {
    what: "access: with a name of the review",
    ...sending(`POST ${reviews}/selfsubjectaccessreviews`, {
      metadata: { name: "a" },
      spec: { resourceAttributes: getPods },
    }),
  },
  { what: "access: a list of reviews", send: `GET ${reviews}/selfsubjectaccessreviews` },
  {
    what: "access: everything",
    ...review("SubjectAccessReview", { user: "viewer", resourceAttributes: { verb: "*", group: "*", resource: "*" } }),
  },
];

const tokens: readonly WireCase[] = [
  { what: "token: of an account", first: [account], ...tokenFor({}) },
  { what: "token: for audiences", first: [account], ...tokenFor({ audiences: ["a", "b"] }) },
  { what: "token: for an hour", first: [account], ...tokenFor({ expirationSeconds: 3600 }) },
  { what: "token: for a moment", first: [account], ...tokenFor({ expirationSeconds: 60 }) },
  { what: "token: for a very long time", first: [account], ...tokenFor({ expirationSeconds: 2 ** 33 }) },
  { what: "token: of an account that is missing", ...tokenFor({}) },
  {
    what: "token: bound to a Secret that is missing",
    first: [account],
    ...tokenFor({ boundObjectRef: { kind: "Secret", apiVersion: "v1", name: "s" } }),
  },
  {
    what: "token: bound to a ConfigMap",
    first: [account],
    ...tokenFor({ boundObjectRef: { kind: "ConfigMap", apiVersion: "v1", name: "s" } }),
  },
  {
    what: "token: bound to a Secret",
    first: [account, sending("POST /api/v1/namespaces/{ns}/secrets", { metadata: { name: "s" } })],
    ...tokenFor({ boundObjectRef: { kind: "Secret", apiVersion: "v1", name: "s" } }),
  },
  {
    what: "token: bound to another uid",
    first: [account, sending("POST /api/v1/namespaces/{ns}/secrets", { metadata: { name: "s" } })],
    ...tokenFor({ boundObjectRef: { kind: "Secret", apiVersion: "v1", name: "s", uid: "other" } }),
  },
  { what: "token: reviewed", first: [account, tokenFor({})], ...reviewed({ token: "{token}" }) },
  {
    what: "token: reviewed for another audience",
    first: [account, tokenFor({ audiences: ["a"] })],
    ...reviewed({ token: "{token}" }),
  },
  {
    what: "token: reviewed for its audience",
    first: [account, tokenFor({ audiences: ["a", "b"] })],
    ...reviewed({ token: "{token}", audiences: ["b", "c"] }),
  },
  {
    what: "token: reviewed when the account is gone",
    first: [account, tokenFor({}), { send: `DELETE ${accounts}/robot` }],
    ...reviewed({ token: "{token}" }),
  },
  { what: "token: reviewed, made up", ...reviewed({ token: "made.up" }) },
  { what: "token: reviewed, empty", ...reviewed({}) },
  { what: "token: GET", first: [account], send: `GET ${accounts}/robot/token` },
];

const rule = { apiGroups: [""], resources: ["configmaps"], verbs: ["get"] };
const role = (rules: readonly object[]): WireRequest => sending(`POST ${roles}`, { metadata: { name: "r" }, rules });
const binding = (name: string, kind = "ClusterRole"): WireRequest =>
  sending(`POST ${bindings}`, {
    metadata: { name: "b" },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind, name },
    subjects: [{ kind: "User", name: "jane", apiGroup: "rbac.authorization.k8s.io" }],
  });

const granting: readonly WireCase[] = [
  { what: "roles: what one has", ...as("keeper", role([rule])) },
  {
    what: "roles: more than one has",
    ...as("keeper", role([rule, { ...rule, resources: ["secrets"], verbs: ["get", "list"] }])),
  },
  { what: "roles: everything", ...as("keeper", role([{ apiGroups: ["*"], resources: ["*"], verbs: ["*"] }])) },
  { what: "roles: paths", ...as("keeper", role([{ nonResourceURLs: ["/healthz"], verbs: ["get"] }])) },
  { what: "roles: bound to more than one has", ...as("keeper", binding("system:kube-scheduler")) },
  { what: "roles: bound to what is missing", ...as("keeper", binding("none")) },
  { what: "roles: bound to what one has", first: [role([rule])], ...as("keeper", binding("r", "Role")) },
  {
    what: "roles: another role in a binding",
    first: [role([rule]), binding("r", "Role")],
    ...patching("merge", `${bindings}/b`, { roleRef: { name: "other" } }),
  },
  { what: "roles: a rule without verbs", ...role([{ apiGroups: [""], resources: ["pods"] }]) },
  {
    what: "roles: a binding without a role",
    ...sending(`POST ${bindings}`, { metadata: { name: "b" }, subjects: [{ kind: "User", name: "a" }] }),
  },
  {
    what: "roles: a subject of an unknown kind",
    ...sending(`POST ${bindings}`, {
      metadata: { name: "b" },
      roleRef: { kind: "Role", name: "r" },
      subjects: [{ kind: "Cat", name: "a" }],
    }),
  },
  {
    what: "roles: an account without a namespace",
    ...sending(`POST ${bindings}`, {
      metadata: { name: "b" },
      roleRef: { kind: "Role", name: "r" },
      subjects: [{ kind: "ServiceAccount", name: "a" }],
    }),
  },
  ...[
    "cluster-admin",
    "system:discovery",
    "system:basic-user",
    "system:public-info-viewer",
    "system:aggregate-to-view",
    "system:kube-scheduler",
  ].map((name) => ({
    what: `roles: ${name}`,
    send: `GET /apis/rbac.authorization.k8s.io/v1/clusterroles/${name}`,
  })),
];

const cluster = "/apis/rbac.authorization.k8s.io/v1";
const granted = (user: string, rules: readonly object[]): WireRequest[] => [
  sending(`POST ${cluster}/clusterroles`, { metadata: { name: user }, rules }),
  sending(`POST ${cluster}/clusterrolebindings`, {
    metadata: { name: user },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: user },
    subjects: [{ kind: "User", name: user, apiGroup: "rbac.authorization.k8s.io" }],
  }),
];

/** The rights of the users in these cases. */
export const grants: readonly WireRequest[] = [
  ...granted("viewer", [{ apiGroups: [""], resources: ["configmaps", "pods"], verbs: ["get", "list", "watch"] }]),
  ...granted("keeper", [
    { apiGroups: [""], resources: ["configmaps"], verbs: ["get", "list"] },
    { apiGroups: ["rbac.authorization.k8s.io"], resources: ["roles", "rolebindings"], verbs: ["create", "update"] },
  ]),
  ...granted("watcher", [{ apiGroups: [""], resources: ["configmaps", "pods/*"], verbs: ["get", "list"] }]),
];

/** Authorization, impersonation and tokens. */
export const userCases: readonly WireCase[] = [
  ...refusals,
  ...viewers,
  ...impersonation,
  ...access,
  ...tokens,
  ...granting,
];

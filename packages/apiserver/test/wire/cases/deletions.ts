import { configMap, sending, type WireCase } from "./wire-case.ts";

const one = "/api/v1/namespaces/{ns}/configmaps/c";
const json = { "content-type": "application/json" };

const deleted = (what: string, options: unknown, query = "", metadata: object = {}): WireCase => ({
  what,
  first: [configMap("c", {}, metadata)],
  send: `DELETE ${one}${query}`,
  headers: json,
  body: options,
});

/** Options of a deletion. */
export const deletionCases: readonly WireCase[] = [
  deleted("without options", undefined),
  deleted("with empty options", {}),
  deleted("with options of another kind", { kind: "ConfigMap", apiVersion: "v1" }),
  deleted("with options of their kind", { kind: "DeleteOptions", apiVersion: "v1" }),
  deleted("with options of a group", { kind: "DeleteOptions", apiVersion: "meta.k8s.io/v1" }),
  deleted("with half a text", "{"),
  deleted("with a list", []),
  deleted("with a number", 1),
  deleted("with null", "null"),
  deleted("with a kind that is a number", { kind: 5 }),
  deleted("with a malformed version", { kind: "DeleteOptions", apiVersion: "a/b/c" }),
  deleted("with half a second", { gracePeriodSeconds: 1.5 }),
  deleted("with preconditions that are a number", { preconditions: 5 }),
  deleted("with stages that are not a list", { dryRun: "All" }),
  deleted("with an unknown field", { more: 1 }),
  deleted("with another uid", { preconditions: { uid: "other" } }),
  deleted("with an old version", { preconditions: { resourceVersion: "1" } }),
  deleted("with a grace period", { gracePeriodSeconds: 5 }),
  deleted("with a grace period below zero", { gracePeriodSeconds: -1 }),
  deleted("with a grace period that is a text", { gracePeriodSeconds: "5" }),
  deleted("with a policy", { propagationPolicy: "Background" }),
  deleted("with a policy that there is not", { propagationPolicy: "Sideways" }),
  deleted("with a policy and the older way to state one", { propagationPolicy: "Background", orphanDependents: true }),
  deleted("in the foreground", { propagationPolicy: "Foreground" }),
  deleted("leaving orphans", { propagationPolicy: "Orphan" }),
  deleted("leaving orphans, in the older way", { orphanDependents: true }),
  deleted("as a dry run", { dryRun: ["All"] }),
  deleted("as half a dry run", { dryRun: ["Some"] }),
  deleted("as a dry run by a query", undefined, "?dryRun=All"),
  deleted("with a policy in a query", undefined, "?propagationPolicy=Foreground"),
  deleted("with a policy in a query that there is not", undefined, "?propagationPolicy=Sideways"),
  deleted("with a grace period in a query", undefined, "?gracePeriodSeconds=abc"),
  deleted("of what has a finalizer", undefined, "", { finalizers: ["a.io/b"] }),
  {
    what: "twice, of what has a finalizer",
    first: [configMap("c", {}, { finalizers: ["a.io/b"] }), { send: `DELETE ${one}` }],
    send: `DELETE ${one}`,
  },
  {
    what: "a finalizer is added to what is being deleted",
    first: [configMap("c", {}, { finalizers: ["a.io/b"] }), { send: `DELETE ${one}` }],
    ...sending(
      `PATCH ${one}`,
      { metadata: { finalizers: ["a.io/b", "c.io/d"] } },
      { "content-type": "application/merge-patch+json" },
    ),
  },
  {
    what: "the last finalizer is taken away",
    first: [configMap("c", {}, { finalizers: ["a.io/b"] }), { send: `DELETE ${one}` }],
    ...sending(`PATCH ${one}`, { metadata: { finalizers: null } }, { "content-type": "application/merge-patch+json" }),
  },
  { what: "of what is missing", send: `DELETE ${one}` },
  { what: "of what is missing, with a list", ...sending(`DELETE ${one}`, []) },
  { what: "of a collection with a list", ...sending("DELETE /api/v1/namespaces/{ns}/configmaps", []) },
  { what: "of a collection in all namespaces", send: "DELETE /api/v1/configmaps" },
  {
    what: "of a collection by labels",
    first: [configMap("c", {}, { labels: { a: "b" } }), configMap("d")],
    send: "DELETE /api/v1/namespaces/{ns}/configmaps?labelSelector=a%3Db",
  },
  {
    what: "of a collection with a limit",
    first: [configMap("c"), configMap("d")],
    send: "DELETE /api/v1/namespaces/{ns}/configmaps?limit=1",
  },
  {
    what: "of a collection as a dry run",
    first: [configMap("c"), configMap("d")],
    send: "DELETE /api/v1/namespaces/{ns}/configmaps?dryRun=All",
  },
  {
    what: "of a collection with a wrong selector",
    send: "DELETE /api/v1/namespaces/{ns}/configmaps?labelSelector=a+b",
  },
  { what: "of a namespace that is missing", send: "DELETE /api/v1/namespaces/nowhere" },
  { what: "of a namespace that is needed", send: "DELETE /api/v1/namespaces/kube-system" },
];

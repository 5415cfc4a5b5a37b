import { configMap, patching, sending, type WireCase, type WireRequest } from "./wire-case.ts";

const path = "/api/v1/namespaces/{ns}/configmaps/c";
const typed = { apiVersion: "v1", kind: "ConfigMap" };

/** Applies a ConfigMap as a manager. */
const applying = (manager: string, data: object | undefined, more: { query?: string; metadata?: object } = {}) =>
  patching("apply", `${path}?fieldManager=${manager}${more.query ?? ""}`, {
    ...typed,
    metadata: { name: "c", ...more.metadata },
    ...(data === undefined ? {} : { data }),
  });

const sharedFirst = applying("a", { x: "1" });
const sharedNext = applying("b", { x: "1", y: "2" });
const shared = [sharedFirst, sharedNext];

const deployments = "/apis/apps/v1/namespaces/{ns}/deployments/d";
const labels = { app: "d" };
const deployment = (manager: string, containers: readonly object[], spec: object = {}, query = ""): WireRequest =>
  patching("apply", `${deployments}?fieldManager=${manager}${query}`, {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "d" },
    spec: {
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers } },
      ...spec,
    },
  });
const web = { name: "web", image: "web:1", ports: [{ containerPort: 80 }] };
const scaled = sending(`PUT ${deployments}/scale`, {
  apiVersion: "autoscaling/v1",
  kind: "Scale",
  metadata: { name: "d", namespace: "{ns}" },
  spec: { replicas: 5 },
});

const updaters = [...Array(12).keys()].map((index) => String(10 + index));

/** Steps of server-side apply: the resulting owners, and rejections. */
export const applyCases: readonly WireCase[] = [
  { what: "what is missing is created", ...applying("a", { x: "1" }) },
  { what: "the same again changes nothing", first: [applying("a", { x: "1" })], ...applying("a", { x: "1" }) },
  { what: "a value is shared", first: [sharedFirst], ...sharedNext },
  { what: "a shared value is let go of by one", first: shared, ...applying("a", undefined) },
  {
    what: "a shared value is let go of by both",
    first: [...shared, applying("a", undefined)],
    ...applying("b", undefined),
  },
  { what: "a shared value is changed", first: shared, ...applying("a", { x: "3" }) },
  { what: "a shared value is changed by force", first: shared, ...applying("a", { x: "3" }, { query: "&force=true" }) },
  {
    what: "the conflict of two updates by one manager",
    first: [configMap("c", { data: { x: "1", y: "1" } })],
    ...applying("a", { x: "2", y: "2" }),
  },
  {
    what: "by force, of fields that several managers have",
    first: [applying("a", { x: "1" }), applying("b", { y: "1" })],
    ...applying("c", { x: "2", y: "2" }, { query: "&force=true" }),
  },
  { what: "a dry run creates nothing", ...applying("a", { x: "1" }, { query: "&dryRun=All" }) },
  {
    what: "a dry run with a conflict",
    first: [applying("a", { x: "1" })],
    ...applying("b", { x: "2" }, { query: "&dryRun=All" }),
  },
  {
    what: "a field that an update has taken is no longer its applier's",
    first: [applying("a", { x: "1" }), patching("merge", path, { data: { x: "2" } })],
    send: `GET ${path}`,
  },
  {
    what: "a field that an update has taken away, applied again",
    first: [applying("a", { x: "1" }), patching("merge", path, { data: null })],
    ...applying("a", { x: "1" }),
  },
  {
    what: "labels of two managers",
    first: [applying("a", undefined, { metadata: { labels: { a: "1" } } })],
    ...applying("b", undefined, { metadata: { labels: { b: "1" } } }),
  },
  {
    what: "finalizers of two managers",
    first: [applying("a", undefined, { metadata: { finalizers: ["a.io/a"] } })],
    ...applying("b", undefined, { metadata: { finalizers: ["b.io/b"] } }),
  },
  {
    what: "owners of two managers",
    first: [applying("a", undefined, { metadata: { ownerReferences: [owner("1")] } })],
    ...applying("b", undefined, { metadata: { ownerReferences: [owner("2")] } }),
  },
  {
    what: "managed fields are given up",
    first: [applying("a", { x: "1" })],
    ...patching("merge", path, { metadata: { managedFields: [{}] } }),
  },
  {
    what: "what no one owns is taken without a conflict",
    first: [applying("a", { x: "1" }), patching("merge", path, { metadata: { managedFields: [{}] } })],
    ...applying("b", { x: "2" }),
  },
  { what: "a name that is generated", ...applying("a", {}, { metadata: { generateName: "c-" } }) },
  { what: "another namespace", ...applying("a", {}, { metadata: { namespace: "other" } }) },
  { what: "force that is not one", ...applying("a", {}, { query: "&force=perhaps" }) },
  { what: "without a manager", ...patching("apply", path, { ...typed, metadata: { name: "c" } }) },
  {
    what: "a uid of what is missing",
    ...applying("a", {}, { metadata: { uid: "6b9a1f9e-0000-4000-8000-000000000000" } }),
  },
  {
    what: "with the version that is there",
    first: [configMap("c")],
    ...applying("a", {}, { metadata: { resourceVersion: "{version}" } }),
  },
  { what: "a Deployment", ...deployment("a", [web]) },
  {
    what: "a container of another manager",
    first: [deployment("a", [web])],
    ...deployment("b", [{ name: "side", image: "side:1" }]),
  },
  {
    what: "a container of another manager is let go of",
    first: [deployment("a", [web]), deployment("b", [{ name: "side", image: "side:1" }])],
    ...deployment("b", [{ name: "web", image: "web:1" }]),
  },
  {
    what: "a port without its protocol, by another manager",
    first: [deployment("a", [web])],
    ...deployment("b", [{ ...web, ports: [{ containerPort: 80, name: "http" }] }]),
  },
  { what: "a container twice", ...deployment("a", [web, web]) },
  { what: "a container without a name", ...deployment("a", [{ image: "web:1" }]) },
  {
    what: "an image that another manager has",
    first: [deployment("a", [web])],
    ...deployment("b", [{ name: "web", image: "web:2" }]),
  },
  {
    what: "replicas that a scale has set",
    first: [deployment("a", [web], { replicas: 1 }), scaled],
    ...deployment("a", [web], { replicas: 1 }),
  },
  {
    what: "the owners after a scale",
    first: [deployment("a", [web], { replicas: 1 }), scaled],
    send: `GET ${deployments}`,
  },
  {
    what: "a scale is applied",
    first: [deployment("a", [web])],
    ...patching("apply", `${deployments}/scale?fieldManager=s`, {
      apiVersion: "autoscaling/v1",
      kind: "Scale",
      metadata: { name: "d" },
      spec: { replicas: 3 },
    }),
  },
  {
    what: "a status is applied",
    first: [deployment("a", [web])],
    ...patching("apply", `${deployments}/status?fieldManager=s`, {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { name: "d" },
      status: { replicas: 1, conditions: [{ type: "Available", status: "True" }] },
    }),
  },
  {
    what: "a status and a field of its object are applied to the status",
    first: [deployment("a", [web])],
    ...patching("apply", `${deployments}/status?fieldManager=s`, {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { name: "d", labels: { s: "1" } },
      spec: { replicas: 7 },
      status: { replicas: 1 },
    }),
  },
  { what: "a status is not owned by who applies the object", ...deployment("a", [web], { status: { replicas: 4 } }) },
  {
    what: "a type that does not fit",
    ...patching("apply", `${path}?fieldManager=a`, { ...typed, metadata: { name: "c" }, data: ["a"] }),
  },
  {
    what: "a null",
    first: [applying("a", { x: "1" })],
    ...patching("apply", `${path}?fieldManager=a`, { ...typed, metadata: { name: "c" }, data: { x: null } }),
  },
  {
    what: "more managers than are remembered",
    first: [
      configMap("c"),
      applying("applier", { first: "1" }),
      ...updaters.map((name) => patching("merge", `${path}?fieldManager=m${name}`, { data: { [`k${name}`]: "v" } })),
    ],
    send: `GET ${path}`,
  },
  {
    what: "many managers are there, one of which updates",
    first: [1, 2, 3].map((n) => applying(`m${n}`, { [`k${n}`]: "v" })),
    ...configMapUpdate({ all: "new" }),
  },
];

function configMapUpdate(data: object): WireRequest {
  return sending(`PUT ${path}?fieldManager=updater`, { ...typed, metadata: { name: "c" }, data });
}

function owner(uid: string): object {
  return { apiVersion: "none.io/v1", kind: "None", name: `n${uid}`, uid };
}

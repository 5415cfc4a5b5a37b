import { patching, sending, type WireCase, type WireRequest } from "./wire-case.ts";

const all = "/api/v1/namespaces/{ns}/pods";
const labels = { app: "p" };
const spec = { containers: [{ name: "a", image: "a:1" }] };

const pod = (name: string, more: object = {}, metadata: object = {}): WireRequest =>
  sending(`POST ${all}`, { metadata: { name, labels, ...metadata }, spec: { ...spec, ...more } });
const bound = (name: string): WireRequest => pod(name, { nodeName: "n" });
const ready = (name: string): WireRequest =>
  patching("strategic", `${all}/${name}/status`, {
    status: { phase: "Running", conditions: [{ type: "Ready", status: "True" }] },
  });
const running = (name: string): WireRequest[] => [bound(name), ready(name)];

const budgets = "/apis/policy/v1/namespaces/{ns}/poddisruptionbudgets";
const budget = (name: string, more: object): WireRequest =>
  sending(`POST ${budgets}`, { metadata: { name }, spec: { selector: { matchLabels: labels }, ...more } });
/** The status that the disruption controller would have written. */
const allowing = (name: string, disruptionsAllowed: number, more: object = {}): WireRequest =>
  patching("merge", `${budgets}/${name}/status`, {
    status: {
      disruptionsAllowed,
      currentHealthy: 1,
      desiredHealthy: 1,
      expectedPods: 1,
      observedGeneration: 1,
      ...more,
    },
  });

const evicting = (name: string, more: object = {}, query = ""): WireRequest =>
  sending(`POST ${all}/${name}/eviction${query}`, {
    apiVersion: "policy/v1",
    kind: "Eviction",
    metadata: { name },
    ...more,
  });

const ephemeral = (containers: readonly object[]): WireRequest =>
  patching("strategic", `${all}/p/ephemeralcontainers`, { spec: { ephemeralContainers: containers } });

const evictions: readonly WireCase[] = [
  { what: "evicted: without a budget", first: running("p"), ...evicting("p") },
  { what: "evicted: one that is not bound", first: [pod("p")], ...evicting("p") },
  { what: "evicted: one that is missing", ...evicting("p") },
  { what: "evicted: by the name of another", first: running("p"), ...evicting("p", { metadata: { name: "q" } }) },
  { what: "evicted: a dry run", first: running("p"), ...evicting("p", {}, "?dryRun=All") },
  {
    what: "evicted: a dry run in its options",
    first: running("p"),
    ...evicting("p", { deleteOptions: { dryRun: ["All"] } }),
  },
  {
    what: "evicted: with another uid",
    first: running("p"),
    ...evicting("p", { deleteOptions: { preconditions: { uid: "other" } } }),
  },
  {
    what: "evicted: with a grace period",
    first: running("p"),
    ...evicting("p", { deleteOptions: { gracePeriodSeconds: 0 } }),
  },
  { what: "evicted: of another version", first: running("p"), ...evicting("p", { apiVersion: "policy/v1beta1" }) },
  { what: "evicted: of another kind", first: running("p"), ...evicting("p", { kind: "Pod", apiVersion: "v1" }) },
  {
    what: "evicted: a budget that allows nothing",
    first: [...running("p"), budget("b", { minAvailable: 1 }), allowing("b", 0)],
    ...evicting("p"),
  },
  {
    what: "evicted: a budget that no controller has seen",
    first: [...running("p"), budget("b", { minAvailable: 1 })],
    ...evicting("p"),
  },
  {
    what: "evicted: a budget that allows one",
    first: [...running("p"), budget("b", { maxUnavailable: 1 }), allowing("b", 1)],
    ...evicting("p"),
  },
  {
    what: "evicted: the budget after that",
    first: [...running("p"), budget("b", { maxUnavailable: 1 }), allowing("b", 1), evicting("p", {}, "?dryRun=All")],
    send: `GET ${budgets}/b`,
  },
  {
    what: "evicted: two budgets",
    first: [...running("p"), budget("b", {}), budget("c", {}), allowing("b", 1), allowing("c", 1)],
    ...evicting("p"),
  },
  {
    what: "evicted: a budget of others",
    first: [
      ...running("p"),
      sending(`POST ${budgets}`, {
        metadata: { name: "b" },
        spec: { minAvailable: 1, selector: { matchLabels: { app: "q" } } },
      }),
    ],
    ...evicting("p"),
  },
  {
    what: "evicted: one that is not ready, which its budget always lets go",
    first: [
      bound("p"),
      patching("strategic", `${all}/p/status`, { status: { phase: "Running" } }),
      budget("b", { minAvailable: 1, unhealthyPodEvictionPolicy: "AlwaysAllow" }),
      allowing("b", 0),
    ],
    ...evicting("p"),
  },
  {
    what: "evicted: one that is not ready, of a budget that is met",
    first: [
      bound("p"),
      patching("strategic", `${all}/p/status`, { status: { phase: "Running" } }),
      budget("b", { minAvailable: 1 }),
      allowing("b", 0),
    ],
    ...evicting("p"),
  },
  {
    what: "evicted: one that has ended",
    first: [
      bound("p"),
      patching("strategic", `${all}/p/status`, { status: { phase: "Succeeded" } }),
      budget("b", { minAvailable: 1 }),
      allowing("b", 0),
    ],
    ...evicting("p"),
  },
  {
    what: "evicted: one that is being deleted",
    first: [
      pod("p", { nodeName: "n" }, { finalizers: ["a.io/b"] }),
      ready("p"),
      { send: `DELETE ${all}/p` },
      budget("b", { minAvailable: 1 }),
      allowing("b", 0),
    ],
    ...evicting("p"),
  },
  { what: "evicted: GET", first: running("p"), send: `GET ${all}/p/eviction` },
];

const parts: readonly WireCase[] = [
  { what: "ephemeral containers: one is added", first: [pod("p")], ...ephemeral([{ name: "d", image: "d:1" }]) },
  { what: "ephemeral containers: GET", first: [pod("p")], send: `GET ${all}/p/ephemeralcontainers` },
  {
    what: "a status when it is made",
    ...sending(`POST ${all}`, { metadata: { name: "p" }, spec, status: { phase: "Running", podIP: "1.2.3.4" } }),
  },
  {
    what: "a status in an update of the object",
    first: [pod("p")],
    ...patching("merge", `${all}/p`, { status: { phase: "Running" } }),
  },
  {
    what: "an object in an update of the status",
    first: [pod("p")],
    ...patching("merge", `${all}/p/status`, {
      metadata: { labels: { x: "y" } },
      spec: { nodeName: "n" },
      status: { message: "m" },
    }),
  },
  {
    what: "a phase that there is not",
    first: [pod("p")],
    ...patching("merge", `${all}/p/status`, { status: { phase: "Odd" } }),
  },
  {
    what: "an image is changed",
    first: [pod("p")],
    ...patching("strategic", `${all}/p`, { spec: { containers: [{ name: "a", image: "a:2" }] } }),
  },
  ...[
    { requests: { cpu: "1" } },
    { requests: { cpu: "1", memory: "1Gi" }, limits: { cpu: "1", memory: "1Gi" } },
    { requests: { cpu: "1", memory: "1Gi" }, limits: { cpu: "2", memory: "1Gi" } },
  ].map((resources) => ({
    what: `as a whole it states ${JSON.stringify(resources)}`,
    ...pod("p", { resources }),
  })),
  {
    what: "what a container requests is changed",
    first: [pod("p")],
    ...patching("strategic", `${all}/p`, {
      spec: { containers: [{ name: "a", resources: { requests: { cpu: "1" } } }] },
    }),
  },
  {
    what: "a command is changed",
    first: [pod("p")],
    ...patching("strategic", `${all}/p`, { spec: { containers: [{ name: "a", command: ["b"] }] } }),
  },
  {
    what: "a container is added",
    first: [pod("p")],
    ...patching("strategic", `${all}/p`, { spec: { containers: [{ name: "b", image: "b" }] } }),
  },
  { what: "a Node is stated", first: [pod("p")], ...patching("merge", `${all}/p`, { spec: { nodeName: "n" } }) },
  {
    what: "tolerations are added",
    first: [pod("p")],
    ...patching("merge", `${all}/p`, { spec: { tolerations: [{ key: "a", operator: "Exists" }] } }),
  },
  {
    what: "resized",
    first: [pod("p", { containers: [{ name: "a", image: "a", resources: { requests: { cpu: "1" } } }] })],
    ...patching("strategic", `${all}/p/resize`, {
      spec: { containers: [{ name: "a", resources: { requests: { cpu: "2" } } }] },
    }),
  },
  { what: "deleted before it has a Node", first: [pod("p")], send: `DELETE ${all}/p` },
  { what: "deleted when it has a Node", first: [bound("p")], send: `DELETE ${all}/p` },
  {
    what: "deleted when it has a Node, at once",
    first: [bound("p")],
    ...sending(`DELETE ${all}/p`, { gracePeriodSeconds: 0 }),
  },
  {
    what: "deleted when it has a Node, with a time to do so",
    first: [bound("p")],
    ...sending(`DELETE ${all}/p`, { gracePeriodSeconds: 7 }),
  },
  {
    what: "deleted twice, sooner the second time",
    first: [bound("p"), sending(`DELETE ${all}/p`, { gracePeriodSeconds: 70 })],
    ...sending(`DELETE ${all}/p`, { gracePeriodSeconds: 7 }),
  },
  {
    what: "deleted twice, later the second time",
    first: [bound("p"), sending(`DELETE ${all}/p`, { gracePeriodSeconds: 7 })],
    ...sending(`DELETE ${all}/p`, { gracePeriodSeconds: 70 }),
  },
  { what: "logs of one without a Node", first: [pod("p")], send: `GET ${all}/p/log` },
  { what: "logs of one that is missing", send: `GET ${all}/p/log` },
  { what: "exec in one without a Node", first: [pod("p")], send: `GET ${all}/p/exec?command=ls` },
  {
    what: "a table of them",
    first: [...running("p"), pod("q")],
    send: `GET ${all}`,
    headers: { accept: "application/json;as=Table;g=meta.k8s.io;v=v1" },
  },
];

/** Pods and their subresources: status, eviction, ephemeral containers, grace periods. */
export const podCases: readonly WireCase[] = [...evictions, ...parts];

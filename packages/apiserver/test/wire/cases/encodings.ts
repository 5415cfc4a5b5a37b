import { definition } from "./definitions.ts";
import { configMap, patching, sending, type WireCase, type WireRequest } from "./wire-case.ts";

const all = "/api/v1/namespaces/{ns}/configmaps";
const protobuf = "application/vnd.kubernetes.protobuf";
const stream = `${protobuf};stream=watch`;
const accepting = (accept: string): Pick<WireRequest, "headers"> => ({ headers: { accept } });
const one = configMap("c", { data: { a: "b" } }, { labels: { a: "b" }, finalizers: ["a.io/b"] });
const initial =
  "watch=1&timeoutSeconds=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true";

const account = sending("POST /api/v1/namespaces/{ns}/serviceaccounts", { metadata: { name: "robot" } });
const deployment = sending("POST /apis/apps/v1/namespaces/{ns}/deployments", {
  metadata: { name: "d" },
  spec: {
    replicas: 2,
    selector: { matchLabels: { a: "b" } },
    template: {
      metadata: { labels: { a: "b" } },
      spec: { containers: [{ name: "a", image: "b", resources: { limits: { cpu: "500m", memory: "1Gi" } } }] },
    },
  },
});
const service = sending("POST /api/v1/namespaces/{ns}/services", {
  metadata: { name: "s" },
  spec: { clusterIP: "None", ports: [{ port: 80, targetPort: "web" }] },
});

const inProtobuf: readonly WireCase[] = [
  { what: "protobuf: an object", first: [one], send: `GET ${all}/c`, ...accepting(protobuf) },
  { what: "protobuf: a list", first: [one], send: `GET ${all}`, ...accepting(protobuf) },
  {
    what: "protobuf: a list in pieces",
    first: [one, configMap("d")],
    send: `GET ${all}?limit=1`,
    ...accepting(protobuf),
  },
  { what: "protobuf: an empty list", send: `GET ${all}`, ...accepting(protobuf) },
  { what: "protobuf: an error", send: `GET ${all}/none`, ...accepting(protobuf) },
  {
    what: "protobuf: an invalid object",
    ...sending(`POST ${all}`, { metadata: { name: "A" } }, { accept: protobuf, "content-type": "application/json" }),
  },
  {
    what: "protobuf: what was created",
    ...sending(`POST ${all}`, { metadata: { name: "a" } }, { accept: protobuf, "content-type": "application/json" }),
  },
  { what: "protobuf: what was deleted", first: [configMap("c")], send: `DELETE ${all}/c`, ...accepting(protobuf) },
  { what: "protobuf: what is being deleted", first: [one], send: `DELETE ${all}/c`, ...accepting(protobuf) },
  {
    what: "protobuf: a table",
    first: [one],
    send: `GET ${all}`,
    ...accepting(`${protobuf};as=Table;g=meta.k8s.io;v=v1`),
  },
  {
    what: "protobuf: a table, or JSON",
    first: [one],
    send: `GET ${all}`,
    ...accepting(`${protobuf};as=Table;g=meta.k8s.io;v=v1,application/json`),
  },
  {
    what: "protobuf: metadata",
    first: [one],
    send: `GET ${all}/c`,
    ...accepting(`${protobuf};as=PartialObjectMetadata;g=meta.k8s.io;v=v1`),
  },
  {
    what: "protobuf: a list of metadata",
    first: [one],
    send: `GET ${all}`,
    ...accepting(`${protobuf};as=PartialObjectMetadataList;g=meta.k8s.io;v=v1`),
  },
  {
    what: "protobuf: a Deployment",
    first: [deployment],
    send: "GET /apis/apps/v1/namespaces/{ns}/deployments/d",
    ...accepting(protobuf),
  },
  {
    what: "protobuf: a Scale",
    first: [deployment],
    send: "GET /apis/apps/v1/namespaces/{ns}/deployments/d/scale",
    ...accepting(protobuf),
  },
  {
    what: "protobuf: a Service",
    first: [service],
    send: "GET /api/v1/namespaces/{ns}/services/s",
    ...accepting(protobuf),
  },
  { what: "protobuf: a Namespace", send: "GET /api/v1/namespaces/{ns}", ...accepting(protobuf) },
  {
    what: "protobuf: a definition",
    ...definition({}),
    headers: { accept: protobuf, "content-type": "application/json" },
  },
  {
    what: "protobuf: a role",
    send: "GET /apis/rbac.authorization.k8s.io/v1/clusterroles/system:basic-user",
    ...accepting(protobuf),
  },
  {
    what: "protobuf: a Scale of a custom resource",
    first: [
      sending("POST /apis/wire.io/v1/namespaces/{ns}/parts", {
        apiVersion: "wire.io/v1",
        kind: "Part",
        metadata: { name: "p" },
        spec: { replicas: 1 },
      }),
    ],
    send: "GET /apis/wire.io/v1/namespaces/{ns}/parts/p/scale",
    ...accepting(protobuf),
  },
  {
    what: "protobuf: metadata of custom resources",
    first: [
      sending("POST /apis/wire.io/v1/namespaces/{ns}/parts", {
        apiVersion: "wire.io/v1",
        kind: "Part",
        metadata: { name: "p" },
        spec: {},
      }),
    ],
    send: "GET /apis/wire.io/v1/namespaces/{ns}/parts",
    ...accepting(`${protobuf};as=PartialObjectMetadataList;g=meta.k8s.io;v=v1`),
  },
  {
    what: "protobuf: an account",
    first: [account],
    send: "GET /api/v1/namespaces/{ns}/serviceaccounts/robot",
    ...accepting(protobuf),
  },
  {
    what: "protobuf: a review",
    ...sending(
      "POST /apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
      { spec: { resourceAttributes: { verb: "get", resource: "pods" } } },
      { accept: protobuf, "content-type": "application/json" },
    ),
  },
  { what: "protobuf: a watch", first: [one], send: `GET ${all}?watch=1&timeoutSeconds=1`, ...accepting(stream) },
  {
    what: "protobuf: a watch, without saying so",
    first: [one],
    send: `GET ${all}?watch=1&timeoutSeconds=1`,
    ...accepting(protobuf),
  },
  {
    what: "protobuf: a watch of changes",
    first: [one, patching("merge", `${all}/c`, { data: { a: "c" } }), { send: `DELETE ${all}/c` }],
    send: `GET ${all}?watch=1&timeoutSeconds=1&resourceVersion={version@1}`,
    ...accepting(stream),
  },
  { what: "protobuf: a watch with what is there", first: [one], send: `GET ${all}?${initial}`, ...accepting(stream) },
  {
    what: "protobuf: a watch as metadata",
    first: [one],
    send: `GET ${all}?watch=1&timeoutSeconds=1`,
    ...accepting(`${protobuf};as=PartialObjectMetadata;g=meta.k8s.io;v=v1`),
  },
  {
    what: "protobuf: a watch of the future that ends",
    send: `GET ${all}?watch=1&timeoutSeconds=1&resourceVersion=abc`,
    ...accepting(stream),
  },
  { what: "protobuf: a body that is cut off", ...sending(`POST ${all}`, "k8s\u0000\n", { "content-type": protobuf }) },
  { what: "protobuf: a body of nothing", ...sending(`POST ${all}`, "", { "content-type": protobuf }) },
  { what: "protobuf: a body without its magic number", ...sending(`POST ${all}`, "{}", { "content-type": protobuf }) },
  ...[protobuf, "application/yaml", "text/plain", "application/json;as=Table;g=meta.k8s.io;v=v1"].flatMap((accept) =>
    ["/api", "/apis/apps", "/apis/apps/v1", "/apis/wire.io", "/apis/wire.io/v1"].map((path) => ({
      what: `documents: ${path} as ${accept}`,
      send: `GET ${path}`,
      ...accepting(accept),
    })),
  ),
];

/** About 140 kB: no server sends three such objects in chunks. */
const large = configMap("large", { data: { a: "lorem ipsum ".repeat(12_000) } });
const zipped = (what: string, more: Omit<WireCase, "what">): WireCase => ({
  what: `gzip: ${what}`,
  ...more,
  headers: { "accept-encoding": "gzip", ...more.headers },
});

const compressed: readonly WireCase[] = [
  zipped("a large object", { first: [large], send: `GET ${all}/large` }),
  zipped("a large list", { first: [large], send: `GET ${all}` }),
  zipped("a large list in protobuf", { first: [large], send: `GET ${all}`, ...accepting(protobuf) }),
  zipped("a large table", {
    first: [large],
    send: `GET ${all}`,
    ...accepting("application/json;as=Table;g=meta.k8s.io;v=v1"),
  }),
  zipped("a small object", { first: [one], send: `GET ${all}/c` }),
  zipped("an error", { send: `GET ${all}/none` }),
  zipped("what was created", { ...large }),
  zipped("what was changed", { first: [large], ...patching("merge", `${all}/large`, { data: { b: "c" } }) }),
  zipped("a watch", { first: [large], send: `GET ${all}?watch=1&timeoutSeconds=1` }),
  zipped("one of several", { first: [large], send: `GET ${all}/large`, headers: { "accept-encoding": "br, gzip" } }),
  zipped("not wanted", { first: [large], send: `GET ${all}/large`, headers: { "accept-encoding": "gzip;q=0" } }),
  zipped("another one", { first: [large], send: `GET ${all}/large`, headers: { "accept-encoding": "br" } }),
  zipped("what was deleted", { first: [large], send: `DELETE ${all}/large` }),
];

/** Encodings other than plain JSON: protobuf and compression. */
export const encodingCases: readonly WireCase[] = [...inProtobuf, ...compressed];

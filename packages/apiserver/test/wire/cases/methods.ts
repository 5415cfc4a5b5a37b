import { configMap, sending, type WireCase } from "./wire-case.ts";

const one = "/api/v1/namespaces/{ns}/configmaps/c";
const all = "/api/v1/namespaces/{ns}/configmaps";

/** Methods and paths that clients use rarely or by mistake. */
export const methodCases: readonly WireCase[] = [
  ...["HEAD", "OPTIONS", "TRACE", "POST", "PROPFIND"].map((method) => ({
    what: `${method} of an object`,
    first: [configMap("c")],
    send: `${method} ${one}`,
  })),
  ...["HEAD", "OPTIONS", "PUT", "PATCH", "TRACE"].map((method) => ({
    what: `${method} of a collection`,
    send: `${method} ${all}`,
  })),
  ...["POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH"].flatMap((method) =>
    ["/version", "/api", "/apis/apps", "/apis/apps/v1", "/healthz"].map((path) => ({
      what: `${method} ${path}`,
      send: `${method} ${path}`,
    })),
  ),
  ...[
    "/nothing",
    "/api/v2",
    "/apis/nothing.io",
    "/apis/nothing.io/v1",
    "/apis/apps/v2",
    "/apis/apps/v1/nothing",
    "/api/v1/nothing",
    "/api/v1/namespaces/{ns}/nothing",
    "/api/v1/namespaces/{ns}/configmaps/c/nothing",
    "/api/v1/namespaces/{ns}/configmaps/c/status",
    "/api/v1/namespaces/{ns}/configmaps/c/scale",
    "/api/v1/namespaces/{ns}/pods/p/nothing",
    "/api/v1/namespaces/nowhere/configmaps/c",
    "/api/v1/namespaces/nowhere/configmaps",
    "/api/v1/namespaces/nowhere",
    "/api/v1//namespaces",
    "/api/v1/configmaps/c",
    "/api/v1/nodes/n/nothing",
    "/version/",
    "/api/",
    "/healthz/nothing",
    "/readyz/nothing",
    "/livez/ping",
    "/readyz/ping",
    "/healthz/ping",
    "/healthz/etcd",
    "/readyz/etcd",
    "/openapi/v3/nothing",
    "/.well-known/nothing",
    "/metrics/nothing",
  ].map((path) => ({ what: `GET ${path}`, send: `GET ${path}` })),
  {
    what: "POST to a namespace that does not exist",
    ...sending("POST /api/v1/namespaces/nowhere/configmaps", { metadata: { name: "c" } }),
  },
  {
    what: "POST of a namespaced kind without a namespace",
    ...sending("POST /api/v1/configmaps", { metadata: { name: "c" } }),
  },
  {
    what: "POST with another namespace in the body",
    ...sending("POST /api/v1/namespaces/{ns}/configmaps", { metadata: { name: "c", namespace: "other" } }),
  },
  { what: "PUT with another name in the body", ...sending(`PUT ${one}`, { metadata: { name: "d" } }) },
  { what: "PUT of what is missing", ...sending(`PUT ${one}`, { metadata: { name: "c" } }) },
  {
    what: "PUT of a Pod that is missing",
    ...sending("PUT /api/v1/namespaces/{ns}/pods/p", {
      metadata: { name: "p" },
      spec: { containers: [{ name: "a", image: "b" }] },
    }),
  },
  {
    what: "legacy watch of a collection",
    first: [configMap("c")],
    send: "GET /api/v1/watch/namespaces/{ns}/configmaps?timeoutSeconds=1",
  },
  {
    what: "legacy watch of an object",
    first: [configMap("c"), configMap("d")],
    send: "GET /api/v1/watch/namespaces/{ns}/configmaps/c?timeoutSeconds=1",
  },
  ...[
    "GET /api/v1/watch/configmaps?timeoutSeconds=1&labelSelector=none",
    "GET /api/v1/watch/namespaces/{ns}?timeoutSeconds=1",
    "GET /api/v1/watch/namespaces/{ns}/configmaps?watch=0&timeoutSeconds=1",
    "GET /api/v1/watch/namespaces/{ns}/configmaps/c?timeoutSeconds=1&fieldSelector=metadata.name%3Dd",
    "GET /api/v1/watch/namespaces/{ns}/configmaps/c?timeoutSeconds=1&labelSelector=none",
    "GET /api/v1/watch/namespaces/{ns}/pods/c/status",
    "GET /api/v1/watch/namespaces/{ns}/bindings",
    "GET /api/v1/watch/nothing",
    "GET /apis/authorization.k8s.io/v1/watch/subjectaccessreviews",
    "POST /api/v1/watch/namespaces/{ns}/configmaps",
    "PUT /api/v1/watch/namespaces/{ns}/configmaps/c",
    "DELETE /api/v1/watch/namespaces/{ns}/configmaps/c",
    "GET /api/v1/namespaces/{ns}/configmaps/c?resourceVersion=x",
    "GET /api/v1/namespaces/{ns}/configmaps/c?resourceVersion=0",
  ].map((send) => ({ what: send, first: [configMap("c")], send })),
  { what: "legacy watch in a group", send: "GET /apis/apps/v1/watch/namespaces/{ns}/deployments?timeoutSeconds=1" },
];

import { configMap, sending, type WireCase } from "./wire-case.ts";

const all = "/api/v1/namespaces/{ns}/configmaps";
const one = configMap("c", { data: { a: "b", u: "é <&>" } }, { labels: { a: "b" } });

const shapes = [
  "application/json",
  "application/yaml",
  "application/*",
  "*/*",
  "text/plain",
  "text/html, */*;q=0.1",
  "application/json;as=Table;g=meta.k8s.io;v=v1",
  "application/json;as=Table;g=meta.k8s.io;v=v1beta1",
  "application/json;as=Table;g=meta.k8s.io;v=v2",
  "application/json;as=Table;g=other;v=v1",
  "application/json;as=Chair;g=meta.k8s.io;v=v1",
  "application/json;as=Table;g=meta.k8s.io;v=v1, application/json",
  "application/yaml;as=Table;g=meta.k8s.io;v=v1",
  "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1",
  "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1",
  "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1beta1",
  "application/yaml;as=PartialObjectMetadata;g=meta.k8s.io;v=v1",
  "application/json;stream=watch",
  "application/json;charset=utf-8",
  "application/json; q=0, application/yaml",
  "application/cbor",
  "",
];

const asked = (what: string, path: string): WireCase[] =>
  shapes.map((accept) => ({ what: `${what} as ${accept}`, first: [one], send: `GET ${path}`, headers: { accept } }));

/** Formats of responses. */
export const outputCases: readonly WireCase[] = [
  ...asked("an object", `${all}/c`),
  ...asked("a list", all),
  ...shapes.slice(0, 8).map((accept) => ({
    what: `an error as ${accept}`,
    send: `GET ${all}/missing`,
    headers: { accept },
  })),
  ...["None", "Metadata", "Object", "Nothing"].map((include) => ({
    what: `a table with ${include} of its objects`,
    first: [one],
    send: `GET ${all}?includeObject=${include}`,
    headers: { accept: "application/json;as=Table;g=meta.k8s.io;v=v1" },
  })),
  ...[
    "application/json;as=Table;g=meta.k8s.io;v=v1",
    "application/json;as=Table;g=meta.k8s.io;v=v1, application/json",
    "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1",
  ].map((accept) => ({
    what: `a review as ${accept}`,
    ...sending(
      "POST /apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
      {
        apiVersion: "authorization.k8s.io/v1",
        kind: "SelfSubjectAccessReview",
        spec: { resourceAttributes: { verb: "get", resource: "pods" } },
      },
      { accept, "content-type": "application/json" },
    ),
  })),
  {
    what: "what was created, as YAML",
    ...sending(
      `POST ${all}`,
      { metadata: { name: "c" } },
      { "content-type": "application/json", accept: "application/yaml" },
    ),
  },
  {
    what: "what was created, as a table",
    ...sending(
      `POST ${all}`,
      { metadata: { name: "c" } },
      { "content-type": "application/json", accept: "application/json;as=Table;g=meta.k8s.io;v=v1" },
    ),
  },
  {
    what: "what was created, as its metadata",
    ...sending(
      `POST ${all}`,
      { metadata: { name: "c" } },
      { "content-type": "application/json", accept: "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1" },
    ),
  },
  { what: "what was deleted, as YAML", first: [one], send: `DELETE ${all}/c`, headers: { accept: "application/yaml" } },
  {
    what: "what was deleted, as a table",
    first: [one],
    send: `DELETE ${all}/c`,
    headers: { accept: "application/json;as=Table;g=meta.k8s.io;v=v1" },
  },
  {
    what: "a collection that was deleted, as a table",
    first: [one],
    send: `DELETE ${all}`,
    headers: { accept: "application/json;as=Table;g=meta.k8s.io;v=v1" },
  },
  { what: "a collection that was deleted", first: [one], send: `DELETE ${all}` },
  { what: "many lines for a browser", first: [one], send: `GET ${all}/c`, headers: { "user-agent": "Mozilla/5.0" } },
  {
    what: "one line for a browser that wants one",
    first: [one],
    send: `GET ${all}/c?pretty=false`,
    headers: { "user-agent": "Mozilla/5.0" },
  },
];

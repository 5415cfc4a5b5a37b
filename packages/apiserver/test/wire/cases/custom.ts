import { patching, sending, type WireCase, type WireRequest } from "./wire-case.ts";

const all = "/apis/wire.io/v1/namespaces/{ns}/parts";
const older = "/apis/wire.io/v1beta1/namespaces/{ns}/parts";
const table = { accept: "application/json;as=Table;g=meta.k8s.io;v=v1" };

const part = (spec: unknown, more: object = {}, query = ""): WireRequest =>
  sending(`POST ${all}${query}`, { apiVersion: "wire.io/v1", kind: "Part", metadata: { name: "p" }, spec, ...more });
const merged = (spec: object, at = ""): WireRequest => patching("merge", `${all}/p${at}`, { spec });
const applied = (manager: string, spec: object, query = ""): WireRequest =>
  patching("apply", `${all}/p?fieldManager=${manager}${query}`, {
    apiVersion: "wire.io/v1",
    kind: "Part",
    metadata: { name: "p" },
    spec,
  });
const rows = (...names: readonly string[]) => names.map((name) => ({ name, value: name }));

const specs: Readonly<Record<string, unknown>> = {
  "with defaults": {},
  "with a null that has a default": { maybe: null, size: null },
  "with fields that are not known": { more: 1, free: { any: { thing: [1] }, known: 1 } },
  "with a wrong field where any are free": { free: { known: "a" } },
  "with an enum that is not": { size: "medium" },
  "with numbers out of range": { replicas: 10 },
  "with a fraction": { replicas: 1.5 },
  "with a string for a number": { replicas: "1" },
  "with a pattern that is not met": { letters: "A1" },
  "with a string that is too short": { letters: "a" },
  "with a string that is too long": { letters: "abcde" },
  "with a time that is not": { when: "yesterday" },
  "with a port that is a string": { port: "http" },
  "with a port that is a number": { port: 80 },
  "with a port that is neither": { port: true },
  "with a set that has a value twice": { tags: ["a", "a"] },
  "with a set that is too long": { tags: ["a", "b", "c", "d"] },
  "with rows": { rows: rows("a", "b") },
  "with rows that have one key": { rows: [...rows("a"), { name: "a", kind: "plain" }] },
  "with a row without a name": { rows: [{ value: "a" }] },
  "with a template": { template: { apiVersion: "v1", kind: "Pod", metadata: { name: "a", odd: 1 }, spec: { any: 1 } } },
  "with a template without a kind": { template: { spec: {} } },
  "with a template whose metadata is wrong": {
    template: { apiVersion: "v1", kind: "Pod", metadata: { labels: { "a b": "c" } } },
  },
  "with low and high in order": { low: 1, high: 2 },
  "with low above high": { low: 3, high: 2 },
  "with low below zero": { low: -1 },
  "with a quantity": { quantity: "1Gi" },
  "with a quantity that is not": { quantity: "much" },
  "with one of two": { either: { a: "a" } },
  "with both of two": { either: { a: "a", b: "b" } },
  "with neither of two": { either: {} },
  "that is a string": "a",
  "that is null": null,
};

const changes: readonly WireCase[] = [
  { what: "immutable: changed", first: [part({ fixed: "a" })], ...merged({ fixed: "b" }) },
  { what: "immutable: taken away", first: [part({ fixed: "a" })], ...merged({ fixed: null }) },
  { what: "immutable: set later", first: [part({})], ...merged({ fixed: "b" }) },
  { what: "once: changed", first: [part({ once: "a" })], ...merged({ once: "b" }) },
  { what: "a row is merged", first: [part({ rows: rows("a") })], ...merged({ rows: rows("b") }) },
  { what: "a default is taken away", first: [part({ size: "large" })], ...merged({ size: null }) },
  {
    what: "a generation that stays",
    first: [part({})],
    ...patching("merge", `${all}/p`, { metadata: { labels: { a: "b" } } }),
  },
  { what: "a generation that goes up", first: [part({})], ...merged({ low: 1 }) },
  {
    what: "replaced without a version",
    first: [part({})],
    ...sending(`PUT ${all}/p`, { apiVersion: "wire.io/v1", kind: "Part", metadata: { name: "p" }, spec: {} }),
  },
  {
    what: "replaced",
    first: [part({})],
    ...sending(`PUT ${all}/p`, {
      apiVersion: "wire.io/v1",
      kind: "Part",
      metadata: { name: "p", resourceVersion: "{version}" },
      spec: { low: 2 },
    }),
  },
  { what: "strategic", first: [part({})], ...patching("strategic", `${all}/p`, { spec: { low: 1 } }) },
  {
    what: "a JSON patch",
    first: [part({ tags: ["a"] })],
    ...patching("json", `${all}/p`, [
      { op: "test", path: "/spec/tags/0", value: "a" },
      { op: "add", path: "/spec/tags/-", value: "b" },
    ]),
  },
  {
    what: "a JSON patch whose test fails",
    first: [part({ tags: ["a"] })],
    ...patching("json", `${all}/p`, [
      { op: "test", path: "/spec/tags/0", value: "b" },
      { op: "add", path: "/spec/tags/-", value: "b" },
    ]),
  },
  { what: "a type that does not fit, merged", first: [part({})], ...merged({ low: "one" }) },
  { what: "an unknown field, merged", first: [part({})], ...merged({ more: 1 }) },
  {
    what: "an unknown field, merged strictly",
    first: [part({})],
    ...patching("merge", `${all}/p?fieldValidation=Strict`, { spec: { more: 1 } }),
  },
  { what: "no spec, merged", first: [part({})], ...patching("merge", `${all}/p`, { spec: null }) },
  { what: "another kind, merged", first: [part({})], ...patching("merge", `${all}/p`, { kind: "Other" }) },
  {
    what: "another version, merged",
    first: [part({})],
    ...patching("merge", `${all}/p`, { apiVersion: "wire.io/v2" }),
  },
];

const statuses: readonly WireCase[] = [
  { what: "a status when it is made", ...part({}, { status: { phase: "Ready" } }) },
  {
    what: "a status in an update of the object",
    first: [part({})],
    ...patching("merge", `${all}/p`, { status: { phase: "Ready" } }),
  },
  {
    what: "a status",
    first: [part({})],
    ...patching("merge", `${all}/p/status`, {
      status: { phase: "Ready" },
      spec: { low: 7 },
      metadata: { labels: { a: "b" } },
    }),
  },
  {
    what: "a status of another type",
    first: [part({})],
    ...patching("merge", `${all}/p/status`, { status: { replicas: "a" } }),
  },
  {
    what: "a status in an older version that has none",
    first: [part({})],
    ...patching("merge", `${older}/p/status`, { status: { phase: "Ready" } }),
  },
  {
    what: "a scale",
    first: [part({ replicas: 2 }), patching("merge", `${all}/p/status`, { status: { replicas: 1, selector: "a=b" } })],
    send: `GET ${all}/p/scale`,
  },
  { what: "a scale without replicas", first: [part({})], send: `GET ${all}/p/scale` },
  {
    what: "a scale is written",
    first: [part({ replicas: 2 })],
    ...patching("merge", `${all}/p/scale`, { spec: { replicas: 3 } }),
  },
  {
    what: "a scale is written without replicas",
    first: [part({})],
    ...patching("merge", `${all}/p/scale`, { spec: { replicas: 3 } }),
  },
  {
    what: "a scale out of range",
    first: [part({ replicas: 2 })],
    ...patching("merge", `${all}/p/scale`, { spec: { replicas: 30 } }),
  },
  {
    what: "a scale below zero",
    first: [part({ replicas: 2 })],
    ...patching("merge", `${all}/p/scale`, { spec: { replicas: -1 } }),
  },
  { what: "a scale of what is missing", send: `GET ${all}/p/scale` },
];

const applies: readonly WireCase[] = [
  { what: "applied: created", ...applied("a", { low: 1, tags: ["x"], rows: rows("a") }) },
  {
    what: "applied: lists of two managers",
    first: [applied("a", { tags: ["x"], rows: rows("a") })],
    ...applied("b", { tags: ["y"], rows: rows("b") }),
  },
  {
    what: "applied: lists that one lets go of",
    first: [applied("a", { tags: ["x"], rows: rows("a") }), applied("b", { tags: ["y"], rows: rows("b") })],
    ...applied("a", { tags: [], rows: [] }),
  },
  {
    what: "applied: an atomic map of two managers",
    first: [applied("a", { whole: { a: "1" } })],
    ...applied("b", { whole: { b: "1" } }),
  },
  {
    what: "applied: an atomic map by force",
    first: [applied("a", { whole: { a: "1" } })],
    ...applied("b", { whole: { b: "1" } }, "&force=true"),
  },
  {
    what: "applied: a row by another key",
    first: [applied("a", { rows: [{ name: "a", kind: "x", value: "1" }] })],
    ...applied("b", { rows: [{ name: "a", value: "2" }] }),
  },
  { what: "applied: a row twice", ...applied("a", { rows: [...rows("a"), ...rows("a")] }) },
  { what: "applied: a conflict", first: [applied("a", { low: 1 })], ...applied("b", { low: 2 }) },
  { what: "applied: an unknown field", ...applied("a", { more: 1 }) },
  { what: "applied: an unknown field, strictly", ...applied("a", { more: 1 }, "&fieldValidation=Strict") },
  { what: "applied: a type that does not fit", ...applied("a", { low: "one" }) },
  { what: "applied: what a rule refuses", ...applied("a", { low: 3, high: 2 }) },
  {
    what: "applied: in an older version",
    first: [applied("a", { low: 1 })],
    ...patching("apply", `${older}/p?fieldManager=a`, {
      apiVersion: "wire.io/v1beta1",
      kind: "Part",
      metadata: { name: "p" },
      spec: { low: 2 },
    }),
  },
  {
    what: "applied: in an older version by another",
    first: [applied("a", { low: 1 })],
    ...patching("apply", `${older}/p?fieldManager=b`, {
      apiVersion: "wire.io/v1beta1",
      kind: "Part",
      metadata: { name: "p" },
      spec: { low: 2 },
    }),
  },
  {
    what: "applied: to the status",
    first: [applied("a", { low: 1 })],
    ...patching("apply", `${all}/p/status?fieldManager=s`, {
      apiVersion: "wire.io/v1",
      kind: "Part",
      metadata: { name: "p" },
      status: { phase: "Ready" },
    }),
  },
];

const reads: readonly WireCase[] = [
  { what: "read in an older version", first: [part({ low: 1 })], send: `GET ${older}/p` },
  { what: "listed in an older version", first: [part({ low: 1 })], send: `GET ${older}` },
  {
    what: "read in a version that is deprecated",
    first: [part({ low: 1 })],
    send: "GET /apis/wire.io/v1alpha1/namespaces/{ns}/parts/p",
  },
  {
    what: "read in a version that is not served",
    first: [part({ low: 1 })],
    send: "GET /apis/wire.io/v0/namespaces/{ns}/parts/p",
  },
  { what: "watched in an older version", first: [part({ low: 1 })], send: `GET ${older}?watch=1&timeoutSeconds=1` },
  {
    what: "written in an older version",
    ...sending(`POST ${older}`, { apiVersion: "wire.io/v1beta1", kind: "Part", metadata: { name: "p" }, spec: {} }),
  },
  {
    what: "written with another version in the body",
    ...sending(`POST ${older}`, { apiVersion: "wire.io/v1", kind: "Part", metadata: { name: "p" }, spec: {} }),
  },
  { what: "written without a kind", ...sending(`POST ${all}`, { metadata: { name: "p" }, spec: {} }) },
  { what: "an empty list", send: `GET ${all}` },
  { what: "an empty list of all", send: "GET /apis/wire.io/v1/parts?fieldSelector=metadata.name%3Dnone" },
  { what: "a list in pieces", first: [part({}), part({}, { metadata: { name: "q" } })], send: `GET ${all}?limit=1` },
  {
    what: "selected by a field",
    first: [part({ size: "large" }), part({}, { metadata: { name: "q" } })],
    send: `GET ${all}?fieldSelector=spec.size%3Dlarge`,
  },
  {
    what: "selected by a number",
    first: [part({ low: 5 }), part({}, { metadata: { name: "q" } })],
    send: `GET ${all}?fieldSelector=spec.low%3D5`,
  },
  { what: "selected by a field that is not selectable", send: `GET ${all}?fieldSelector=spec.high%3D5` },
  { what: "selected by a field that the older version has not", send: `GET ${older}?fieldSelector=spec.size%3Dlarge` },
  {
    what: "watched by a field",
    first: [part({ size: "large" }), merged({ size: "small" })],
    send: `GET ${all}?watch=1&timeoutSeconds=1&resourceVersion={version@1}&fieldSelector=spec.size%3Dlarge`,
  },
  {
    what: "a table",
    first: [part({ low: 1 }, { metadata: { name: "p", labels: { "wire.io/owner": "me" } } })],
    send: `GET ${all}`,
    headers: table,
  },
  { what: "a table of one", first: [part({ low: 1 })], send: `GET ${all}/p`, headers: table },
  { what: "a table of none", send: `GET ${all}`, headers: table },
  { what: "a table of the older version", first: [part({})], send: `GET ${older}`, headers: table },
  {
    what: "metadata",
    first: [part({})],
    send: `GET ${all}`,
    headers: { accept: "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1" },
  },
  { what: "YAML", first: [part({ low: 1 })], send: `GET ${all}/p`, headers: { accept: "application/yaml" } },
  {
    what: "protobuf",
    first: [part({ low: 1 })],
    send: `GET ${all}/p`,
    headers: { accept: "application/vnd.kubernetes.protobuf" },
  },
  {
    what: "protobuf or JSON",
    first: [part({ low: 1 })],
    send: `GET ${all}/p`,
    headers: { accept: "application/vnd.kubernetes.protobuf,application/json" },
  },
  { what: "its group", send: "GET /apis/wire.io" },
  { what: "its resources", send: "GET /apis/wire.io/v1" },
  { what: "the resources of the older version", send: "GET /apis/wire.io/v1beta1" },
  { what: "the resources of a version that is not served", send: "GET /apis/wire.io/v0" },
  { what: "deleted", first: [part({})], send: `DELETE ${all}/p` },
  {
    what: "deleted with a finalizer",
    first: [part({}, { metadata: { name: "p", finalizers: ["a.io/b"] } })],
    send: `DELETE ${all}/p`,
  },
  {
    what: "deleted in the foreground",
    first: [part({})],
    ...sending(`DELETE ${all}/p`, { propagationPolicy: "Foreground" }),
  },
  { what: "all deleted", first: [part({})], send: `DELETE ${all}` },
  { what: "a part of one that there is not", first: [part({})], send: `GET ${all}/p/nothing` },
  { what: "the definition", send: "GET /apis/apiextensions.k8s.io/v1/customresourcedefinitions/parts.wire.io" },
];

/** Custom resources: the effects of their schemas, rules, versions, columns and subresources. */
export const customCases: readonly WireCase[] = [
  ...Object.entries(specs).flatMap(([what, spec]) => [
    { what, ...part(spec) },
    ...(what.includes("fields") || what.includes("null")
      ? [{ what: `${what}, strictly`, ...part(spec, {}, "?fieldValidation=Strict") }]
      : []),
  ]),
  ...changes,
  ...statuses,
  ...applies,
  ...reads,
];

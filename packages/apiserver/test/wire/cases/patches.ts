import { configMap, sending, type WireCase } from "./wire-case.ts";

const one = "PATCH /api/v1/namespaces/{ns}/configmaps/c";
const there = configMap("c", { data: { a: "b", c: "d" } }, { labels: { x: "y" }, finalizers: ["a.io/b"] });

const types = {
  merge: "application/merge-patch+json",
  json: "application/json-patch+json",
  strategic: "application/strategic-merge-patch+json",
  apply: "application/apply-patch+yaml",
} as const;

const patched = (type: keyof typeof types, what: string, body: unknown, query = ""): WireCase => ({
  what: `${type}: ${what}`,
  first: [there],
  ...sending(`${one}${query}`, body, { "content-type": types[type] }),
});

const applied = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "c" } };

/** Patches of each type. */
export const patchCases: readonly WireCase[] = [
  ...(["merge", "strategic"] as const).flatMap((type) => [
    patched(type, "a field is set", { data: { e: "f" } }),
    patched(type, "a field is taken away", { data: { a: null } }),
    patched(type, "a map is taken away", { data: null }),
    patched(type, "nothing", {}),
    patched(type, "null", null),
    patched(type, "a list", []),
    patched(type, "a string", '"a"'),
    patched(type, "half a text", '{"data":'),
    patched(type, "an empty body", ""),
    patched(type, "another name", { metadata: { name: "d" } }),
    patched(type, "another namespace", { metadata: { namespace: "other" } }),
    patched(type, "another uid", { metadata: { uid: "other" } }),
    patched(type, "an old version", { metadata: { resourceVersion: "1" } }),
    patched(type, "another kind", { kind: "Secret" }),
    patched(type, "another version", { apiVersion: "v2" }),
    patched(type, "an unknown field", { more: 1 }),
    patched(type, "an unknown field, strictly", { more: 1 }, "?fieldValidation=Strict"),
    patched(type, "another type", { data: "a" }),
    patched(type, "a wrong label", { metadata: { labels: { a: "b c" } } }),
    patched(type, "a list that replaces a list", { metadata: { finalizers: ["c.io/d"] } }),
    patched(type, "no metadata", { metadata: null }),
    patched(type, "by force", { data: { a: "c" } }, "?force=true"),
    patched(type, "a dry run", { data: { a: "c" } }, "?dryRun=All"),
  ]),
  patched("strategic", "a directive that deletes an item", {
    metadata: { "$deleteFromPrimitiveList/finalizers": ["a.io/b"] },
  }),
  patched("strategic", "a directive that replaces", { data: { $patch: "replace", z: "z" } }),
  patched("strategic", "a directive that there is not", { data: { $patch: "turn" } }),
  patched("strategic", "a directive that keeps", { data: { $retainKeys: ["a"], a: "b" } }),
  patched("json", "add", [{ op: "add", path: "/data/e", value: "f" }]),
  patched("json", "remove", [{ op: "remove", path: "/data/a" }]),
  patched("json", "remove what is missing", [{ op: "remove", path: "/data/z" }]),
  patched("json", "replace what is missing", [{ op: "replace", path: "/data/z", value: "a" }]),
  patched("json", "move", [{ op: "move", from: "/data/a", path: "/data/z" }]),
  patched("json", "copy", [{ op: "copy", from: "/data/a", path: "/data/z" }]),
  patched("json", "test that holds", [{ op: "test", path: "/data/a", value: "b" }]),
  patched("json", "test that fails", [{ op: "test", path: "/data/a", value: "c" }]),
  patched("json", "an operation that there is not", [{ op: "turn", path: "/data/a" }]),
  patched("json", "no operation", [{ path: "/data/a" }]),
  patched("json", "no path", [{ op: "add", value: "a" }]),
  patched("json", "no value", [{ op: "add", path: "/data/z" }]),
  patched("json", "a path without a slash", [{ op: "add", path: "data", value: {} }]),
  patched("json", "behind a list", [{ op: "add", path: "/metadata/finalizers/-", value: "c.io/d" }]),
  patched("json", "outside of a list", [{ op: "add", path: "/metadata/finalizers/7", value: "c.io/d" }]),
  patched("json", "before a list", [{ op: "remove", path: "/metadata/finalizers/-1" }]),
  patched("json", "the whole object", [{ op: "replace", path: "", value: { ...applied, data: {} } }]),
  patched("json", "an object", { op: "add" }),
  patched("json", "an empty list", []),
  patched("json", "null", null),
  patched("json", "a name with a slash", [{ op: "add", path: "/metadata/labels/a~1b", value: "c" }]),
  patched("apply", "another manager's field is shared", { ...applied, data: { a: "b" } }, "?fieldManager=me"),
  patched("apply", "another manager's field is changed", { ...applied, data: { a: "c" } }, "?fieldManager=me"),
  patched(
    "apply",
    "another manager's field is taken by force",
    { ...applied, data: { a: "c" } },
    "?fieldManager=me&force=true",
  ),
  patched("apply", "a field of its own", { ...applied, data: { z: "z" } }, "?fieldManager=me"),
  patched("apply", "no manager", applied),
  patched("apply", "no version and kind", { metadata: { name: "c" } }, "?fieldManager=me"),
  patched("apply", "another name", { ...applied, metadata: { name: "d" } }, "?fieldManager=me"),
  patched("apply", "an old version", { ...applied, metadata: { name: "c", resourceVersion: "1" } }, "?fieldManager=me"),
  patched(
    "apply",
    "managed fields",
    { ...applied, metadata: { name: "c", managedFields: [{ manager: "me" }] } },
    "?fieldManager=me",
  ),
  patched("apply", "an unknown field", { ...applied, more: 1 }, "?fieldManager=me"),
  patched("apply", "an unknown field, strictly", { ...applied, more: 1 }, "?fieldManager=me&fieldValidation=Strict"),
  patched(
    "apply",
    "YAML",
    "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c\n  labels:\n    z: z\n",
    "?fieldManager=me",
  ),
  patched("apply", "half a text", "{", "?fieldManager=me"),
  patched(
    "apply",
    "a field twice",
    '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c"},"data":{"a":"b"},"data":{}}',
    "?fieldManager=me",
  ),
  patched("merge", "a malformed version", { metadata: { resourceVersion: "x" } }),
  patched(
    "apply",
    "a malformed version",
    { ...applied, metadata: { name: "c", resourceVersion: "x" } },
    "?fieldManager=me",
  ),
  patched("apply", "version 0", { ...applied, metadata: { name: "c", resourceVersion: "0" } }, "?fieldManager=me"),
  {
    what: "apply: an object that is missing",
    ...sending(`${one}?fieldManager=me`, applied, { "content-type": types.apply }),
  },
  { what: "merge: an object that is missing", ...sending(one, {}, { "content-type": types.merge }) },
  {
    what: "a type of patch that there is not",
    first: [there],
    ...sending(one, {}, { "content-type": "application/turn-patch+json" }),
  },
  { what: "JSON that is not a patch", first: [there], ...sending(one, {}) },
];

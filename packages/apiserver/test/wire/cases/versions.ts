import { configMap, patching, sending, type WireCase } from "./wire-case.ts";

const all = "/api/v1/namespaces/{ns}/configmaps";
const abc = ["a", "b", "c"].map((name) => configMap(name));
const changed = patching("merge", `${all}/a`, { data: { changed: "yes" } });
const page = { send: `GET ${all}?limit=1` };
const initial = "sendInitialEvents=true&resourceVersionMatch=NotOlderThan";

/** Lists and watches of an earlier state, in chunks, and later changes. */
export const versionCases: readonly WireCase[] = [
  { what: "the second piece of a list", first: [...abc, page], send: `GET ${all}?limit=1&continue={continue}` },
  { what: "the rest of a list", first: [...abc, page], send: `GET ${all}?continue={continue}` },
  {
    what: "the rest of a list that was changed meanwhile",
    first: [
      ...abc,
      page,
      patching("merge", `${all}/b`, { data: { changed: "yes" } }),
      { send: `DELETE ${all}/c` },
      configMap("bb"),
    ],
    send: `GET ${all}?continue={continue}`,
  },
  { what: "a piece with another limit", first: [...abc, page], send: `GET ${all}?limit=5&continue={continue}` },
  {
    what: "a piece of a list with a selector",
    first: [...abc, page],
    send: `GET ${all}?limit=1&continue={continue}&labelSelector=x`,
  },
  {
    what: "a piece and a version",
    first: [...abc, page],
    send: `GET ${all}?limit=1&continue={continue}&resourceVersion={version}`,
  },
  {
    what: "a piece and version 0",
    first: [...abc, page],
    send: `GET ${all}?limit=1&continue={continue}&resourceVersion=0`,
  },
  {
    what: "a piece of another kind",
    first: [...abc, page],
    send: "GET /api/v1/namespaces/{ns}/secrets?continue={continue}",
  },
  {
    what: "a piece in another namespace",
    first: [...abc, page],
    send: "GET /api/v1/namespaces/default/configmaps?continue={continue}",
  },
  { what: "pieces of a deletion", first: [...abc, page], send: `DELETE ${all}?limit=1&continue={continue}` },
  {
    what: "pieces as a table",
    first: abc,
    send: `GET ${all}?limit=2`,
    headers: { accept: "application/json;as=Table;g=meta.k8s.io;v=v1" },
  },
  {
    what: "exactly as it was",
    first: [...abc, changed],
    send: `GET ${all}?resourceVersion={version@2}&resourceVersionMatch=Exact`,
  },
  {
    what: "exactly as it was, in pieces",
    first: [...abc, changed],
    send: `GET ${all}?resourceVersion={version@2}&resourceVersionMatch=Exact&limit=1`,
  },
  {
    what: "not older",
    first: [...abc, changed],
    send: `GET ${all}?resourceVersion={version@1}&resourceVersionMatch=NotOlderThan`,
  },
  {
    what: "not older, in pieces",
    first: [...abc, changed],
    send: `GET ${all}?resourceVersion={version@1}&resourceVersionMatch=NotOlderThan&limit=1`,
  },
  { what: "at a version, in pieces", first: [...abc, changed], send: `GET ${all}?resourceVersion={version@2}&limit=1` },
  { what: "at a version", first: [...abc, changed], send: `GET ${all}?resourceVersion={version@1}` },
  { what: "an object at a version", first: [...abc, changed], send: `GET ${all}/a?resourceVersion={version@1}` },
  { what: "a list of the future", first: abc, send: `GET ${all}?resourceVersion=99999999999&timeoutSeconds=1` },
  {
    what: "a list of the future, exactly",
    first: abc,
    send: `GET ${all}?resourceVersion=99999999999&resourceVersionMatch=Exact`,
  },
  { what: "an object of the future", first: abc, send: `GET ${all}/a?resourceVersion=99999999999` },
  {
    what: "a watch since a version",
    first: [...abc, changed, { send: `DELETE ${all}/b` }],
    send: `GET ${all}?watch=1&timeoutSeconds=1&resourceVersion={version@2}`,
  },
  {
    what: "a watch of one object since a version",
    first: [...abc, changed, { send: `DELETE ${all}/b` }],
    send: `GET ${all}?watch=1&timeoutSeconds=1&resourceVersion={version@2}&fieldSelector=metadata.name%3Db`,
  },
  {
    what: "a watch of what comes to be selected and no longer is",
    first: [
      configMap("a"),
      patching("merge", `${all}/a`, { metadata: { labels: { on: "yes" } } }),
      patching("merge", `${all}/a`, { data: { x: "y" } }),
      patching("merge", `${all}/a`, { metadata: { labels: null } }),
    ],
    send: `GET ${all}?watch=1&timeoutSeconds=1&resourceVersion={version@1}&labelSelector=on%3Dyes`,
  },
  { what: "a watch with what is there", first: abc, send: `GET ${all}?watch=1&timeoutSeconds=1&${initial}` },
  {
    what: "a watch with what is there and a bookmark",
    first: abc,
    send: `GET ${all}?watch=1&timeoutSeconds=1&${initial}&allowWatchBookmarks=true`,
  },
  {
    what: "a watch with what is there since a version",
    first: [...abc, changed],
    send: `GET ${all}?watch=1&timeoutSeconds=1&${initial}&allowWatchBookmarks=true&resourceVersion={version@2}`,
  },
  {
    what: "a watch with what is there, of nothing",
    send: `GET ${all}?watch=1&timeoutSeconds=1&${initial}&allowWatchBookmarks=true`,
  },
  {
    what: "a watch without what is there",
    first: [...abc, changed],
    send: `GET ${all}?watch=1&timeoutSeconds=1&sendInitialEvents=false&resourceVersionMatch=NotOlderThan&resourceVersion={version@3}`,
  },
  {
    what: "a watch without what is there, from now",
    first: abc,
    send: `GET ${all}?watch=1&timeoutSeconds=1&sendInitialEvents=false&resourceVersionMatch=NotOlderThan`,
  },
  {
    what: "a watch as metadata",
    first: [configMap("a", { data: { x: "y" } })],
    send: `GET ${all}?watch=1&timeoutSeconds=1`,
    headers: { accept: "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1" },
  },
  {
    what: "a watch as metadata, with a bookmark",
    first: abc,
    send: `GET ${all}?watch=1&timeoutSeconds=1&${initial}&allowWatchBookmarks=true`,
    headers: { accept: "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1" },
  },
  {
    what: "a watch as tables",
    first: [...abc, changed],
    send: `GET ${all}?watch=1&timeoutSeconds=1&resourceVersion={version@1}`,
    headers: { accept: "application/json;as=Table;g=meta.k8s.io;v=v1" },
  },
  {
    what: "a watch of the future",
    first: abc,
    send: `GET ${all}?watch=1&timeoutSeconds=1&resourceVersion=99999999999`,
  },
  { what: "a watch of version 0", first: abc, send: `GET ${all}?watch=1&timeoutSeconds=1&resourceVersion=0` },
  {
    what: "a watch of a namespace that is not there",
    send: "GET /api/v1/namespaces/nowhere/configmaps?watch=1&timeoutSeconds=1",
  },
  {
    what: "what is generated has a name",
    ...sending(`POST ${all}?dryRun=All`, { metadata: { generateName: "Wrong-generated-" } }),
  },
  { what: "neither a name nor a prefix", ...sending(`POST ${all}`, { metadata: {} }) },
  { what: "a name is generated", ...sending(`POST ${all}`, { metadata: { generateName: "generated-" } }) },
  {
    what: "deleted with its uid",
    first: [configMap("a")],
    ...sending(`DELETE ${all}/a`, { preconditions: { uid: "{uid}" } }),
  },
  {
    what: "deleted with its version",
    first: [configMap("a")],
    ...sending(`DELETE ${all}/a`, { preconditions: { resourceVersion: "{version}" } }),
  },
  {
    what: "deleted with an older version",
    first: [configMap("a"), changed],
    ...sending(`DELETE ${all}/a`, { preconditions: { uid: "{uid}", resourceVersion: "{version@1}" } }),
  },
  { what: "deleted with a version in its query", first: [configMap("a")], send: `DELETE ${all}/a?resourceVersion=1` },
  {
    what: "replaced with its version",
    first: [configMap("a")],
    ...sending(`PUT ${all}/a`, { metadata: { name: "a", resourceVersion: "{version}" }, data: { x: "y" } }),
  },
  {
    what: "replaced with an older version",
    first: [configMap("a"), changed],
    ...sending(`PUT ${all}/a`, { metadata: { name: "a", resourceVersion: "{version@1}" } }),
  },
  {
    what: "replaced by what it is",
    first: [configMap("a", { data: { x: "y" } })],
    ...sending(`PUT ${all}/a`, { metadata: { name: "a", resourceVersion: "{version}" }, data: { x: "y" } }),
  },
  {
    what: "patched with an older version",
    first: [configMap("a"), changed],
    ...patching("merge", `${all}/a`, { metadata: { resourceVersion: "{version@1}" }, data: { x: "y" } }),
  },
  {
    what: "patched if a test of its version holds",
    first: [configMap("a")],
    ...patching("json", `${all}/a`, [
      { op: "test", path: "/metadata/resourceVersion", value: "{version}" },
      { op: "add", path: "/data", value: { x: "y" } },
    ]),
  },
  {
    what: "patched by nothing",
    first: [configMap("a", { data: { x: "y" } })],
    ...patching("merge", `${all}/a`, { data: { x: "y" } }),
  },
];

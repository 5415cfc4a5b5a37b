import { configMap, type WireCase } from "./wire-case.ts";

const strings = [
  "nul",
  "nulL",
  "tru",
  "falsy",
  "{a}",
  '{"a"}',
  '{"a":}',
  '{"a":1',
  '{"a":1,',
  "[1,]",
  "[1",
  "[1 2]",
  '{"a" 1}',
  '{"a":1 "b":2}',
  '"a',
  '"\\x"',
  '"\\u12g4"',
  "-",
  "-a",
  "01",
  "1.",
  "1.a",
  "1e",
  "1e+",
  "1ea",
  '{"a":"b\nc"}',
  '{"a":"b\u0001"}',
  "'a'",
  '{"é":é}',
  '{"a":"\\ud800"}',
  '{"a":tRue}',
  "   ",
  '{"metadata":{"name":"c"}}}',
  '{"metadata":{"name":"c"}]',
  '{"a":[}',
  "\u0000",
  '{"a":+1}',
  '{"a":.5}',
  '{"a":0x1}',
  '{"a":\u00a01}',
  "{'a':1}",
  "{\u{1F600}}",
  "{\u007f}",
  "{\u200b}",
] as const;

const few = ["{", "nul", "{a}", '{"a"}', "[1,]"] as const;

const one = "/api/v1/namespaces/{ns}/configmaps/c";

/** Invalid JSON, and the server's messages about it. */
export const syntaxCases: readonly WireCase[] = [
  ...strings.map((body) => ({
    what: JSON.stringify(body),
    send: "POST /api/v1/namespaces/{ns}/configmaps",
    headers: { "content-type": "application/json" },
    body,
  })),
  ...["merge-patch", "strategic-merge-patch", "json-patch"].flatMap((type) =>
    few.map((body) => ({
      what: `${JSON.stringify(body)} as ${type}`,
      first: [configMap("c")],
      send: `PATCH ${one}`,
      headers: { "content-type": `application/${type}+json` },
      body,
    })),
  ),
  ...few.map((body) => ({
    what: `${JSON.stringify(body)} as options of a deletion`,
    first: [configMap("c")],
    send: `DELETE ${one}`,
    headers: { "content-type": "application/json" },
    body,
  })),
];

// The path of a request: its parts are recovered unchanged when the server decodes it, or the request is not sent.
import type { ResourceKind } from "@capstan/contract";
import { groupVersionPath, Node, requestPath, resourcePath, Secret } from "@capstan/runtime";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readRequestPath } from "../src/client/read-request-path.ts";
import { watchPath } from "../src/client/watch-path.ts";

/** The parts that a server finds in a path: it splits the path first and then decodes, as Kubernetes does. */
function readParts(text: string) {
  const { prefix, resource, query } = readRequestPath(text);
  const decode = (part: string | undefined) => (part === undefined ? undefined : decodeURIComponent(part));
  return {
    prefix: prefix.map(decode),
    query: [...new URLSearchParams(query)],
    ...(resource === undefined
      ? {}
      : {
          plural: decode(resource.plural),
          namespace: decode(resource.namespace),
          name: decode(resource.name),
          subresource: decode(resource.subresource),
          rest: resource.rest,
        }),
  };
}

/** The path, unless building it throws the expected error. */
function unlessRefused<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    expect(error).toMatchObject({ code: "RequestPathRefused", retry: "never" });
    return undefined;
  }
}

const hostile = [
  "",
  " ",
  ".",
  "..",
  "...",
  "..;",
  " ..",
  "a/b",
  "a%2fb",
  "%2e%2e",
  "a\\b",
  "?watch=true",
  "a#b",
  "a\nb",
];
const parts = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom(...hostile, "m-1", "system:node", "a b", "é", "名", "a..b", ".a", "&watch=true", "watch", "status"),
);

describe("a path", () => {
  test("of a kind decodes to exactly the parts it was built from, or is refused", () => {
    let made = 0;
    fc.assert(
      fc.property(
        fc.record({ group: parts, version: parts, plural: parts, namespace: parts, name: parts }),
        (drawn) => {
          // The core group has no name; old servers had watches of this name.
          fc.pre(drawn.group !== "" && drawn.plural !== "watch");
          const { namespace, name, ...of } = drawn;
          const kind: ResourceKind = { ...of, kind: "X", namespaced: true };
          const path = unlessRefused(() =>
            resourcePath(kind, { namespace, name }, { labelSelector: name.toWellFormed() }),
          );
          if (path === undefined) return;
          made += 1;
          // A reader finds Namespaces where a subresource of theirs follows `namespaces`.
          fc.pre(drawn.plural !== "status" && drawn.plural !== "finalize");
          expect(readParts(path.text)).toEqual({
            prefix: ["apis", of.group, of.version],
            query: [["labelSelector", name.toWellFormed()]],
            plural: of.plural,
            namespace,
            name,
            subresource: undefined,
            rest: [],
          });
          // And once more for a proxy that decodes the path on the way and then normalizes it.
          const decoded = decodeURIComponent(path.text.split("?", 1)[0] ?? "");
          expect(new URL(`http://host${encodeURI(decoded)}`).pathname.split("/")).toHaveLength(8);
        },
      ),
      { numRuns: 1_000 },
    );
    expect(made).toBeGreaterThan(0);
  });

  test.each(hostile.filter((part) => part !== "..."))("does not have %j as any of its parts", (part) => {
    const refused = { code: "RequestPathRefused", retry: "never" };
    const thrown = (make: () => unknown) => {
      try {
        return make();
      } catch (error) {
        return error;
      }
    };
    expect(thrown(() => resourcePath(Secret, { namespace: "team", name: part }))).toMatchObject({
      ...{ ...refused, part: "name", object: { kind: "Secret", namespace: "team", name: part } },
      message: expect.stringMatching(
        /^Secret in namespace "team": the name ".*" cannot be part of a request's path/,
      ) as unknown,
    });
    expect(thrown(() => resourcePath(Secret, { namespace: part }))).toMatchObject({ ...refused, part: "namespace" });
    expect(thrown(() => resourcePath({ ...Node, plural: part }, {}))).toMatchObject({ ...refused, part: "plural" });
    expect(thrown(() => resourcePath(Node, { name: "n", subresource: part }))).toMatchObject({ part: "subresource" });
    const ofGroup = { ...Node, group: part };
    if (part !== "") expect(thrown(() => resourcePath(ofGroup, {}))).toMatchObject({ ...refused, part: "group" });
    expect(thrown(() => resourcePath({ ...Node, version: part }, {}))).toMatchObject({ ...refused, part: "version" });
    expect(thrown(() => requestPath`/apis/${part}`)).toMatchObject(refused);
    if (part !== "") expect(thrown(() => groupVersionPath({ group: part, version: "v1" }))).toMatchObject(refused);
    expect(thrown(() => watchPath(Secret, { namespace: part }, 1))).toMatchObject(refused);
  });

  test.each<[what: string, make: () => unknown, message: string]>([
    [
      "a part of a template",
      () => requestPath`/apis/${""}`,
      `The part of /apis/ "" cannot be part of a request's path: it is empty; correct it where it is set, such as in a reference`,
    ],
    [
      "a namespace",
      () => resourcePath(Secret, { namespace: ".." }),
      `Secret: the namespace ".." cannot be part of a request's path: it changes the path; correct it where it is set, such as in a reference`,
    ],
    [
      "a long name",
      () => resourcePath(Node, { name: "x".repeat(1_025) }),
      `Node: the name "${"x".repeat(64)}"… cannot be part of a request's path: it has more than 1024 characters; correct it where it is set, such as in a reference`,
    ],
    [
      "a name of as much as is quoted",
      () => resourcePath(Node, { name: `\u001b${"x".repeat(63)}` }),
      `Node: the name "\u{fffd}${"x".repeat(63)}" cannot be part of a request's path: it has a character that cannot be printed; correct it where it is set, such as in a reference`,
    ],
  ])("has an error for %s that names the problem", (_what, make, message) => {
    expect(make).toThrow(expect.objectContaining({ message }) as Error);
  });

  test("may have a part of 1,024 characters", () => {
    expect(resourcePath(Node, { name: "x".repeat(1_024) }).text).toHaveLength("/api/v1/nodes/".length + 1_024);
  });

  test("is refused with a message on one line, however long or unprintable the part is", () => {
    for (const part of ["\u001b[2J\n".repeat(10_000), "\ud800", "x".repeat(1_025)]) {
      expect(() => resourcePath(Secret, { namespace: "team", name: part })).toThrow(/^[^\p{C}]{1,400}$/u);
    }
  });
});

describe("a template", () => {
  const text = "/api/v1/secrets";
  const query = requestPath`/api?a=1`;

  test("takes each value as one part, or as the value of one query parameter", () => {
    fc.assert(
      fc.property(parts, parts, (name, value) => {
        const path = unlessRefused(() => requestPath`/api/v1/nodes/${name}/status?a=${value}&b=1`);
        if (path === undefined) return;
        expect(readParts(path.text)).toMatchObject({ name, subresource: "status", rest: [] });
        expect(readParts(path.text).query).toEqual([
          ["a", value.toWellFormed()],
          ["b", "1"],
        ]);
      }),
    );
  });

  test("continues another path that is placed at its start", () => {
    expect(() => requestPath`/api/${query}`).toThrow(
      "A path can only be inserted at the beginning of a path, not after /api/",
    );
    const base = requestPath`/apis/${"apps"}/v1`;
    expect(requestPath`${base}/deployments?limit=${1}`.text).toBe("/apis/apps/v1/deployments?limit=1");
    expect(requestPath`${query}&b=${"2"}&c=3`.text).toBe("/api?a=1&b=2&c=3");
    expect([requestPath`/`.text, requestPath`/version`.text]).toEqual(["/", "/version"]);
    expect(groupVersionPath({ group: "", version: "v1" }).text).toBe("/api/v1");
    // Only a Kubernetes API server takes this for a watch.
    for (const { text } of [requestPath`/v1/a/watch`, requestPath`/v1/a/b/watch`]) expect(text).toContain("/watch");
  });

  test.each([
    ["begins with a string", () => requestPath`${text}/x`],
    ["has a value that is a piece of a part", () => requestPath`/api/v1/${text}s`],
    ["has a value after a piece of a part", () => requestPath`/api/v1/x${text}`],
    ["has a value as the name of a parameter", () => requestPath`/api?${text}=1`],
    ["has a value as a piece of a parameter", () => requestPath`/api?a=b${text}`],
    ["has a piece of a parameter after a value", () => requestPath`/api?a=${text}b`],
    ["has a path in the middle", () => requestPath`/api/${query}`],
    ["goes on from a query with a path", () => requestPath`${query}/x`],
    ["has two queries", () => requestPath`${query}?b=1`],
    ["is not absolute", () => requestPath`api/v1`],
    ["has an empty part", () => requestPath`/api//v1`],
    ["ends in an empty part", () => requestPath`/api/v1/`],
    ["begins with an empty part", () => requestPath`//api`],
    ["goes up", () => requestPath`/api/../v1`],
    ["goes up alone", () => requestPath`/..`],
    ["goes nowhere", () => requestPath`/api/./v1`],
    ["has two queries itself", () => requestPath`/api?a=1?b=1`],
    ["asks for a watch in capitals", () => requestPath`/api/v1/nodes?Watch=true`],
    ["asks for a watch", () => requestPath`/api/v1/nodes?watch=true`],
    ["asks for a watch otherwise", () => requestPath`/api/v1/nodes?limit=1&%77atch=1`],
    ["asks for a watch as old servers know it", () => requestPath`/api/v1/watch/nodes`],
    ["asks for a watch of a group as old servers know it", () => requestPath`/apis/a.io/v1/watch/things`],
    ["asks for a log without an end", () => requestPath`/api/v1/namespaces/a/pods/p/log?follow=true`],
    // @ts-expect-error -- the type refuses it, too
    ["asks for a watch by a parameter", () => resourcePath(Node, {}, { watch: true })],
  ])("that %s is a programming error", (_what, make) => {
    expect(make).toThrow(expect.objectContaining({ code: "ArgumentInvalid" }) as Error);
  });
});

test("an empty part without an object is named by its place", () => {
  expect(() => requestPath`/api/${""}`).toThrow(
    /^The part of \/api\/ "" cannot be part of a request's path: it is empty/,
  );
});

// The cached objects of a workload cluster, and the estimated memory for them.
import fc from "fast-check";
import { expect, test } from "vitest";
import { trimRemote } from "../src/remote/trim-remote.ts";
import { weigh } from "../src/remote/weigh.ts";

const perValue = 48;

test.each<[value: unknown, values: number, characters: number]>([
  [null, 1, 0],
  [7, 1, 0],
  ["four", 1, 4],
  [[], 1, 0],
  [["a", "bc"], 3, 3],
  [{}, 1, 0],
  [{ name: "ab" }, 2, 6],
  [{ list: [{ deep: null }, true] }, 5, 8],
])("%j weighs %i values and %i characters", (value, values, characters) => {
  expect(weigh(value)).toBe(values * perValue + characters);
});

test("a value weighs its members and itself", () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue(), { maxLength: 4 }), (members) => {
      const sum = members.map(weigh).reduce((a, b) => a + b, 0);
      expect(weigh(members)).toBe(perValue + sum);
      const named = Object.fromEntries(members.map((member, index) => [`n${index}`, member]));
      expect(weigh(named)).toBe(perValue + sum + 2 * members.length);
    }),
    { numRuns: 50 },
  );
});

test("a value may be nested to any depth", () => {
  let value: unknown = "x";
  for (let depth = 0; depth < 100_000; depth += 1) value = [value];
  expect(weigh(value)).toBe(100_001 * perValue + 1);
});

test.each([
  {
    what: "of a Node, its images and who wrote which field are not kept",
    from: {
      apiVersion: "v1",
      kind: "Node",
      metadata: { name: "n", managedFields: [{}], labels: { a: "b" } },
      status: { images: [{}], nodeInfo: { kubeletVersion: "v1.36.0" } },
    },
    kept: {
      apiVersion: "v1",
      kind: "Node",
      metadata: { name: "n", labels: { a: "b" } },
      status: { nodeInfo: { kubeletVersion: "v1.36.0" } },
    },
  },
  {
    what: "a Node without status stays without",
    from: { apiVersion: "v1", kind: "Node", metadata: { name: "n" } },
    kept: { apiVersion: "v1", kind: "Node", metadata: { name: "n" } },
  },
  {
    what: "what other kinds call images is kept",
    from: { apiVersion: "v1", kind: "Pod", metadata: { name: "p", managedFields: [] }, status: { images: ["i"] } },
    kept: { apiVersion: "v1", kind: "Pod", metadata: { name: "p" }, status: { images: ["i"] } },
  },
])("$what", ({ from, kept }) => {
  const object = structuredClone(from);
  trimRemote(object);
  expect(object).toStrictEqual(kept);
});

import { ApiServer } from "@capstan/apiserver";
import { expect, test } from "vitest";
import { differences } from "./parts/differences.ts";
import { soakCache } from "./parts/run.ts";

const object = (name: string, uid: string, resourceVersion: string) => ({ metadata: { name, uid, resourceVersion } });

test("a cache equals the server after its connections were cut and held", async () => {
  await using server = await ApiServer.start();
  const options = { seed: 1, checkpoints: 3, secondsEach: 5, population: 100 };
  const result = await soakCache(server, options);
  expect(result.checkpoints.flatMap((each) => each.differences)).toEqual([]);
  expect(result.checkpoints.map(({ objects }) => objects > 50)).toEqual([true, true, true]);
  expect(result.cuts).toBeGreaterThan(0);
  expect(result.partitions).toBeGreaterThan(0);
  expect(result.writes).toBeGreaterThan(200);
});

test.each([
  ["an object is missing", [], [object("a", "1", "1")], ["/a: unknown instead of 1@1"]],
  ["an object is left over", [object("a", "1", "1")], [], ["/a: 1@1 instead of gone"]],
  ["a change was missed", [object("a", "1", "1")], [object("a", "1", "2")], ["/a: 1@1 instead of 1@2"]],
  ["an object was replaced", [object("a", "1", "1")], [object("a", "2", "2")], ["/a: 1@1 instead of 2@2"]],
  ["nothing", [object("a", "1", "1")], [object("a", "1", "1")], []],
])("the comparison detects that %s", (_what, known, stored, found) => {
  expect(differences(known, stored)).toEqual(found);
});

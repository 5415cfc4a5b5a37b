import type { StructuralSchema } from "@capstan/contract";
import { expect, test } from "vitest";
import { specChanges } from "../../src/values/spec-changes.ts";

const schema: StructuralSchema = {
  type: "object",
  required: ["size"],
  properties: {
    size: { type: "string", enum: ["small", "large"] },
    version: { type: "string", pattern: "^v1\\.[0-9]+\\.[0-9]+$" },
    disks: { type: "array", items: { type: "object", properties: { gib: { type: "integer", minimum: 1 } } } },
    providerID: { type: "string" },
  },
};
const spec = { size: "small", version: "v1.35.0", disks: [{ gib: 1 }], providerID: "hello://1" };
const notOfUser: ReadonlySet<string> = new Set(["providerID"]);

function drawn(seed: number, atMost = 100): string[] {
  return specChanges({ schema, spec, notOfUser, seed, atMost }).map(({ text }) => text);
}

test("changes cover all that the schema admits, for each field that belongs to the user", () => {
  expect(drawn(1).toSorted()).toEqual([
    'spec.disks from [{"gib":1}] to []',
    'spec.disks from [{"gib":1}] to nothing',
    "spec.disks[0].gib from 1 to 2",
    "spec.disks[0].gib from 1 to nothing",
    'spec.size from "small" to "large"',
    'spec.version from "v1.35.0" to "v1.35.1"',
    'spec.version from "v1.35.0" to "v1.36.1"',
    'spec.version from "v1.35.0" to nothing',
  ]);
});

test("the first changes affect different fields", () => {
  const paths = drawn(1, 4).map((text) => text.split(" ")[0]);
  expect(new Set(paths).size).toBe(4);
});

test("the same seed draws the same changes, different seeds draw different ones", () => {
  expect(drawn(1)).toEqual(drawn(1));
  expect([2, 3, 4].some((seed) => JSON.stringify(drawn(seed)) !== JSON.stringify(drawn(1)))).toBe(true);
});

import { expect, test } from "vitest";
import { convertedKinds } from "./converted-kinds.ts";
import { convertHostile } from "./convert-hostile.ts";

/** `npm run hostile -- conversions` converts more. */
const objects = 1_000;

test("all objects of a tenant are converted to valid objects of the target version, and lists succeed", async () => {
  const { problems, ...tally } = await convertHostile(convertedKinds(20, 1), { objects, seed: 1 });
  expect(problems).toEqual([]);
  expect(tally).toMatchObject({ objects, invalid: 0, breakingRules: 0, refused: 0, failedLists: 0 });
  // Most objects are valid in their version, and many have values that the other version cannot represent.
  expect(tally.valid).toBeGreaterThan(objects / 2);
  expect(tally.losses).toBeGreaterThan(objects / 2);
});

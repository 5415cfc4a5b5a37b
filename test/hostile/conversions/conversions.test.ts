import { expect, test } from "vitest";
import { convertedKinds } from "./converted-kinds.ts";
import { convertHostile } from "./convert-hostile.ts";

/** `npm run hostile -- conversions` converts more. */
const objects = 1_000;

test(
  "whatever a tenant writes is converted to what its version admits, and fails no list",
  { timeout: 600_000 },
  async () => {
    const { problems, ...tally } = await convertHostile(convertedKinds(20, 1), { objects, seed: 1 });
    expect(problems).toEqual([]);
    expect(tally).toMatchObject({ objects, invalid: 0, breakingRules: 0, refused: 0, failedLists: 0 });
    // Most are valid as written, and the other version has no place for many of their values.
    expect(tally.valid).toBeGreaterThan(objects / 2);
    expect(tally.losses).toBeGreaterThan(objects / 2);
  },
);

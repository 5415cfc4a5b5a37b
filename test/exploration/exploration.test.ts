import { explore } from "@capstan/testkit/exploration";
import { expect, test } from "vitest";
import { explorations } from "./explorations.ts";

/** The maximum number of changes; the schemas allow dozens. */
const atMost = 4;

test.each(explorations)(
  "$name follows the changes of its spec, and returns to its original state",
  async (exploration) => {
    const report = await explore(exploration, { atMost });
    expect(report.findings).toEqual([]);
    expect(report.changes.length).toBeGreaterThan(report.refused);
  },
);

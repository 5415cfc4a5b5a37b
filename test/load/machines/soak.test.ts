import { describe, expect, test } from "vitest";
import { runSoak } from "./soak/run.ts";

describe("while requests fail, answers are lost, watches break and managers are killed", () => {
  test.concurrent.each([1001, 1002])(
    "a Cluster is created, scaled, rolled and deleted without duplicates or leftovers, with seed %i",
    async (seed) => {
      const { problems, report, faults, kills } = await runSoak(seed);
      expect(problems, report.join("\n")).toEqual([]);
      // faults and kills did happen
      expect(Object.keys(faults).length).toBeGreaterThan(5);
      expect(kills).toBeGreaterThan(0);
    },
  );
});

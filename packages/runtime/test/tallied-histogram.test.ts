import fc from "fast-check";
import { Histogram, Registry } from "prom-client";
import { expect, test } from "vitest";
import { TalliedHistogram } from "../src/metrics/tallied-histogram.ts";

const described = { name: "seconds", help: "How long.", labelNames: ["controller"] as const };
const controller = fc.constantFrom("a", "b");
const bounds = [0.1, 0.5, 1, 10];
const seconds = fc.oneof(fc.constantFrom(...bounds), fc.double({ min: 0, max: 20, noNaN: true }));

test("matches a histogram of prom-client for the same observations", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(controller, seconds), { maxLength: 50 }), async (observed) => {
      const [expected, actual] = [new Registry(), new Registry()];
      const plain = new Histogram({ ...described, buckets: bounds, registers: [expected] });
      const tallied = new TalliedHistogram({ ...described, buckets: bounds, registry: actual });
      for (const name of ["a", "b"]) {
        plain.zero({ controller: name });
        tallied.tally({ controller: name });
      }
      for (const [name, value] of observed) {
        plain.observe({ controller: name }, value);
        tallied.tally({ controller: name }).observe(value);
      }
      expect(await actual.metrics()).toBe(await expected.metrics());
      expect((await tallied.get()).values).toEqual(
        (await plain.get()).values.map((value) => ({ ...value, exemplar: undefined })),
      );
    }),
  );
});

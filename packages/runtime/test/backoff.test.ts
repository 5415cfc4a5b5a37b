import { expect, test } from "vitest";
import { watchBackoffMs } from "../src/watch/backoff.ts";

test.each([
  [1, 100, 125],
  [2, 1_000, 1_250],
  [30, 1_000, 1_250],
  [31, 5_000, 6_250],
  [1_000_000, 5_000, 6_250],
])("after %i failures an informer waits from %i to %i ms", (failures, least, most) => {
  expect([watchBackoffMs(failures, 0), watchBackoffMs(failures, 1)]).toEqual([least, most]);
});

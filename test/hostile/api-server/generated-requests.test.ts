import { expect, test } from "vitest";
import { attack } from "./attack.ts";
import { ServerProcess } from "./server-process.ts";

test("3,000 generated requests get no 5xx, no end, no silence and no second of anyone's time, and leave the memory as it was", async () => {
  await using server = await ServerProcess.start();
  const { sent, statuses, problems, heap } = await attack(server, { requests: 3_000, seed: 15 });
  expect(problems).toEqual([]);
  expect(sent).toBe(3_000);
  // Some of them reach the store.
  for (const status of [200, 201, 400, 404, 409, 415, 422])
    expect(statuses.get(status), String(status)).toBeGreaterThan(10);
  expect(heap.after).toBeLessThan(heap.before * 1.3);
});

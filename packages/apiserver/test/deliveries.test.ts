import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Deliveries } from "../src/watch/outbox.ts";

describe("deliveries to watches", () => {
  let now = 0;
  let sent: number[] = [];
  /** A delivery that sends for this long. */
  const taking = (ms: number) => () => {
    sent.push(now);
    now += ms;
  };
  const pass = async (ms: number) => {
    now += ms;
    await vi.advanceTimersByTimeAsync(ms);
  };

  beforeEach(() => {
    [now, sent] = [1_000, []];
    vi.useFakeTimers({ toFake: ["setTimeout", "setImmediate"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test("a fast delivery is sent in the next turn, every time", async () => {
    const deliveries = new Deliveries(() => now);
    for (let round = 0; round < 3; round += 1) {
      deliveries.add(taking(0.1));
      deliveries.add(taking(0.1));
      expect(sent).toHaveLength(2 * round);
      await pass(0);
      expect(sent).toHaveLength(2 * round + 2);
    }
  });

  test("after a delivery of 2 ms, the next waits for 8 ms and includes the changes in between", async () => {
    const deliveries = new Deliveries(() => now);
    deliveries.add(taking(2));
    await pass(0);
    deliveries.add(taking(0));
    await pass(7);
    deliveries.add(taking(0));
    expect(sent).toHaveLength(1);
    await pass(1);
    expect(sent).toHaveLength(3);
  });

  test("a delivery waits for at most 10 ms", async () => {
    const deliveries = new Deliveries(() => now);
    deliveries.add(taking(1_000));
    await pass(0);
    deliveries.add(taking(0));
    await pass(9);
    expect(sent).toHaveLength(1);
    await pass(1);
    expect(sent).toHaveLength(2);
  });
});

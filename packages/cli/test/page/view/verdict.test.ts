import { describe, expect, test } from "vitest";
import { Forest } from "../../../page/model/forest.ts";
import { type Verdict, verdictOf } from "../../../page/model/verdict.ts";
import type { Row } from "../../../src/page/protocol.ts";
import { below, row } from "./drawn-rows.ts";

const now = "2026-01-01T00:10:00Z";
const longAgo = "2026-01-01T00:08:00Z";
const c1 = row("Cluster", "c1", { phase: "Provisioned" });
const w1 = below(c1, "Machine", "w-1", { phase: "Running" });

function verdict(...rows: readonly Row[]): Verdict {
  const forest = new Forest();
  forest.replace(rows);
  return verdictOf(forest, Date.parse(now));
}

function troublesOf({ troubles }: Verdict): string[] {
  return troubles.map(({ type, rows, says }) => `${type} ${rows.map(({ id }) => id).join()}: ${says}`);
}

describe("in one look", () => {
  test("nothing is there yet", () => {
    expect(verdict().state).toBe("empty");
  });

  test("all is well, and how many Machines are Running", () => {
    expect(verdict(c1, w1)).toMatchObject({
      state: "well",
      clusters: 1,
      machines: { total: 1, running: 1 },
      troubles: [],
    });
  });

  test("something is in progress, and what: not the Cluster that waits for it, nor what is below it", () => {
    const cluster = { ...c1, tone: "busy", says: "waits for its Machines" } as const;
    const machine = { ...w1, tone: "busy", phase: "Pending", since: now } as const;
    const infrastructure = below(machine, "MockMachine", "w-1", { tone: "busy", since: now });
    const { state, progress } = verdict(cluster, machine, infrastructure);
    expect(state).toBe("busy");
    expect(progress.map(({ id }) => id)).toEqual([machine.id]);
  });

  test("an error is named where it begins, not where it is only passed on", () => {
    const stuck = { ...w1, tone: "bad", says: "MockMachine w-1: no capacity" } as const;
    const infrastructure = below(w1, "MockMachine", "w-1", { tone: "bad", says: "no capacity", since: longAgo });
    expect(troublesOf(verdict({ ...c1, tone: "bad" }, stuck, infrastructure))).toEqual([
      `error ${infrastructure.id}: no capacity`,
    ]);
  });

  test("what waits for more than a minute is stuck, too, after the errors", () => {
    const slow = { ...w1, tone: "busy", says: "waits for its Node", since: longAgo } as const;
    const bad = below(c1, "Machine", "w-2", { tone: "bad", says: "quota exceeded", since: now });
    const { state, troubles } = verdict(c1, slow, bad);
    expect(state).toBe("stuck");
    expect(troubles.map(({ type, says }) => `${type}: ${says}`)).toEqual([
      "error: quota exceeded",
      "slow: waits for its Node",
    ]);
  });

  test("an error of an object is not hidden by something slow below it", () => {
    const slow = below(w1, "MockMachine", "w-1", { tone: "busy", says: "starting", since: longAgo });
    expect(troublesOf(verdict(c1, { ...w1, tone: "bad", says: "the Node is gone" }, slow))).toContain(
      `error ${w1.id}: the Node is gone`,
    );
  });

  test("the same reason of many objects is one trouble", () => {
    const many = [1, 2, 3].map((n) =>
      below(c1, "Machine", `w-${n}`, { tone: "bad", says: `MockMachine w-${n} does not exist; create it` }),
    );
    const { troubles } = verdict(c1, ...many);
    expect(troubles).toHaveLength(1);
    expect(troubles[0]?.rows).toHaveLength(3);
  });
});

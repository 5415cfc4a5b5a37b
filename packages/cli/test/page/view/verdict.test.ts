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

describe("the verdict", () => {
  test("reports that no objects exist", () => {
    expect(verdict().state).toBe("empty");
  });

  test("reports that all is well, with the number of Running Machines", () => {
    expect(verdict(c1, w1)).toMatchObject({
      state: "well",
      clusters: 1,
      machines: { total: 1, running: 1 },
      troubles: [],
    });
  });

  test("reports the object in progress instead of its ancestors and waiting Clusters", () => {
    const cluster = { ...c1, tone: "busy", says: "waits for its Machines" } as const;
    const machine = { ...w1, tone: "busy", phase: "Pending", since: now } as const;
    const infrastructure = below(machine, "MockMachine", "w-1", { tone: "busy", since: now });
    const { state, progress } = verdict(cluster, machine, infrastructure);
    expect(state).toBe("busy");
    expect(progress.map(({ id }) => id)).toEqual([machine.id]);
  });

  test("names an error at its origin instead of where it is propagated", () => {
    const stuck = { ...w1, tone: "bad", says: "MockMachine w-1: no capacity" } as const;
    const infrastructure = below(w1, "MockMachine", "w-1", { tone: "bad", says: "no capacity", since: longAgo });
    expect(troublesOf(verdict({ ...c1, tone: "bad" }, stuck, infrastructure))).toEqual([
      `error ${infrastructure.id}: no capacity`,
    ]);
  });

  test("lists objects that wait for more than a minute as stuck, after the errors", () => {
    const slow = { ...w1, tone: "busy", says: "waits for its Node", since: longAgo } as const;
    const bad = below(c1, "Machine", "w-2", { tone: "bad", says: "quota exceeded", since: now });
    const { state, troubles } = verdict(c1, slow, bad);
    expect(state).toBe("stuck");
    expect(troubles.map(({ type, says }) => `${type}: ${says}`)).toEqual([
      "error: quota exceeded",
      "slow: waits for its Node",
    ]);
  });

  test("shows an object's error despite a slow object below it", () => {
    const slow = below(w1, "MockMachine", "w-1", { tone: "busy", says: "starting", since: longAgo });
    expect(troublesOf(verdict(c1, { ...w1, tone: "bad", says: "the Node is gone" }, slow))).toContain(
      `error ${w1.id}: the Node is gone`,
    );
  });

  test("combines the same reason for many objects", () => {
    const many = [1, 2, 3].map((n) =>
      below(c1, "Machine", `w-${n}`, { tone: "bad", says: `MockMachine w-${n} does not exist; create it` }),
    );
    const { troubles } = verdict(c1, ...many);
    expect(troubles).toHaveLength(1);
    expect(troubles[0]?.rows).toHaveLength(3);
  });
});

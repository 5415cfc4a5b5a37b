import { expect, test } from "vitest";
import { World } from "../../../page/model/world.ts";
import type { Reconcile, Update } from "../../../src/page/protocol.ts";
import { row } from "./drawn-rows.ts";

const startMs = Date.parse("2026-01-01T00:00:00Z");

function snapshot(fields: Partial<Extract<Update, { readonly type: "snapshot" }>> = {}): Update {
  return {
    type: "snapshot",
    command: "dev",
    project: "hello",
    server: { url: "https://127.0.0.1:1", kubeconfig: "/tmp/kubeconfig" },
    now: "2026-01-01T00:00:05Z",
    rows: [],
    reconciles: [],
    faults: [],
    offeredFaults: [],
    ...fields,
  };
}

function reconcile(number: number): Reconcile {
  return { number, manager: "m", own: true, controller: "c", at: "", ms: 1, outcome: "success", requests: [] };
}

test("a new snapshot replaces all state, as after a lost stream", () => {
  const world = new World(() => startMs);
  world.apply([snapshot({ rows: [row("Cluster", "c1"), row("Machine", "m1")], reconciles: [reconcile(1)] })]);
  world.apply([snapshot({ rows: [row("Cluster", "c2")], reconciles: [reconcile(2)] })]);
  expect([...world.forest.rows()].map(({ name }) => name)).toEqual(["c2"]);
  expect(world.reconciles.value.map(({ number }) => number)).toEqual([2]);
});

test("ages use the server's clock instead of the browser's", () => {
  const world = new World(() => startMs);
  world.apply([snapshot()]);
  expect(world.now.value).toBe(startMs + 5_000);
});

test("reconciles are kept up to a limit, newest first", () => {
  const world = new World(() => startMs);
  world.apply([snapshot()]);
  world.apply(
    Array.from({ length: 600 }, (_, index): Update => ({ type: "reconciles", reconciles: [reconcile(index + 1)] })),
  );
  expect(world.reconciles.value).toHaveLength(500);
  expect(world.reconciles.value[0]?.number).toBe(600);
});

import { expect, test } from "vitest";
import { PhaseHistory } from "../../src/page/phases.ts";

test("the history keeps a limited number of phase changes until their object is deleted", () => {
  const history = new PhaseHistory();
  history.note("a", undefined, 0);
  expect(history.of("a")).toBeUndefined();
  history.note("a", "Pending", 1);
  const first = history.of("a");
  history.note("a", "Pending", 2);
  expect(history.of("a")).toBe(first);
  expect(first).toEqual([{ phase: "Pending", at: "1970-01-01T00:00:00.001Z" }]);
  for (let at = 3; at < 100; at += 1) history.note("a", at % 2 === 0 ? "Running" : "Provisioned", at);
  expect(history.of("a")?.length).toBe(30);
  expect(history.of("a")?.at(-1)).toEqual({ phase: "Provisioned", at: "1970-01-01T00:00:00.099Z" });
  history.forget("a");
  expect(history.of("a")).toBeUndefined();
});

import { expect, test } from "vitest";
import { PhaseTracker, literalProposal, type MachineFacts, type PhaseTransition } from "@capstan/phases";

const infra = { kind: "TestMachine", name: "i" };
const provisioned: MachineFacts = {
  bootstrapData: "set",
  providerID: "p",
  infrastructure: { object: infra, state: "found", ready: true, providerID: "p" },
};

function track(options = {}): { tracker: PhaseTracker; seen: PhaseTransition[]; at: (minute: number) => Date } {
  const tracker = new PhaseTracker(options);
  const seen: PhaseTransition[] = [];
  tracker.on("transition", (transition) => seen.push(transition));
  return { tracker, seen, at: (minute) => new Date(Date.UTC(2026, 0, 1, 0, minute)) };
}

test("emits each transition once, with its time and its reasons", () => {
  const { tracker, seen, at } = track();
  tracker.observe("default/m1", { storedPhase: "" }, at(0));
  tracker.observe("default/m1", {}, at(1));
  const result = tracker.observe("default/m1", provisioned, at(2));
  tracker.observe("default/m1", { ...provisioned, node: { ready: true } }, at(3));
  expect(seen.map(({ machine, from, to, at: when }) => [machine, from, to, when])).toEqual([
    ["default/m1", "", "pending", at(0)],
    ["default/m1", "pending", "provisioned", at(2)],
    ["default/m1", "provisioned", "running", at(3)],
  ]);
  expect(seen[1]?.because).toEqual(result.met);
  expect(seen[1]?.because.map(({ id }) => id)).toContain("provider-id");
  expect(tracker.phaseOf("default/m1")).toBe("running");
});

test("repeats no transition after a restart: it compares the first facts with the stored phase", () => {
  const { tracker, seen, at } = track();
  tracker.observe("m1", { ...provisioned, storedPhase: "provisioned" }, at(0));
  tracker.observe("m2", { ...provisioned, storedPhase: "provisioning" }, at(0));
  expect(seen).toMatchObject([{ machine: "m2", from: "provisioning", to: "provisioned" }]);
});

test("separates Machines, and emits no transition of a paused one", () => {
  const { tracker, seen, at } = track();
  tracker.observe("m1", { paused: true, storedPhase: "running" }, at(0));
  expect(tracker.phaseOf("m1")).toBeUndefined();
  tracker.observe("m2", provisioned, at(0));
  tracker.observe("m1", { storedPhase: "running" }, at(1));
  expect(seen.map(({ machine, from, to }) => [machine, from, to])).toEqual([
    ["m2", "", "provisioned"],
    ["m1", "running", "pending"],
  ]);
});

test("starts again for a forgotten Machine", () => {
  const { tracker, seen, at } = track();
  tracker.observe("m1", provisioned, at(0));
  tracker.forget("m1");
  tracker.observe("m1", provisioned, at(1));
  expect(seen).toHaveLength(2);
});

test("follows its options", () => {
  const { tracker, at } = track(literalProposal);
  expect(tracker.observe("m1", { bootstrapData: "set" }, at(0)).phase).toBe("pending");
});

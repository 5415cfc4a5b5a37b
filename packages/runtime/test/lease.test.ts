// The Lease that managers compete for: its name, its content, and when a candidate takes it.
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { decideLease, leaseSpec } from "../src/manager/lease-decision.ts";
import { leaseNameOf } from "../src/manager/lease-name.ts";

describe("the name of a Lease", () => {
  test("is the manager's name, for a manager that serves everything", () => {
    expect([leaseNameOf("core", {}), leaseNameOf("core", { namespaces: [] })]).toEqual(["core", "core"]);
  });

  test("has eight digits of a hash of the scope, for a manager that serves a part", () => {
    const hash = (share: string) => createHash("sha256").update(share).digest("hex").slice(0, 8);
    expect(leaseNameOf("core", { namespaces: ["b", "a", "b"] })).toBe(`core-${hash('[["a","b"],null]')}`);
    expect(leaseNameOf("core", { watchFilter: "w" })).toBe(`core-${hash('[[],"w"]')}`);
  });

  test("is the same only for managers with the same scope", () => {
    const shares = [
      {},
      { namespaces: ["a"] },
      { namespaces: ["b"] },
      { namespaces: ["a", "b"] },
      { watchFilter: "a" },
      { watchFilter: "" },
    ];
    const names = shares.map((share) => leaseNameOf("core", share));
    expect(new Set(names).size).toBe(shares.length);
    expect(leaseNameOf("core", { namespaces: ["b", "a"] })).toBe(names[3]);
    expect(leaseNameOf("other", { namespaces: ["a"] })).not.toBe(names[1]);
  });
});

describe("a candidate", () => {
  test.each<[spec: Parameters<typeof decideLease>[0], unchangedMs: number, decision: string]>([
    [undefined, 0, "take"],
    [{}, 0, "take"],
    [{ holderIdentity: "" }, 0, "take"],
    [{ holderIdentity: "me", leaseDurationSeconds: 1 }, 5_000, "renew"],
    [{ holderIdentity: "other", leaseDurationSeconds: 2 }, 1_999, "wait"],
    [{ holderIdentity: "other", leaseDurationSeconds: 2 }, 2_000, "take"],
    [{ holderIdentity: "other" }, 14_999, "wait"],
    [{ holderIdentity: "other" }, 15_000, "take"],
    [{ holderIdentity: "other", leaseDurationSeconds: 0 }, 0, "take"],
  ])("that has seen %j unchanged for %i ms: %s", (spec, unchangedMs, decision) => {
    expect(decideLease(spec, "me", unchangedMs, 15_000)).toBe(decision);
  });

  const holder = { identity: "me", leaseDurationMs: 2_400, nowMs: Date.UTC(2026, 0, 1) };
  const now = "2026-01-01T00:00:00.000000Z";
  const own = { holderIdentity: "me", leaseDurationSeconds: 3, renewTime: now };
  const other = {
    holderIdentity: "other",
    leaseDurationSeconds: 15,
    acquireTime: "a",
    renewTime: "b",
    leaseTransitions: 4,
  };

  test.each<[what: string, ...Parameters<typeof leaseSpec>, spec: object]>([
    ["a Lease that is new", undefined, "take", holder, { ...own, acquireTime: now, leaseTransitions: 0 }],
    ["one that another had", other, "take", holder, { ...own, acquireTime: now, leaseTransitions: 5 }],
    ["one that no one has had", {}, "take", holder, { ...own, acquireTime: now, leaseTransitions: 1 }],
    [
      "its own again",
      { ...other, holderIdentity: "me" },
      "renew",
      holder,
      { ...own, acquireTime: "a", leaseTransitions: 4 },
    ],
    [
      "one with a field that is not known here",
      { ...other, strategy: "x" } as typeof other,
      "renew",
      holder,
      { ...own, acquireTime: "a", leaseTransitions: 4, strategy: "x" },
    ],
  ])("writes into %s the holder, the duration and the start", (_what, previous, decision, by, spec) => {
    expect(leaseSpec(previous, decision, by)).toStrictEqual(spec);
  });
});

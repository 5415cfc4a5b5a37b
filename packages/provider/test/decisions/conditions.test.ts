import type { ProviderDefinition } from "@capstan/provider";
import { describe, expect, test } from "vitest";
import type { Finding } from "../../src/finding/finding.ts";
import type { AuthorCondition } from "../../src/outcome/outcome.ts";
import { conditionsOf, nextConditions, notPaused, pausedCondition } from "../../src/status/conditions.ts";
import { BoxControlPlane, BoxMachine, createdAt } from "./definitions.ts";

/** The conditions that a finding makes, by type: what each says. */
function saidOf(definition: ProviderDefinition, finding: Finding, wasDone = false): Record<string, string> {
  const drafts = conditionsOf(definition, wasDone, finding);
  return Object.fromEntries(
    drafts.map(({ type, status, reason, message }) => [type, [status, reason, message].join("|")]),
  );
}

const provisioned: Finding = { progress: "provisioned", reason: "Provisioned", message: "" };
const pending: Finding = { progress: "pending", reason: "Starting", message: "soon" };
const paused = { Paused: "False|NotPaused|" };

describe("the conditions of a machine", () => {
  test("are all well once it is provisioned", () => {
    expect(saidOf(BoxMachine, provisioned)).toEqual({
      ...paused,
      Ready: "True|Ready|",
      InstanceProvisioned: "True|Provisioned|",
    });
  });

  test.each(["pending", "waiting", "failed"] as const)("say why it is not, in the same words: %s", (progress) => {
    const words = "False|Starting|soon";
    expect(saidOf(BoxMachine, { ...pending, progress })).toEqual({
      ...paused,
      Ready: words,
      InstanceProvisioned: words,
    });
  });

  test("report the present: it may no longer be there", () => {
    expect(saidOf(BoxMachine, pending, true)).toMatchObject({ InstanceProvisioned: "False|Starting|soon" });
  });

  test("leave open whether it is there, when an error kept it from being seen", () => {
    const blocked: Finding = { progress: "blocked", reason: "ReconcileError", message: "timeout" };
    expect(saidOf(BoxMachine, blocked, true)).toEqual({ ...paused, Ready: "False|ReconcileError|timeout" });
  });

  test("say that it is deleted, with the author's reason in the message", () => {
    const deleting: Finding = { progress: "deleting", reason: "Stopping", message: "" };
    expect(saidOf(BoxMachine, deleting)).toEqual({
      ...paused,
      Ready: "False|Deleting|Stopping",
      InstanceProvisioned: "False|Stopping|",
    });
    expect(saidOf(BoxMachine, { ...deleting, message: "soon" })).toMatchObject({
      Ready: "False|Deleting|Stopping: soon",
    });
  });
});

describe("the author's own conditions", () => {
  const own = (type: string, status: AuthorCondition["status"], message?: string): AuthorCondition => ({
    type,
    status,
    reason: "Known",
    ...(message === undefined ? {} : { message }),
  });
  const readyWith = (...conditions: AuthorCondition[]) =>
    saidOf(BoxMachine, { ...provisioned, conditions }).Ready ?? "";

  test("are written as they are, with an empty message by default", () => {
    const conditions = [own("DiskAttached", "True"), own("NetworkUp", "True", "two of two")];
    expect(saidOf(BoxMachine, { ...provisioned, conditions })).toEqual({
      ...paused,
      Ready: "True|Ready|",
      InstanceProvisioned: "True|Provisioned|",
      DiskAttached: "True|Known|",
      NetworkUp: "True|Known|two of two",
    });
  });

  test("are written also when an error came after them", () => {
    const blocked: Finding = { progress: "blocked", reason: "ReconcileError", message: "x" };
    expect(saidOf(BoxMachine, { ...blocked, conditions: [own("DiskAttached", "True")] })).toMatchObject({
      DiskAttached: "True|Known|",
    });
  });

  test("are what Ready depends on: one that is False before one that is Unknown", () => {
    expect(readyWith(own("A", "True"), own("B", "Unknown"))).toBe("Unknown|Known|B: Known");
    expect(readyWith(own("A", "Unknown"), own("B", "False", "no disk"))).toBe("False|Known|B: no disk");
    expect(readyWith(own("A", "False"), own("B", "False"))).toBe("False|Known|A: Known");
  });

  test.each(["RollingOut", "ScalingUp", "ScalingDown"])(
    "do not make Ready False by %s, which is False when all is well",
    (type) => {
      expect(readyWith(own(type, "False"))).toBe("True|Ready|");
    },
  );
});

describe("the conditions of a control plane", () => {
  const initialized: Finding = { progress: "provisioned", reason: "Initialized", message: "" };
  const available = "True|Available|";

  test("say that it is available once it takes requests", () => {
    expect(saidOf(BoxControlPlane, initialized)).toEqual({
      ...paused,
      Ready: "True|Ready|",
      Initialized: "True|Initialized|",
      Available: available,
    });
  });

  test("say before that it is not, with the reason", () => {
    expect(saidOf(BoxControlPlane, pending)).toMatchObject({
      Initialized: "False|Starting|soon",
      Available: "False|Starting|soon",
    });
  });

  test("keep Initialized and Available once it has taken requests, while Ready says what is missing", () => {
    expect(saidOf(BoxControlPlane, pending, true)).toEqual({
      ...paused,
      Ready: "False|Starting|soon",
      Initialized: "True|Initialized|",
      Available: available,
    });
  });

  test("say that it is not available once it has failed, whatever was before", () => {
    const failed: Finding = { progress: "failed", reason: "Lost", message: "gone" };
    expect(saidOf(BoxControlPlane, failed, true)).toMatchObject({
      Initialized: "True|Initialized|",
      Available: "False|Lost|gone",
    });
  });

  test("have the author's Available in place of the SDK's", () => {
    const conditions: AuthorCondition[] = [{ type: "Available", status: "False", reason: "Quorum", message: "lost" }];
    const drafts = conditionsOf(BoxControlPlane, true, { ...initialized, conditions });
    expect(drafts.filter(({ type }) => type === "Available")).toEqual(conditions);
  });

  test("have the SDK's Available next to other conditions of the author's", () => {
    const conditions: AuthorCondition[] = [{ type: "Quorum", status: "True", reason: "Complete" }];
    expect(saidOf(BoxControlPlane, { ...initialized, conditions })).toMatchObject({ Available: available });
  });

  test("leave Available as it is while it is deleted", () => {
    const deleting: Finding = { progress: "deleting", reason: "Stopping", message: "" };
    expect(saidOf(BoxControlPlane, deleting, true)).not.toHaveProperty("Available");
  });
});

describe("the next conditions of an object", () => {
  const earlier = createdAt;
  const now = "2026-01-01T00:01:00Z";
  const draft = { type: "Ready", status: "False", reason: "Starting", message: "soon" } as const;

  test("have the generation, and the time at which they began to hold", () => {
    expect(nextConditions(undefined, [draft], { generation: 3, now })).toEqual([
      { ...draft, observedGeneration: 3, lastTransitionTime: now },
    ]);
  });

  test("keep that time while only the words change, and conditions of others", () => {
    const other = { type: "Other", status: "True", reason: "", message: "", lastTransitionTime: earlier };
    const present = [other, { ...draft, reason: "Queued", observedGeneration: 2, lastTransitionTime: earlier }];
    const next = nextConditions(present, [draft], { generation: 3, now });
    expect(next).toHaveLength(2);
    expect(next).toEqual(
      expect.arrayContaining([other, { ...draft, observedGeneration: 3, lastTransitionTime: earlier }]),
    );
  });

  test("are read from the form of contract v1beta1: without severity, with reason and message if they were left out", () => {
    const present = [{ type: "Other", status: "True", severity: "Info", lastTransitionTime: earlier }];
    expect(nextConditions(present, [], { generation: 3, now })).toEqual([
      { type: "Other", status: "True", reason: "", message: "", lastTransitionTime: earlier },
    ]);
  });

  test("are only the new ones where the object has something that is not a list", () => {
    expect(nextConditions({ type: "Other" }, [draft], { generation: 3, now })).toHaveLength(1);
  });
});

test("Paused says that it is, and by what", () => {
  expect(pausedCondition("by its Cluster")).toEqual({
    type: "Paused",
    status: "True",
    reason: "Paused",
    message: "by its Cluster",
  });
  expect(notPaused).toEqual({ type: "Paused", status: "False", reason: "NotPaused", message: "" });
});

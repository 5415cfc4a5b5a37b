import type { ProviderDefinition } from "@capstan/provider";
import { describe, expect, test } from "vitest";
import type { Finding } from "../../src/finding/finding.ts";
import type { AuthorCondition } from "../../src/outcome/outcome.ts";
import { conditionsOf, nextConditions, notPaused, pausedCondition } from "../../src/status/conditions.ts";
import { BoxControlPlane, BoxMachine, createdAt } from "./definitions.ts";

/** The conditions of a finding, by type. */
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
  test("are all positive once it is provisioned", () => {
    expect(saidOf(BoxMachine, provisioned)).toEqual({
      ...paused,
      Ready: "True|Ready|",
      InstanceProvisioned: "True|Provisioned|",
    });
  });

  test.each(["pending", "waiting", "failed"] as const)(
    "report why it is not provisioned, with the same message: %s",
    (progress) => {
      const words = "False|Starting|soon";
      expect(saidOf(BoxMachine, { ...pending, progress })).toEqual({
        ...paused,
        Ready: words,
        InstanceProvisioned: words,
      });
    },
  );

  test("report the present: the machine may no longer exist", () => {
    expect(saidOf(BoxMachine, pending, true)).toMatchObject({ InstanceProvisioned: "False|Starting|soon" });
  });

  test("do not report whether it exists after an error in observing it", () => {
    const blocked: Finding = { progress: "blocked", reason: "ReconcileError", message: "timeout" };
    expect(saidOf(BoxMachine, blocked, true)).toEqual({ ...paused, Ready: "False|ReconcileError|timeout" });
  });

  test("report its deletion, with the author's reason in the message", () => {
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

  test("are written unchanged, with an empty message by default", () => {
    const conditions = [own("DiskAttached", "True"), own("NetworkUp", "True", "two of two")];
    expect(saidOf(BoxMachine, { ...provisioned, conditions })).toEqual({
      ...paused,
      Ready: "True|Ready|",
      InstanceProvisioned: "True|Provisioned|",
      DiskAttached: "True|Known|",
      NetworkUp: "True|Known|two of two",
    });
  });

  test("are written even if an error follows", () => {
    const blocked: Finding = { progress: "blocked", reason: "ReconcileError", message: "x" };
    expect(saidOf(BoxMachine, { ...blocked, conditions: [own("DiskAttached", "True")] })).toMatchObject({
      DiskAttached: "True|Known|",
    });
  });

  test("decide Ready: a False one before an Unknown one", () => {
    expect(readyWith(own("A", "True"), own("B", "Unknown"))).toBe("Unknown|Known|B: Known");
    expect(readyWith(own("A", "Unknown"), own("B", "False", "no disk"))).toBe("False|Known|B: no disk");
    expect(readyWith(own("A", "False"), own("B", "False"))).toBe("False|Known|A: Known");
  });

  test.each(["RollingOut", "ScalingUp", "ScalingDown"])(
    "do not make Ready False by %s, whose normal status is False",
    (type) => {
      expect(readyWith(own(type, "False"))).toBe("True|Ready|");
    },
  );
});

describe("the conditions of a control plane", () => {
  const initialized: Finding = { progress: "provisioned", reason: "Initialized", message: "" };
  const available = "True|Available|";

  test("report that it is available once it accepts requests", () => {
    expect(saidOf(BoxControlPlane, initialized)).toEqual({
      ...paused,
      Ready: "True|Ready|",
      Initialized: "True|Initialized|",
      Available: available,
    });
  });

  test("report before that why it is unavailable", () => {
    expect(saidOf(BoxControlPlane, pending)).toMatchObject({
      Initialized: "False|Starting|soon",
      Available: "False|Starting|soon",
    });
  });

  test("keep Initialized and Available once it accepts requests, while Ready shows later problems", () => {
    expect(saidOf(BoxControlPlane, pending, true)).toEqual({
      ...paused,
      Ready: "False|Starting|soon",
      Initialized: "True|Initialized|",
      Available: available,
    });
  });

  test("report that it is unavailable after a failure, in any earlier state", () => {
    const failed: Finding = { progress: "failed", reason: "Lost", message: "gone" };
    expect(saidOf(BoxControlPlane, failed, true)).toMatchObject({
      Initialized: "True|Initialized|",
      Available: "False|Lost|gone",
    });
  });

  test("have the author's Available instead of the SDK's", () => {
    const conditions: AuthorCondition[] = [{ type: "Available", status: "False", reason: "Quorum", message: "lost" }];
    const drafts = conditionsOf(BoxControlPlane, true, { ...initialized, conditions });
    expect(drafts.filter(({ type }) => type === "Available")).toEqual(conditions);
  });

  test("have the SDK's Available with other conditions of the author", () => {
    const conditions: AuthorCondition[] = [{ type: "Quorum", status: "True", reason: "Complete" }];
    expect(saidOf(BoxControlPlane, { ...initialized, conditions })).toMatchObject({ Available: available });
  });

  test("keep Available during deletion", () => {
    const deleting: Finding = { progress: "deleting", reason: "Stopping", message: "" };
    expect(saidOf(BoxControlPlane, deleting, true)).not.toHaveProperty("Available");
  });
});

describe("the next conditions of an object", () => {
  const earlier = createdAt;
  const now = "2026-01-01T00:01:00Z";
  const draft = { type: "Ready", status: "False", reason: "Starting", message: "soon" } as const;

  test("have the generation, and the transition time", () => {
    expect(nextConditions(undefined, [draft], { generation: 3, now })).toEqual([
      { ...draft, observedGeneration: 3, lastTransitionTime: now },
    ]);
  });

  test("keep that time and the conditions of others while only the message changes", () => {
    const other = { type: "Other", status: "True", reason: "", message: "", lastTransitionTime: earlier };
    const present = [other, { ...draft, reason: "Queued", observedGeneration: 2, lastTransitionTime: earlier }];
    const next = nextConditions(present, [draft], { generation: 3, now });
    expect(next).toHaveLength(2);
    expect(next).toEqual(
      expect.arrayContaining([other, { ...draft, observedGeneration: 3, lastTransitionTime: earlier }]),
    );
  });

  test("are read from contract v1beta1 without severity, with default reason and message", () => {
    const present = [{ type: "Other", status: "True", severity: "Info", lastTransitionTime: earlier }];
    expect(nextConditions(present, [], { generation: 3, now })).toEqual([
      { type: "Other", status: "True", reason: "", message: "", lastTransitionTime: earlier },
    ]);
  });

  test("are only the new ones if the object has a malformed list", () => {
    expect(nextConditions({ type: "Other" }, [draft], { generation: 3, now })).toHaveLength(1);
  });
});

test("Paused reports the pause and its cause", () => {
  expect(pausedCondition("by its Cluster")).toEqual({
    type: "Paused",
    status: "True",
    reason: "Paused",
    message: "by its Cluster",
  });
  expect(notPaused).toEqual({ type: "Paused", status: "False", reason: "NotPaused", message: "" });
});

import type { Cluster } from "@capstan/contract";
import type { ProviderDefinition } from "@capstan/provider";
import { describe, expect, test } from "vitest";
import type { Finding } from "../../src/finding/finding.ts";
import { whyPaused } from "../../src/lifecycle/pausing.ts";
import type { CachedObject } from "../../src/object/stored-object.ts";
import { hasBeenDone } from "../../src/status/has-been-done.ts";
import { nextSpec, nextStatus, pausedStatus, type StatusContext } from "../../src/status/next-status.ts";
import { stillFailed } from "../../src/status/still-failed.ts";
import { postponeWaitingMs } from "../../src/status/waiting.ts";
import { BothMachine, BoxMachine, BoxPool, createdAt, OldMachine, stored } from "./definitions.ts";

const now = "2026-01-01T00:01:00Z";
const provisioned: Finding = { progress: "provisioned", reason: "Provisioned", message: "" };
const pending: Finding = { progress: "pending", reason: "Starting", message: "" };
const failed: Finding = { progress: "failed", reason: "Lost", message: "It is gone" };

/** The status for a finding, without its conditions. */
function statusAfter(
  definition: ProviderDefinition,
  status: object | undefined,
  finding: Finding,
  context: Partial<StatusContext> = {},
): object {
  const object = stored(definition, status === undefined ? {} : { status });
  const next = nextStatus(object, finding, { definition, now, observesGeneration: false, ...context });
  const entries: [string, unknown][] = Object.entries(next);
  return Object.fromEntries(entries.filter(([name]) => name !== "conditions"));
}

describe("the status after a finding", () => {
  test("has the contract's flag only after provisioning", () => {
    expect(statusAfter(BoxMachine, undefined, provisioned)).toEqual({ initialization: { provisioned: true } });
    expect(statusAfter(OldMachine, undefined, provisioned)).toEqual({ ready: true });
    expect(statusAfter(BothMachine, undefined, provisioned)).toEqual({
      ready: true,
      initialization: { provisioned: true },
    });
    expect(statusAfter(BoxMachine, undefined, pending)).toEqual({});
  });

  test("keeps the flag after any later finding, and the fields of other managers", () => {
    const initialization = { provisioned: true, other: true };
    expect(statusAfter(BoxMachine, { initialization }, pending)).toEqual({ initialization });
    expect(statusAfter(BoxMachine, { initialization: { other: true } }, provisioned)).toEqual({ initialization });
  });

  test("has the facts and the author's fields, and keeps omitted ones", () => {
    const addresses = [{ type: "InternalIP", address: "10.0.0.1" }];
    const finding: Finding = { ...pending, facts: { addresses }, ownStatus: { serverName: "two" } };
    expect(statusAfter(BoxMachine, { serverName: "one", failureDomain: "a" }, finding)).toEqual({
      serverName: "two",
      failureDomain: "a",
      addresses,
    });
  });

  test("drops a list that is replaced with an empty one", () => {
    const addresses = [{ type: "InternalIP", address: "10.0.0.1" }];
    const finding: Finding = { ...pending, facts: { addresses: [] } };
    const status = statusAfter(BoxMachine, { addresses, failureDomain: "a" }, finding);
    expect(status).toEqual({ failureDomain: "a" });
    expect(JSON.stringify(status)).not.toContain("addresses");
  });

  test("drops a field that the author sets to undefined", () => {
    const ownStatus = { serverName: undefined };
    expect(statusAfter(BoxMachine, { serverName: "one" }, { ...pending, ownStatus })).toStrictEqual({});
  });

  test("has the observed generation if the kind has the field, except after an error", () => {
    const context = { observesGeneration: true };
    expect(statusAfter(BoxMachine, { observedGeneration: 1 }, pending, context)).toEqual({ observedGeneration: 3 });
    expect(statusAfter(BoxMachine, { observedGeneration: 1 }, pending)).toEqual({ observedGeneration: 1 });
    const blocked: Finding = { progress: "blocked", reason: "ReconcileError", message: "" };
    expect(statusAfter(BoxMachine, { observedGeneration: 1 }, blocked, context)).toEqual({ observedGeneration: 1 });
  });

  test("has no observed generation if the object has no generation", () => {
    const object = stored(BoxMachine, { metadata: { generation: undefined } });
    const next = nextStatus(object, pending, { definition: BoxMachine, now, observesGeneration: true });
    expect(next).not.toHaveProperty("observedGeneration");
    expect(next).toMatchObject({
      conditions: expect.arrayContaining([expect.objectContaining({ observedGeneration: 0 })]) as unknown,
    });
  });

  test("has a failure in the fields of contract v1beta1, and not in v1beta2", () => {
    const failure = { failureReason: "Lost", failureMessage: "It is gone" };
    expect(statusAfter(OldMachine, undefined, failed)).toEqual(failure);
    expect(statusAfter(BothMachine, undefined, failed)).toMatchObject(failure);
  });

  test("drops a past failure, unless the contract makes it final", () => {
    const failure = { failureReason: "Lost", failureMessage: "It is gone" };
    expect(statusAfter(BothMachine, failure, pending)).toEqual({});
    expect(statusAfter(OldMachine, failure, pending)).toEqual(failure);
  });

  test("has the conditions of all contracts in the newest form, and in v1beta1 with severity", () => {
    const conditions = (definition: ProviderDefinition) =>
      (
        nextStatus(stored(definition), pending, { definition, now, observesGeneration: false }) as {
          conditions: object[];
        }
      ).conditions;
    expect(conditions(BothMachine)).toContainEqual({
      type: "Ready",
      status: "False",
      reason: "Starting",
      message: "",
      observedGeneration: 3,
      lastTransitionTime: now,
    });
    expect(conditions(OldMachine)).toContainEqual(
      expect.objectContaining({ type: "Ready", status: "False", severity: "Info", lastTransitionTime: now }),
    );
  });
});

test("the spec gets reported fields, and stays the identical object without them", () => {
  const spec = { size: "small" };
  expect(nextSpec(spec, { ...provisioned, facts: { providerID: "box://1" } }, BoxMachine)).toEqual({
    size: "small",
    providerID: "box://1",
  });
  expect(nextSpec(spec, provisioned, BoxMachine)).toBe(spec);
  expect(nextSpec(undefined, provisioned, BoxMachine)).toBeUndefined();
});

test("only Paused changes for a paused object", () => {
  const ready = { type: "Ready", status: "True", reason: "Ready", message: "", lastTransitionTime: createdAt };
  const object = stored(BoxMachine, { status: { serverName: "one", conditions: [ready] } });
  const draft = { type: "Paused", status: "True", reason: "Paused", message: "by its Cluster" } as const;
  const next = pausedStatus(object, draft, { definition: BoxMachine, now, observesGeneration: true });
  expect(next).toMatchObject({ serverName: "one" });
  const { conditions } = next as { conditions: unknown };
  expect(conditions).toHaveLength(2);
  expect(conditions).toEqual(
    expect.arrayContaining([ready, { ...draft, observedGeneration: 3, lastTransitionTime: now }]),
  );
});

describe("the earlier completion of an object", () => {
  test("is known from its contract flag", () => {
    expect(hasBeenDone(BoxMachine, stored(BoxMachine, { status: { initialization: { provisioned: true } } }))).toBe(
      true,
    );
    expect(hasBeenDone(OldMachine, stored(OldMachine, { status: { ready: true } }))).toBe(true);
    expect(hasBeenDone(BoxMachine, stored(BoxMachine, { status: { conditions: [] } }))).toBe(false);
    expect(hasBeenDone(BoxMachine, stored(BoxMachine))).toBe(false);
  });

  test("is known from its ids after a restore, which drops the status", () => {
    expect(hasBeenDone(BoxMachine, stored(BoxMachine, { spec: { providerID: "box://1" } }))).toBe(true);
    expect(hasBeenDone(BoxPool, stored(BoxPool, { spec: { providerIDList: ["box://1"] } }))).toBe(true);
    const reported = { spec: { providerID: "box://1" }, status: { conditions: [] } };
    expect(hasBeenDone(BoxMachine, stored(BoxMachine, reported))).toBe(false);
  });
});

describe("a permanent failure", () => {
  const failure = { failureReason: "Lost", failureMessage: "It is gone" };

  test("is reported again with the same message if the contract makes it final", () => {
    expect(stillFailed(OldMachine, stored(OldMachine, { status: failure }))).toEqual(failed);
    expect(stillFailed(OldMachine, stored(OldMachine, { status: { failureReason: "Lost" } }))).toEqual({
      ...failed,
      message: "",
    });
    expect(stillFailed(OldMachine, stored(OldMachine, { status: { failureMessage: "It is gone" } }))).toEqual({
      ...failed,
      reason: "Failed",
    });
  });

  test("does not exist without its fields, nor under contract v1beta2", () => {
    expect(stillFailed(OldMachine, stored(OldMachine))).toBeUndefined();
    expect(stillFailed(BothMachine, stored(BothMachine, { status: failure }))).toBeUndefined();
  });
});

describe("the status write of a waiting object", () => {
  const createdMs = Date.parse(createdAt);
  const condition = (message: string, status = "False") => ({
    status: { conditions: [{ type: "Ready", status, reason: "Waiting", message }] },
  });
  const waits = (object: CachedObject, afterMs: number, next: object = condition("for that").status) =>
    postponeWaitingMs(object, next, createdMs + afterMs);

  test("is delayed the first time until the object is ten seconds old", () => {
    expect(waits(stored(BoxMachine), 0)).toBe(10_000);
    expect(waits(stored(BoxMachine), 4_000)).toBe(6_000);
    expect(waits(stored(BoxMachine), 10_000)).toBe(0);
    expect(waits(stored(BoxMachine), 20_000)).toBe(0);
    // the clocks of two machines differ slightly
    expect(waits(stored(BoxMachine), -3_000)).toBe(10_000);
  });

  test("is delayed for a new message until the object is thirty seconds old", () => {
    const object = stored(BoxMachine, condition("for this"));
    expect(waits(object, 12_000)).toBe(18_000);
    expect(waits(object, 29_999)).toBe(1);
    expect(waits(object, 30_000)).toBe(0);
  });

  test("is not delayed if more than the message changes", () => {
    const object = stored(BoxMachine, condition("for this"));
    expect(waits(object, 12_000, condition("for that", "Unknown").status)).toBe(0);
    expect(waits(object, 12_000, { ...condition("for that").status, serverName: "one" })).toBe(0);
    expect(waits(object, 12_000, { conditions: [] })).toBe(0);
  });

  test("is not delayed if the existing conditions are not a list", () => {
    expect(waits(stored(BoxMachine, { status: { conditions: "none" } }), 12_000)).toBe(0);
  });

  test("is delayed if the same conditions have another order", () => {
    const [ready, disk] = [
      { type: "Ready", status: "False" },
      { type: "Disk", status: "True" },
    ];
    const object = stored(BoxMachine, { status: { conditions: [ready, disk] } });
    expect(waits(object, 12_000, { conditions: [disk, ready] })).toBe(18_000);
  });

  test("is not delayed if the age of the object is unknown", () => {
    expect(waits(stored(BoxMachine, { metadata: { creationTimestamp: undefined } }), 0)).toBe(0);
    expect(waits(stored(BoxMachine), -30_000)).toBe(0);
    expect(waits(stored(BoxMachine), 86_400_000)).toBe(0);
  });
});

describe("the reason for a pause", () => {
  const cluster = (paused?: boolean) =>
    ({ metadata: { name: "c1" }, spec: paused === undefined ? {} : { paused } }) as unknown as Cluster;
  const annotated = stored(BoxMachine, { metadata: { annotations: { "cluster.x-k8s.io/paused": "" } } });

  test("is its Cluster, its annotation with any value, or both", () => {
    const byCluster = "Cluster c1 has spec.paused set";
    const byAnnotation = "BoxMachine has the annotation cluster.x-k8s.io/paused";
    expect(whyPaused(cluster(true), stored(BoxMachine))).toBe(byCluster);
    expect(whyPaused(undefined, annotated)).toBe(byAnnotation);
    expect(whyPaused(cluster(false), annotated)).toBe(byAnnotation);
    expect(whyPaused(cluster(true), annotated)).toBe(`${byCluster}; ${byAnnotation}`);
  });

  test("is undefined for one that is not paused", () => {
    expect(whyPaused(cluster(), stored(BoxMachine))).toBeUndefined();
    expect(whyPaused(undefined, stored(BoxMachine, { metadata: { annotations: { other: "" } } }))).toBeUndefined();
  });
});

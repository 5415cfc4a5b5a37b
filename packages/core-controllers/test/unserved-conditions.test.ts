import { type Condition } from "@capstan/contract";
import { apiVersionOf } from "@capstan/kube";
import { describe, expect, test } from "vitest";
import { unservedConditions } from "../src/controllers/unserved/unserved-conditions.ts";
import { unservedKinds } from "../src/controllers/unserved/unserved-kind.ts";

const time = "2026-11-26T07:00:00Z";
const now = Date.parse(time);
const said = { status: "False", reason: "NotSupported", lastTransitionTime: time } as const;

describe.each(unservedKinds)("an object of the unserved kind $kind.kind", (unserved) => {
  const { kind, conditionType, message } = unserved;
  const object = (status?: object) => ({
    apiVersion: apiVersionOf(kind),
    kind: kind.kind,
    metadata: { name: "o", ...(kind.namespaced ? { namespace: "default" } : {}) },
    ...(status === undefined ? {} : { status }),
  });
  const own: Condition = { type: conditionType, message, ...said };

  test("reports that it is not served, and the remedy", () => {
    expect(unservedConditions(object(), unserved, now)).toEqual([own]);
    expect(message).toMatch(/^Capstan does not .*run the core of Cluster API/);
  });

  test("reports it once, and again only with a new message", () => {
    const { lastTransitionTime } = own;
    expect(unservedConditions(object({ conditions: [own] }), unserved, now + 60_000)).toBeUndefined();
    const [changed] = unservedConditions(object({ conditions: [{ ...own, message: "old" }] }), unserved, now) ?? [];
    expect(changed).toEqual({ ...own, lastTransitionTime });
    const former = { ...own, type: "Former" };
    expect(unservedConditions(object({ conditions: [former] }), unserved, now)).toEqual([own]);
  });

  test.each([
    ["another controller has written its conditions", { conditions: [{ ...own, reason: "Applied" }] }],
    ["another controller has written another one", { conditions: [{ ...own, type: "Paused", reason: "NotPaused" }] }],
    ["another controller has observed it", { observedGeneration: 1 }],
  ])("has no report when %s", (_, status) => {
    expect(unservedConditions(object(status), unserved, now)).toBeUndefined();
  });

  test("loses the report when another controller serves it", () => {
    const foreign: Condition = { ...own, type: "Paused", reason: "NotPaused" };
    expect(unservedConditions(object({ conditions: [own, foreign] }), unserved, now)).toEqual([foreign]);
    expect(unservedConditions(object({ conditions: [own], observedGeneration: 1 }), unserved, now)).toEqual([]);
  });
});

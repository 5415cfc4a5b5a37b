import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { conditionTypes, getCondition, isConditionTrue, Machine } from "@capstan/contract";
import { describe, expect, test } from "vitest";
import { getDeprecatedCondition } from "../src/conditions/get-deprecated-condition.ts";
import { Projection, type Seen, whole } from "../src/kit/projection.ts";
import { machineObject } from "./scene/objects.ts";

const reads = new Projection(Machine, {
  metadata: ["labels"],
  spec: ["version"],
  status: ["nodeRef"],
  conditions: [conditionTypes.ready],
  deprecatedConditions: [conditionTypes.ready],
});

describe("a projection", () => {
  test.each([
    ["differs by a declared label", { metadata: { labels: { a: "b" } } }, true],
    ["differs by a declared field of spec", { spec: { version: "v1.36.0" } }, true],
    ["differs by a declared field of status", { status: { nodeRef: { name: "n" } } }, true],
    ["is the same where a field differs that is not declared", { spec: { failureDomain: "a" } }, false],
    ["is the same where an annotation differs that is not declared", { metadata: { annotations: { a: "b" } } }, false],
  ])("%s", (_, change, expected) => {
    expect(reads.differs(machineObject(change), machineObject())).toBe(expected);
  });

  test("compares only conditions of the declared types", () => {
    const of = (type: string) => machineObject({ status: { conditions: [{ ...ready, type }] } });
    expect(reads.differs(of("Ready"), machineObject())).toBe(true);
    expect(reads.differs(of("Paused"), machineObject())).toBe(false);
  });

  test("has only declared fields, as the compiler enforces", () => {
    const seen: Seen<typeof reads> = machineObject();
    expect(seen.metadata.labels).toBeUndefined();
    expect(seen.metadata.name).toBe("m1");
    expect(isConditionTrue(seen, "Ready")).toBe(false);
    // @ts-expect-error annotations are not declared
    expect(seen.metadata.annotations).toBeUndefined();
    // @ts-expect-error the reference is not declared
    expect(seen.spec.infrastructureRef).toBeDefined();
    // @ts-expect-error the phase is not declared
    expect(seen.status?.phase).toBeUndefined();
    // @ts-expect-error conditions of this type are not declared
    expect(getCondition(seen, "Paused")).toBeUndefined();
    // @ts-expect-error nor among those of v1beta1
    expect(getDeprecatedCondition(seen, "Paused")).toBeUndefined();
    // @ts-expect-error a list of conditions would show those of all types
    expect(seen.status?.conditions?.[0]).toBeUndefined();
    expect(whole(seen).spec.infrastructureRef).toBeDefined();
  });
});

const ready = {
  type: "Ready",
  status: "True",
  reason: "Ready",
  message: "",
  lastTransitionTime: "2026-01-02T03:04:05Z",
} as const;

test("only writers request whole objects", () => {
  const source = path.resolve(import.meta.dirname, "../src");
  const asking = globSync("**/*.ts", { cwd: source }).filter((file) =>
    /import \{[^}]*\bwhole\b[^}]*\}/.test(readFileSync(path.join(source, file), "utf8")),
  );
  expect(asking.toSorted()).toEqual([
    "controllers/machine-deployment/desired-machine-set.ts",
    "controllers/machine-deployment/machine-deployment-reconciler.ts",
    "controllers/machine-health-check/health-status.ts",
    "controllers/machine-health-check/machine-health-check-reconciler.ts",
    "controllers/machine-set/desired-machine.ts",
    "controllers/machine-set/machine-set-reconciler.ts",
    "controllers/machine-set/machine-sync.ts",
    "controllers/machine-set/remediate.ts",
  ]);
});

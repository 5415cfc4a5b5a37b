import { ContractViolation, violation } from "@capstan/contract";
import { ApiError, ConnectionError, TerminalError } from "@capstan/runtime";
import { describe, expect, test } from "vitest";
import { errorFinding, namingObject } from "../src/finding/error-finding.ts";

const never = new AbortController().signal;
const api = (status: number, reason: string) => new ApiError("of the server", { status, reason });

describe("the error message for users", () => {
  test("omits transient errors: a conflict, a lost connection, a stop", () => {
    expect(errorFinding(api(409, "Conflict"), never)).toBeUndefined();
    expect(errorFinding(new ConnectionError("reset"), never)).toBeUndefined();
    expect(errorFinding(new Error("anything"), AbortSignal.abort())).toBeUndefined();
  });

  test("reports any other error that blocks the object", () => {
    const blocked = { progress: "blocked", reason: "ReconcileError" };
    expect(errorFinding(api(403, "Forbidden"), never)).toEqual({ ...blocked, message: "of the server" });
    // an object of the name exists: this is not a conflict that the retry resolves
    expect(errorFinding(api(409, "AlreadyExists"), never)).toMatchObject(blocked);
    expect(errorFinding(new TerminalError("no use"), never)).toEqual({ ...blocked, message: "no use" });
    expect(errorFinding("thrown as it is", never)).toEqual({ ...blocked, message: "thrown as it is" });
  });

  test("has each violated rule, and the actual value", () => {
    const found = violation("IM-002", { path: "spec.providerID", expected: "another", actual: "x" });
    const broken = new ContractViolation("It", [found]);
    expect(errorFinding(broken, never)).toMatchObject({ progress: "blocked", reason: "ContractViolation" });
    expect(errorFinding(broken, never)?.message).toContain("spec.providerID");
    const object = { apiVersion: "v1", kind: "BoxMachine", metadata: { name: "m1", namespace: "default" }, spec: {} };
    expect(namingObject(broken, object)).toMatchObject({
      violations: [found],
      object: { kind: "BoxMachine", name: "m1" },
      cause: broken,
    });
    const other = new Error("anything");
    expect(namingObject(other, object)).toBe(other);
  });

  test("has at most 1,024 characters", () => {
    const shown = (length: number) => errorFinding(new Error("x".repeat(length)), never)?.message ?? "";
    expect(shown(1_024)).toBe("x".repeat(1_024));
    expect(shown(1_025)).toBe(`${"x".repeat(1_021)}...`);
  });
});

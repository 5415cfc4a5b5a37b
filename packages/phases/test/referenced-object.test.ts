import { describe, expect, test } from "vitest";
import { readReferencedObject } from "../src/adapters/referenced-object.ts";

const nothing = {
  state: "found",
  ready: false,
  data: undefined,
  providerID: undefined,
  failure: undefined,
  phase: undefined,
  problems: [],
};
const config = (parts: object, contract: "v1beta1" | "v1beta2" = "v1beta2") =>
  readReferencedObject({ object: parts, contract }, "bootstrap");

describe("the report of a referenced object", () => {
  test("is empty if it has no fields, or if they are null", () => {
    expect(config({})).toStrictEqual(nothing);
    expect(config({ metadata: { deletionTimestamp: null }, status: { dataSecretName: null } })).toStrictEqual(nothing);
    expect(readReferencedObject("missing", "bootstrap")).toStrictEqual({ ...nothing, state: "missing" });
  });

  test("shows whether its data has a name, and whether that is empty", () => {
    expect(config({ status: { dataSecretName: "data" } }).data).toBe("set");
    expect(config({ status: { dataSecretName: "" } }).data).toBe("empty");
  });

  test("has a failure from its non-empty strings", () => {
    const failed = (failureReason: string, failureMessage: string) =>
      config({ status: { failureReason, failureMessage } }, "v1beta1").failure;
    expect(failed("Lost", "gone")).toStrictEqual({ reason: "Lost", message: "gone" });
    expect(failed("Lost", "")).toStrictEqual({ reason: "Lost" });
    expect(failed("", "gone")).toStrictEqual({ message: "gone" });
    expect(failed("", "")).toBeUndefined();
  });
});

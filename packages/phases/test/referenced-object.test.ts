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

describe("what a referenced object says", () => {
  test("is nothing, if it has no fields, or null in their place", () => {
    expect(config({})).toStrictEqual(nothing);
    expect(config({ metadata: { deletionTimestamp: null }, status: { dataSecretName: null } })).toStrictEqual(nothing);
    expect(readReferencedObject("missing", "bootstrap")).toStrictEqual({ ...nothing, state: "missing" });
  });

  test("is whether its data has a name, and whether that is empty", () => {
    expect(config({ status: { dataSecretName: "data" } }).data).toBe("set");
    expect(config({ status: { dataSecretName: "" } }).data).toBe("empty");
  });

  test("is a failure of those of its words that are not empty", () => {
    const failed = (failureReason: string, failureMessage: string) =>
      config({ status: { failureReason, failureMessage } }, "v1beta1").failure;
    expect(failed("Lost", "gone")).toStrictEqual({ reason: "Lost", message: "gone" });
    expect(failed("Lost", "")).toStrictEqual({ reason: "Lost" });
    expect(failed("", "gone")).toStrictEqual({ message: "gone" });
    expect(failed("", "")).toBeUndefined();
  });
});

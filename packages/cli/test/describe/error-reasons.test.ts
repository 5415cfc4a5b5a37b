import { describe, expect, test } from "vitest";
import { describeObject } from "../../src/describe/describe-object.ts";

function described(reason: string, message = "") {
  const condition = { type: "Ready", status: "False", reason, message, lastTransitionTime: "2026-01-01T00:00:00Z" };
  const metadata = { name: "m1" };
  return describeObject({ apiVersion: "v1", kind: "FooMachine", metadata, status: { conditions: [condition] } });
}

describe("an object that is not Ready", () => {
  test.each([
    "ServerGone",
    "QuotaExceeded",
    "ImageNotFound",
    "CredentialsRejected",
    "RegionUnavailable",
    "CreateFailed",
  ])("fails for the reason %s", (reason) => {
    const { errors, waitsFor } = described(reason, "the reason why");
    expect(errors).toMatchObject([{ origin: "FooMachine m1", reason, message: "the reason why" }]);
    expect(waitsFor).toEqual([]);
  });

  test.each(["ServerStarting", "WaitingForBootstrapData", "Deleting", "NotProvisioned", "Creating"])(
    "waits for the reason %s",
    (reason) => {
      const { errors, waitsFor } = described(reason);
      expect(errors).toEqual([]);
      expect(waitsFor).toMatchObject([{ what: "Ready", detail: reason }]);
    },
  );
});

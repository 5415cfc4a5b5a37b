import { describe, expect, test } from "vitest";
import { DataTooLargeError, dataOutcome } from "../../src/reconcilers/kubeadm-config/bootstrap-data-outcome.ts";

const conditions = [{ type: "CertificatesAvailable", status: "True", reason: "Available" }];

test.each([
  [{}, "cloud-config"],
  [{ format: "ignition" as const }, "ignition"],
])("the data of %j is stored as %s", (spec, format) => {
  expect(dataOutcome("data", spec, { retryAfterMs: 5 })).toMatchObject({
    type: "data",
    format,
    conditions,
    retryAfterMs: 5,
  });
});

describe("a Secret holds one MiB, including the format", () => {
  const most = 1024 * 1024 - "ignition".length;

  test.each([
    ["letters", "a".repeat(most)],
    ["letters of two bytes", "é".repeat(most / 2)],
  ])("and accepts data of this size in %s", (_what, data) => {
    expect(dataOutcome(data, { format: "ignition" }).type).toBe("data");
  });

  test.each([
    ["letters", "a".repeat(most + 1)],
    ["letters of two bytes", "é".repeat(most / 2 + 1)],
  ])("and rejects one byte more in %s", (_what, data) => {
    expect(() => dataOutcome(data, { format: "ignition" })).toThrow(DataTooLargeError);
  });
});

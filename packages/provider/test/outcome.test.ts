import { outcome } from "@capstan/provider";
import { expect, test } from "vitest";

test("fields that are spread into an outcome never replace its type, reason or message", () => {
  const earlier = { type: "failed", reason: "Earlier", message: "kept", retryAfterMs: 5 };
  expect(outcome.pending("ServerStarting", earlier)).toEqual({
    type: "pending",
    reason: "ServerStarting",
    message: "kept",
    retryAfterMs: 5,
  });
  expect(outcome.failed("QuotaExceeded", "no quota", earlier)).toMatchObject({
    type: "failed",
    reason: "QuotaExceeded",
    message: "no quota",
  });
  expect(outcome.data("#cloud-config", { ...earlier })).toMatchObject({ type: "data", data: "#cloud-config" });
});

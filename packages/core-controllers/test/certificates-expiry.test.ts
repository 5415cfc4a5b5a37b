import { type Machine } from "@capstan/contract";
import { describe, expect, test } from "vitest";
import { certificatesExpiryOf } from "../src/controllers/machine/certificates-expiry.ts";
import { type ObservedReference } from "../src/references/reference.ts";
import { found, machineObject } from "./scene/objects.ts";

const annotation = "machine.cluster.x-k8s.io/certificates-expiry";
const [first, second, before] = ["2031-01-01T00:00:00Z", "2032-01-01T00:00:00Z", "2030-01-01T00:00:00Z"];

/** A control plane Machine that already reports an expiry date. */
function machine(annotations: Record<string, string> = {}, labels = { "cluster.x-k8s.io/control-plane": "" }): Machine {
  return machineObject({ metadata: { labels, annotations }, status: { certificatesExpiryDate: before } });
}

const config = (annotations: Record<string, string> = {}) => found("TestConfig", { metadata: { annotations } });
const unread: readonly ObservedReference[] = [
  { state: "pending" },
  { state: "unresolved", reason: "WatchFailed", message: "try again" },
];

describe("the certificate expiry date of a control plane Machine", () => {
  test("comes from the Machine, or else from its config", () => {
    expect(certificatesExpiryOf(machine({ [annotation]: first }), config({ [annotation]: second }))).toBe(first);
    expect(certificatesExpiryOf(machine({ [annotation]: first }), undefined)).toBe(first);
    expect(certificatesExpiryOf(machine(), config({ [annotation]: second }))).toBe(second);
  });

  test("is unset when neither reports it", () => {
    expect(certificatesExpiryOf(machine(), config())).toBeUndefined();
    expect(certificatesExpiryOf(machine(), undefined)).toBeUndefined();
    expect(certificatesExpiryOf(machine(), { state: "missing" })).toBeUndefined();
  });

  test("is kept while the config is unreadable, unless the Machine reports its own", () => {
    for (const observed of unread) {
      expect(certificatesExpiryOf(machine(), observed)).toBe(before);
      expect(certificatesExpiryOf(machine({ [annotation]: first }), observed)).toBe(first);
    }
  });

  test("is kept when the reported value is not a date", () => {
    expect(certificatesExpiryOf(machine({ [annotation]: "soon" }), config({ [annotation]: second }))).toBe(before);
  });

  test("is kept for a worker", () => {
    expect(certificatesExpiryOf(machineObject({ status: { certificatesExpiryDate: before } }), undefined)).toBe(before);
    expect(certificatesExpiryOf(machineObject(), config({ [annotation]: second }))).toBeUndefined();
  });
});

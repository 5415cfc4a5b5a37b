import { type Machine } from "@capstan/contract";
import { describe, expect, test } from "vitest";
import { certificatesExpiryOf } from "../src/controllers/machine/certificates-expiry.ts";
import { type ObservedReference } from "../src/references/reference.ts";
import { found, machineObject } from "./scene/objects.ts";

const annotation = "machine.cluster.x-k8s.io/certificates-expiry";
const [first, second, before] = ["2031-01-01T00:00:00Z", "2032-01-01T00:00:00Z", "2030-01-01T00:00:00Z"];

/** A control plane Machine that has reported a date already. */
function machine(annotations: Record<string, string> = {}, labels = { "cluster.x-k8s.io/control-plane": "" }): Machine {
  return machineObject({ metadata: { labels, annotations }, status: { certificatesExpiryDate: before } });
}

const config = (annotations: Record<string, string> = {}) => found("TestConfig", { metadata: { annotations } });
const unread: readonly ObservedReference[] = [
  { state: "pending" },
  { state: "unresolved", reason: "WatchFailed", message: "try again" },
];

describe("when the certificates of a control plane Machine expire", () => {
  test("is what the Machine says, or else its config", () => {
    expect(certificatesExpiryOf(machine({ [annotation]: first }), config({ [annotation]: second }))).toBe(first);
    expect(certificatesExpiryOf(machine({ [annotation]: first }), undefined)).toBe(first);
    expect(certificatesExpiryOf(machine(), config({ [annotation]: second }))).toBe(second);
  });

  test("is not known where neither says it", () => {
    expect(certificatesExpiryOf(machine(), config())).toBeUndefined();
    expect(certificatesExpiryOf(machine(), undefined)).toBeUndefined();
    expect(certificatesExpiryOf(machine(), { state: "missing" })).toBeUndefined();
  });

  test("stays while the config cannot be read, unless the Machine says it itself", () => {
    for (const observed of unread) {
      expect(certificatesExpiryOf(machine(), observed)).toBe(before);
      expect(certificatesExpiryOf(machine({ [annotation]: first }), observed)).toBe(first);
    }
  });

  test("stays where what is said is not a date", () => {
    expect(certificatesExpiryOf(machine({ [annotation]: "soon" }), config({ [annotation]: second }))).toBe(before);
  });

  test("stays of a worker", () => {
    expect(certificatesExpiryOf(machineObject({ status: { certificatesExpiryDate: before } }), undefined)).toBe(before);
    expect(certificatesExpiryOf(machineObject(), config({ [annotation]: second }))).toBeUndefined();
  });
});

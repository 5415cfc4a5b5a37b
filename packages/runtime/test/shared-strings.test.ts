import type { KubernetesObject } from "@capstan/contract";
import { expect, test } from "vitest";
import { SharedStrings } from "../src/cache/shared-strings.ts";

test("sharing changes no value, whatever the server sends", () => {
  const strings = new SharedStrings();
  const objects = [
    { metadata: { name: "a", namespace: "a-long-namespace", labels: { of: "a-long-value", short: "x" } } },
    { metadata: { name: "b", namespace: "a-long-namespace", creationTimestamp: "2026-11-23T02:00:00Z" } },
    { metadata: { name: "c", namespace: 12_345_678_901, labels: { of: null, list: ["a"] }, creationTimestamp: null } },
    ...Array.from({ length: 3_000 }, (_, index) => ({
      metadata: { name: "d", labels: { of: `long-value-${index}` } },
    })),
  ];
  const before = structuredClone(objects);
  for (const object of objects) strings.share(object as unknown as KubernetesObject);
  expect(objects).toEqual(before);
});

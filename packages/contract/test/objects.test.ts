import { clusterSecretName, isExternallyManaged, isPaused } from "@capstan/contract";
import { describe, expect, test } from "vitest";

const object = (annotations: Record<string, string>) => ({ metadata: { name: "o", annotations } });

describe("pausing (rule BC-021)", () => {
  test.each(["", "false", "true"])("the annotation pauses with value %j", (value) => {
    expect(isPaused(undefined, object({ "cluster.x-k8s.io/paused": value }))).toBe(true);
  });

  test("a paused Cluster pauses its objects", () => {
    expect(isPaused({ spec: { paused: true } }, object({}))).toBe(true);
    expect(isPaused({ spec: { paused: false } }, object({}))).toBe(false);
    expect(isPaused({ spec: {} }, { metadata: {} })).toBe(false);
  });
});

describe("external management (rule IC-014)", () => {
  test("the annotation marks an object, a label does not", () => {
    expect(isExternallyManaged(object({ "cluster.x-k8s.io/managed-by": "" }))).toBe(true);
    const labeled = { metadata: { annotations: {}, labels: { "cluster.x-k8s.io/managed-by": "x" } } };
    expect(isExternallyManaged(labeled)).toBe(false);
  });
});

test("Secrets of a Cluster are named after it", () => {
  expect(clusterSecretName("c1", "kubeconfig")).toBe("c1-kubeconfig");
});

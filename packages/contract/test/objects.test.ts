import { clusterSecretName, controllerOf, isExternallyManaged, isPaused, ownerOfKind } from "@capstan/contract";
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
  test("the annotation marks, a label does not", () => {
    expect(isExternallyManaged(object({ "cluster.x-k8s.io/managed-by": "" }))).toBe(true);
    const labeled = { metadata: { annotations: {}, labels: { "cluster.x-k8s.io/managed-by": "x" } } };
    expect(isExternallyManaged(labeled)).toBe(false);
  });
});

describe("owners (rule IC-018)", () => {
  const cluster = { apiVersion: "cluster.x-k8s.io/v1beta1", kind: "Cluster", name: "c", uid: "1", controller: false };
  const set = { apiVersion: "cluster.x-k8s.io/v1beta2", kind: "MachineSet", name: "s", uid: "2", controller: true };
  const foreign = { apiVersion: "example.com/v1", kind: "Cluster", name: "f", uid: "3" };
  const owned = { metadata: { ownerReferences: [foreign, set, cluster] } };

  test("are found by group and kind at any version, controller or not", () => {
    expect(ownerOfKind(owned, "cluster.x-k8s.io", "Cluster")).toBe(cluster);
    expect(ownerOfKind(owned, "", "Cluster")).toBeUndefined();
    expect(ownerOfKind({ metadata: {} }, "cluster.x-k8s.io", "Cluster")).toBeUndefined();
  });

  test("the controller is the one with the flag", () => {
    expect(controllerOf(owned)).toBe(set);
  });
});

test("Secrets of a Cluster are named after it", () => {
  expect(clusterSecretName("c1", "kubeconfig")).toBe("c1-kubeconfig");
});

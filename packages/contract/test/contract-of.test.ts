import { contractOf } from "@capstan/contract";
import { contractLabels } from "../src/crd/custom-resource-definition.ts";
import { compareApiVersions } from "@capstan/kube";
import { describe, expect, test } from "vitest";

const crd = (labels: Record<string, string>) => ({ metadata: { name: "foos.example.com", labels } });

describe("the contract that core selects by the labels of a CRD", () => {
  test.each([
    ["v1beta1_v1", "v1"],
    ["v1_v2alpha1", "v1"],
    ["v1_v1beta1", "v1"],
    ["v2_v1", "v2"],
    ["v1beta10_v1beta2", "v1beta10"],
  ])("AR-011: from %s it selects %s", (value, version) => {
    expect(contractOf(crd({ "cluster.x-k8s.io/v1beta2": value }))).toEqual({ contract: "v1beta2", version });
  });

  test("AR-011: v1beta2 takes precedence over v1beta1, regardless of the versions", () => {
    const both = crd({ "cluster.x-k8s.io/v1beta1": "v2", "cluster.x-k8s.io/v1beta2": "v1alpha1" });
    expect(contractOf(both)).toEqual({ contract: "v1beta2", version: "v1alpha1" });
  });

  test("AR-008: an empty label is skipped in favor of the older contract", () => {
    const empty = crd({ "cluster.x-k8s.io/v1beta1": "v1", "cluster.x-k8s.io/v1beta2": "" });
    expect(contractOf(empty)).toEqual({ contract: "v1beta1", version: "v1" });
  });

  test("AR-008: a comma results in a version that does not exist", () => {
    expect(contractOf(crd({ "cluster.x-k8s.io/v1beta2": "v1,v2" }))?.version).toBe("v1,v2");
  });

  test("AR-006: no label, or one for an older contract, selects nothing", () => {
    expect(contractOf(crd({ "cluster.x-k8s.io/v1alpha4": "v1alpha4" }))).toBeUndefined();
    expect(contractOf({ metadata: {} })).toBeUndefined();
  });

  test("AR-013: an annotation is not a label", () => {
    const annotated = { metadata: { labels: {}, annotations: { "cluster.x-k8s.io/v1beta2": "v1" } } };
    expect(contractOf(annotated)).toBeUndefined();
  });

  test("labels are written in ascending priority, so that both readings of AR-011 agree", () => {
    const versions = ["v1", "v1beta1", "v1beta10", "v1beta2"].map((name) => ({ name, contract: "v1beta2" as const }));
    expect(contractLabels([...versions, { name: "v1alpha1", contract: "v1beta1" }])).toEqual({
      "cluster.x-k8s.io/v1beta1": "v1alpha1",
      "cluster.x-k8s.io/v1beta2": "v1beta1_v1beta2_v1beta10_v1",
    });
  });

  test("Kubernetes priority: stable above beta above alpha, then the number", () => {
    const sorted = ["v10", "v2", "v1", "v11beta2", "v10beta3", "v3beta1", "v12alpha1", "v11alpha2", "foo1", "foo10"];
    expect(sorted.toReversed().sort(compareApiVersions).toReversed()).toEqual(sorted);
  });
});

test("one version may fulfill both contracts", () => {
  expect(contractLabels([{ name: "v1", contract: ["v1beta1", "v1beta2"] }])).toEqual({
    "cluster.x-k8s.io/v1beta1": "v1",
    "cluster.x-k8s.io/v1beta2": "v1",
  });
});

import { type OwnerReference, resolveKind } from "@capstan/contract";
import { describe, expect, test } from "vitest";
import { adopt } from "../src/kit/adoption.ts";
import { found } from "./scene/objects.ts";

const machine: OwnerReference = {
  apiVersion: "cluster.x-k8s.io/v1beta2",
  kind: "Machine",
  name: "m1",
  uid: "u1",
  controller: true,
};
const labels = { "cluster.x-k8s.io/cluster-name": "c1" };

describe("adoption of a referenced object", () => {
  test.each<{ given: string; owners: OwnerReference[]; labels?: Record<string, string>; expected: object }>([
    { given: "no owner", owners: [], expected: { action: "change", ownerReferences: [machine], labels } },
    { given: "everything right", owners: [machine], labels, expected: { action: "none" } },
    {
      given: "the same owner, found with blockOwnerDeletion",
      owners: [{ ...machine, blockOwnerDeletion: true }],
      labels,
      expected: { action: "none" },
    },
    { given: "no label", owners: [machine], expected: { action: "change", labels } },
    {
      given: "the owner of another life",
      owners: [{ ...machine, uid: "u0" }],
      labels,
      expected: { action: "change", ownerReferences: [machine] },
    },
    {
      given: "the owner at an older version",
      owners: [{ ...machine, apiVersion: "cluster.x-k8s.io/v1beta1" }],
      labels,
      expected: { action: "change", ownerReferences: [machine] },
    },
    {
      given: "the MachineSet that created it",
      owners: [{ ...machine, kind: "MachineSet", name: "set", controller: false }],
      labels,
      expected: { action: "change", ownerReferences: [machine] },
    },
    {
      given: "another owner that does not control it",
      owners: [{ ...machine, kind: "Other", name: "o", controller: false }],
      labels,
      expected: { action: "change", ownerReferences: [{ kind: "Other" }, machine] },
    },
    { given: "another Machine", owners: [{ ...machine, name: "m2" }], labels, expected: { action: "refuse" } },
  ])("with $given", ({ owners, labels: present, expected }) => {
    const { object } = found("TestMachine", {
      metadata: { ownerReferences: owners, ...(present === undefined ? {} : { labels: present }) },
    });
    expect(
      adopt(object, { owner: machine, clusterName: "c1", isOnCreateOwner: (owner) => owner.kind === "MachineSet" }),
    ).toMatchObject(expected);
  });

  test("a refusal names the object and its controller", () => {
    const { object } = found("TestMachine", { metadata: { ownerReferences: [{ ...machine, name: "m2" }] } });
    expect(adopt(object, { owner: machine, clusterName: "c1" })).toMatchObject({
      message: expect.stringContaining("TestMachine m1 is already controlled by Machine m2") as string,
    });
  });
});

describe("the version of a referenced kind", () => {
  const reference = {
    apiGroup: "infrastructure.cluster.x-k8s.io",
    kind: "TestMachine",
    path: "spec.infrastructureRef",
  };
  const name = "testmachines.infrastructure.cluster.x-k8s.io";
  const crd = (crdLabels: Record<string, string>) => (wanted: string) =>
    wanted === name ? { metadata: { name, labels: crdLabels } } : undefined;

  test("comes from the contract label of the CRD, the newest contract first", () => {
    expect(
      resolveKind(reference, crd({ "cluster.x-k8s.io/v1beta1": "v1alpha1", "cluster.x-k8s.io/v1beta2": "v1_v2" })),
    ).toEqual({
      resolved: true,
      contract: "v1beta2",
      kind: { group: reference.apiGroup, version: "v2", kind: "TestMachine", plural: "testmachines", namespaced: true },
    });
  });

  test("fails for a missing CRD and names the field that refers to it", () => {
    const resolution = resolveKind(reference, () => undefined);
    expect(resolution).toMatchObject({ resolved: false, reason: "CRDNotInstalled" });
    expect(resolution).toMatchObject({ message: expect.stringContaining(name) as string });
    expect(resolution).toMatchObject({ message: expect.stringContaining("spec.infrastructureRef") as string });
  });

  test("fails for a CRD without contract label and names it", () => {
    expect(resolveKind(reference, crd({}))).toMatchObject({
      resolved: false,
      reason: "ContractLabelMissing",
      message: expect.stringMatching(
        /^spec\.infrastructureRef .* names no version in a label cluster\.x-k8s\.io\/v1beta/,
      ) as string,
    });
  });
});

import {
  areSameOwner,
  controllerOf,
  type Dependent,
  isControlledBy,
  isControlledByFormer,
  isOwnedBy,
  isOwnedByFormer,
  type Owner,
  ownerOfKind,
  type OwnerReference,
} from "@capstan/kube";
import { describe, expect, test } from "vitest";

const reference: OwnerReference = { apiVersion: "cluster.x-k8s.io/v1beta2", kind: "MachineSet", name: "s", uid: "1" };
const set = (metadata: Partial<Owner["metadata"]> = {}): Owner => ({
  apiVersion: "cluster.x-k8s.io/v1beta2",
  kind: "MachineSet",
  metadata: { namespace: "victim", name: "s", uid: "1", ...metadata },
});
const machine = (owner: Partial<OwnerReference> = {}, namespace: string | undefined = "victim"): Dependent => ({
  metadata: { namespace, ownerReferences: [{ ...reference, ...owner }] },
});

describe("an owner", () => {
  test.each<{ what: string; object: Dependent; owner?: Owner; isOwned: boolean }>([
    { what: "what names it, in its namespace", object: machine(), isOwned: true },
    { what: "what names it at another version", object: machine({ apiVersion: "cluster.x-k8s.io/v1" }), isOwned: true },
    { what: "what is in another namespace", object: machine({}, "evil"), isOwned: false },
    { what: "what is in no namespace", object: { metadata: { ownerReferences: [reference] } }, isOwned: false },
    { what: "what names another uid", object: machine({ uid: "2" }), isOwned: false },
    { what: "what names another name", object: machine({ name: "t" }), isOwned: false },
    { what: "what names another kind", object: machine({ kind: "MachineDeployment" }), isOwned: false },
    { what: "what names another group", object: machine({ apiVersion: "evil.io/v1beta2" }), isOwned: false },
    { what: "what names the core group", object: machine({ apiVersion: "v1beta2" }), isOwned: false },
    { what: "what has no owners", object: { metadata: { namespace: "victim" } }, isOwned: false },
    { what: "anything before it is stored", object: machine({ uid: "" }), owner: set({ uid: "" }), isOwned: false },
    {
      what: "what is in a namespace, of the whole cluster",
      object: machine(),
      owner: set({ namespace: undefined }),
      isOwned: true,
    },
    {
      what: "what is of the whole cluster, as it is itself",
      object: { metadata: { ownerReferences: [reference] } },
      owner: set({ namespace: undefined }),
      isOwned: true,
    },
  ])("owns $what: $isOwned", ({ object, owner = set(), isOwned }) => {
    expect(isOwnedBy(object, owner)).toBe(isOwned);
    // it controls no part of it unless an owner reference does
    expect(isControlledBy(object, owner)).toBe(false);
    const ownerReferences = object.metadata.ownerReferences?.map((each) => ({ ...each, controller: true }));
    expect(isControlledBy({ metadata: { ...object.metadata, ownerReferences } }, owner)).toBe(isOwned);
  });

  test("is found among several owners", () => {
    const other = { apiVersion: "v1", kind: "Node", name: "n", uid: "9", controller: true };
    const object = { metadata: { namespace: "victim", ownerReferences: [other, reference] } };
    expect([isOwnedBy(object, set()), isControlledBy(object, set())]).toEqual([true, false]);
  });

  test.each<{ which: string; owner: Partial<OwnerReference>; namespace?: string; expected: boolean }>([
    { which: "the owner", owner: {}, expected: false },
    { which: "the owner with another uid", owner: { uid: "old" }, expected: true },
    {
      which: "the owner in another version, with another uid",
      owner: { apiVersion: "cluster.x-k8s.io/v1beta1", uid: "old" },
      expected: true,
    },
    { which: "another name", owner: { name: "t", uid: "old" }, expected: false },
    { which: "another kind", owner: { kind: "Machine", uid: "old" }, expected: false },
    { which: "another group", owner: { apiVersion: "example.com/v1", uid: "old" }, expected: false },
    { which: "the same in another namespace", owner: { uid: "old" }, namespace: "evil", expected: false },
  ])("was the former controller of an object controlled by $which: $expected", ({ owner, namespace, expected }) => {
    expect(isControlledByFormer(machine({ ...owner, controller: true }, namespace), set())).toBe(expected);
    expect(isControlledByFormer(machine(owner, namespace), set())).toBe(false);
    expect(isOwnedByFormer(machine(owner, namespace), set())).toBe(expected);
  });
});

describe("references to owners (rule IC-018)", () => {
  const cluster = { apiVersion: "cluster.x-k8s.io/v1beta1", kind: "Cluster", name: "c", uid: "1", controller: false };
  const controller = { ...reference, controller: true };
  const foreign = { apiVersion: "example.com/v1", kind: "Cluster", name: "f", uid: "3" };
  const owned = { metadata: { ownerReferences: [foreign, controller, cluster] } };

  test("are found by group and kind at any version, with and without controller flag", () => {
    expect(ownerOfKind(owned, "cluster.x-k8s.io", "Cluster")).toBe(cluster);
    expect(ownerOfKind(owned, "", "Cluster")).toBeUndefined();
    expect(ownerOfKind({ metadata: {} }, "cluster.x-k8s.io", "Cluster")).toBeUndefined();
  });

  test("identify the controller by its flag", () => {
    expect(controllerOf(owned)).toBe(controller);
    expect(controllerOf({ metadata: {} })).toBeUndefined();
  });

  test("identify an object by group, kind and name, with any version and uid", () => {
    expect(areSameOwner(cluster, { ...cluster, apiVersion: "cluster.x-k8s.io/v1beta2" })).toBe(true);
    expect(areSameOwner(cluster, foreign)).toBe(false);
    expect(areSameOwner(cluster, { ...cluster, name: "d" })).toBe(false);
    expect(areSameOwner(cluster, { ...cluster, kind: "Machine" })).toBe(false);
  });
});

import { type OwnerReference } from "@capstan/contract";
import { describe, expect, test } from "vitest";
import { claimedMachineDeployment } from "../src/controllers/machine-deployment/claimed-machine-deployment.ts";
import {
  effectiveMachineDeployment,
  selectorOfMachineDeployment,
} from "../src/controllers/machine-deployment/effective-machine-deployment.ts";
import { claimedMachineSet, isCurrent, isOfDeployment } from "../src/controllers/machine-set/claimed-machine-set.ts";
import { effectiveMachineSet, selectorOfMachineSet } from "../src/controllers/machine-set/effective-machine-set.ts";
import { nextMachineMetadata } from "../src/controllers/machine/metadata.ts";
import { adopt } from "../src/kit/adoption.ts";
import { clusterOwner, machineOwner } from "../src/kit/owner-references.ts";
import { clusterObject, machineObject } from "./scene/objects.ts";
import { machineDeployment, machineSet } from "./scene/sets.ts";

const cluster = clusterObject();
const ofCluster = { apiVersion: "cluster.x-k8s.io/v1beta2", kind: "Cluster", name: "c1", uid: "uid-c1" };
const other: OwnerReference = { apiVersion: "v1", kind: "ConfigMap", name: "x", uid: "uid-x" };
const controller: OwnerReference = { ...other, controller: true };
const clusterLabel = { "cluster.x-k8s.io/cluster-name": "c1" };

test("the references by which a Cluster and a Machine own their objects", () => {
  expect(clusterOwner(cluster)).toEqual(ofCluster);
  expect(machineOwner(machineObject())).toEqual({
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Machine",
    name: "m1",
    uid: "uid-m1",
    controller: true,
    blockOwnerDeletion: true,
  });
});

describe("the metadata of a Machine", () => {
  const next = (metadata: object) => nextMachineMetadata(machineObject({ metadata }), cluster);
  const finalizer = "machine.cluster.x-k8s.io";

  test("has the finalizer once, after those of others", () => {
    expect(next({}).finalizers).toEqual([finalizer]);
    expect(next({ finalizers: ["a/b"] }).finalizers).toEqual(["a/b", finalizer]);
    expect(next({ finalizers: [finalizer, "a/b"] }).finalizers).toEqual([finalizer, "a/b"]);
  });

  test("has the label of its Cluster, replaces another value, and keeps other labels", () => {
    expect(next({}).labels).toEqual(clusterLabel);
    expect(next({ labels: { a: "b", "cluster.x-k8s.io/cluster-name": "c2" } }).labels).toEqual({
      a: "b",
      ...clusterLabel,
    });
  });

  test.each<{ which: string; metadata: object; owners: readonly object[] }>([
    { which: "without owners", metadata: {}, owners: [ofCluster] },
    { which: "with labels of its own", metadata: { labels: { a: "b" } }, owners: [ofCluster] },
    {
      which: "of another owner that does not control it",
      metadata: { ownerReferences: [other] },
      owners: [other, ofCluster],
    },
    { which: "of another controller", metadata: { ownerReferences: [controller] }, owners: [controller] },
    {
      which: "of the Cluster already",
      metadata: { ownerReferences: [ofCluster, other] },
      owners: [ofCluster, other],
    },
    {
      which: "of the Cluster as it was before a move",
      metadata: { ownerReferences: [{ ...ofCluster, uid: "old" }, other] },
      owners: [ofCluster, other],
    },
    {
      which: "of an object of another group with the name, kind and uid of the Cluster",
      metadata: { ownerReferences: [{ ...ofCluster, apiVersion: "example.com/v1" }] },
      owners: [{ ...ofCluster, apiVersion: "example.com/v1" }, ofCluster],
    },
    {
      which: "of another Cluster, too",
      metadata: { ownerReferences: [{ ...ofCluster, name: "c2", uid: "u2" }] },
      owners: [{ ...ofCluster, name: "c2", uid: "u2" }, ofCluster],
    },
    {
      which: "of another kind with the same name and uid",
      metadata: { ownerReferences: [{ ...other, name: "c1", uid: "uid-c1" }] },
      owners: [{ ...other, name: "c1", uid: "uid-c1" }, ofCluster],
    },
    ...["set-name", "pool-name", "control-plane-name"].map((label) => ({
      which: `with the label ${label}, whose owner adopts it`,
      metadata: { labels: { [`cluster.x-k8s.io/${label}`]: "x" }, ownerReferences: [other] },
      owners: [other],
    })),
  ])("$which: its owners", ({ metadata, owners }) => {
    expect(next(metadata).ownerReferences).toEqual(owners);
  });
});

describe("the adoption of a referenced object", () => {
  const owner = machineOwner(machineObject());
  const object = (ownerReferences: readonly OwnerReference[] | undefined, labels: object = clusterLabel) => ({
    kind: "TestMachine",
    metadata: {
      name: "m1",
      labels: labels as Record<string, string>,
      ...(ownerReferences === undefined ? {} : { ownerReferences }),
    },
  });
  const change = (owners: readonly OwnerReference[], labels: object = clusterLabel) => ({
    action: "change",
    ownerReferences: owners,
    labels,
  });
  const plain = { apiVersion: owner.apiVersion, kind: owner.kind, name: owner.name, uid: owner.uid };

  test.each<{ given: string; before: Parameters<typeof adopt>[0]; expected: object }>([
    { given: "no owners", before: object(undefined), expected: change([owner]) },
    { given: "the owner", before: object([owner]), expected: { action: "none" } },
    { given: "another owner, too", before: object([other, owner]), expected: { action: "none" } },
    { given: "the owner without the label", before: object([owner], {}), expected: change([owner]) },
    {
      given: "the label of another Cluster",
      before: object([owner], { a: "b", "cluster.x-k8s.io/cluster-name": "c2" }),
      expected: change([owner], { a: "b", ...clusterLabel }),
    },
    {
      given: "an old version",
      before: object([{ ...owner, apiVersion: "cluster.x-k8s.io/v1beta1" }]),
      expected: change([owner]),
    },
    {
      given: "the uid before a move",
      before: object([{ ...owner, uid: "old" }, other]),
      expected: change([owner, other]),
    },
    { given: "the owner, not as controller", before: object([plain]), expected: change([owner]) },
    { given: "another that does not control it", before: object([other]), expected: change([other, owner]) },
    {
      given: "another group's kind of the same name",
      before: object([{ ...owner, apiVersion: "example.com/v1" }]),
      expected: { action: "refuse" },
    },
    {
      given: "another Machine",
      before: object([{ ...owner, name: "m2", uid: "uid-m2" }]),
      expected: { action: "refuse" },
    },
    {
      given: "another kind of the same name",
      before: object([{ ...owner, kind: "Cluster" }]),
      expected: { action: "refuse" },
    },
  ])("with $given", ({ before, expected }) => {
    const adoption = adopt(before, { owner, clusterName: "c1" });
    expect("message" in adoption ? { action: adoption.action } : adoption).toEqual(expected);
  });

  test("reports the controller of an object that it cannot adopt", () => {
    expect(adopt(object([controller]), { owner, clusterName: "c1" })).toMatchObject({
      message: "TestMachine m1 is already controlled by ConfigMap x; reference another object",
    });
  });

  test("adds a Cluster as owner even if another object is the controller", () => {
    expect(adopt(object([controller]), { owner: ofCluster, clusterName: "c1" })).toEqual(
      change([controller, ofCluster]),
    );
    expect(adopt(object([ofCluster]), { owner: ofCluster, clusterName: "c1" })).toEqual({ action: "none" });
    expect(adopt(object([{ ...ofCluster, controller: false }]), { owner: ofCluster, clusterName: "c1" })).toEqual({
      action: "none",
    });
    expect(adopt(object([{ ...ofCluster, controller: true }]), { owner: ofCluster, clusterName: "c1" })).toEqual(
      change([ofCluster]),
    );
  });

  test("replaces the owner that was set at its creation", () => {
    const creator = { ...controller, kind: "MachineSet" };
    const isCreator = ({ kind }: OwnerReference) => kind === "MachineSet";
    expect(adopt(object([creator]), { owner, clusterName: "c1", isOnCreateOwner: isCreator })).toEqual(change([owner]));
    expect(adopt(object([creator, owner]), { owner, clusterName: "c1", isOnCreateOwner: isCreator })).toEqual(
      change([owner]),
    );
  });
});

describe("a claimed MachineSet", () => {
  const set = (metadata: object) => {
    const { metadata: own, ...rest } = machineSet("s");
    return { ...rest, metadata: { ...own, ...metadata } };
  };
  const owned = (kind: string) => ({ ownerReferences: [{ ...ofCluster, kind, name: "x", uid: "u" }] });
  const deploymentLabel = { "cluster.x-k8s.io/deployment-name": "d" };

  test("has finalizer, labels, owner and replicas, without stored defaults", () => {
    const given = set({ labels: { a: "b" } });
    const { metadata, spec } = claimedMachineSet(given, cluster, undefined);
    expect(metadata).toEqual({
      name: "s",
      namespace: "default",
      labels: { a: "b", ...clusterLabel },
      finalizers: ["cluster.x-k8s.io/machineset"],
      ownerReferences: [ofCluster],
    });
    expect(spec).toEqual({ ...given.spec, replicas: 1 });
    const both = { "cluster.x-k8s.io/set-name": "s", ...clusterLabel };
    expect(effectiveMachineSet(given).spec).toMatchObject({
      selector: { matchLabels: both },
      template: { metadata: { labels: both } },
    });
    expect(selectorOfMachineSet(given)).toEqual({ matchLabels: both });
  });

  test.each([
    ["standalone", set({}), [ofCluster]],
    ["with another owner", set(owned("Foo")), [...owned("Foo").ownerReferences, ofCluster]],
    ["of a MachineDeployment", set(owned("MachineDeployment")), owned("MachineDeployment").ownerReferences],
    [
      "of the Cluster as it was before a restore",
      set({ ownerReferences: [{ ...ofCluster, uid: "old" }] }),
      [ofCluster],
    ],
    ["of a Cluster of another name", set(owned("Cluster")), owned("Cluster").ownerReferences],
    ["that a MachineDeployment made, restored without its owner", set({ labels: deploymentLabel }), undefined],
  ])("%s: its owners", (_which, given, owners) => {
    expect(claimedMachineSet(given, cluster, undefined).metadata.ownerReferences).toEqual(owners);
  });

  test("is assigned to a deployment by its label, and is current by its revision", () => {
    expect([isOfDeployment(set({})), isOfDeployment(set({ labels: deploymentLabel }))]).toEqual([false, true]);
    const revised = (name: string, value?: string) => {
      const deployment = machineDeployment(name);
      if (value !== undefined) deployment.metadata.annotations = { revision: value };
      return deployment;
    };
    const old = set({ annotations: { revision: "2" } });
    expect(isCurrent(old, revised("d", "2"), "revision")).toBe(true);
    expect(isCurrent(old, revised("d", "3"), "revision")).toBe(false);
    expect(isCurrent(old, revised("d"), "revision")).toBe(false);
    expect(isCurrent(set({}), revised("d"), "revision")).toBe(false);
    expect(isCurrent(set({}), revised("d", "2"), "revision")).toBe(false);
    expect(isCurrent(set({}), undefined, "revision")).toBe(false);
  });
});

describe("a claimed MachineDeployment", () => {
  test("has finalizer, label, owner and replicas, without stored defaults", () => {
    const given = machineDeployment("d");
    const { metadata, spec } = claimedMachineDeployment(given, cluster, undefined);
    expect(metadata).toEqual({
      name: "d",
      namespace: "default",
      labels: clusterLabel,
      finalizers: ["cluster.x-k8s.io/machinedeployment"],
      ownerReferences: [ofCluster],
    });
    expect(spec).toEqual({ ...given.spec, replicas: 1 });
    const both = { "cluster.x-k8s.io/deployment-name": "d", ...clusterLabel };
    expect(effectiveMachineDeployment(given).spec).toMatchObject({
      selector: { matchLabels: both },
      template: { metadata: { labels: both } },
    });
    expect(selectorOfMachineDeployment(given)).toEqual({ matchLabels: both });
  });

  test.each([
    [undefined, { strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } } }],
    [
      {
        after: "2030-01-01T00:00:00Z",
        strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 0, maxUnavailable: "10%" } },
      },
      {
        after: "2030-01-01T00:00:00Z",
        strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 0, maxUnavailable: "10%" } },
      },
    ],
    [{ strategy: { type: "OnDelete" } }, { strategy: { type: "OnDelete" } }],
  ] as const)("resolves its rollout to all fields: %j", (rollout, expected) => {
    const deployment = machineDeployment("d", rollout === undefined ? {} : { rollout });
    expect(effectiveMachineDeployment(deployment).spec.rollout).toEqual(expected);
  });
});

import { without } from "@capstan/kube";
import { describe, expect, test } from "vitest";
import { nextNodeMetadata } from "../src/controllers/machine/node-metadata.ts";
import { machineObject, nodeObject } from "./scene/objects.ts";

const machine = machineObject({
  metadata: {
    labels: { "node-role.kubernetes.io/worker": "", "a.node.cluster.x-k8s.io/x": "1", other: "no" },
    annotations: { "node.cluster.x-k8s.io/note": "hello", other: "no" },
  },
});

describe("the metadata of a Machine on its Node", () => {
  test("has labels, annotations and bookkeeping, and drops the taint", () => {
    const taint = { key: "node.cluster.x-k8s.io/uninitialized", effect: "NoSchedule" };
    const other = { key: "other", effect: "NoExecute" };
    const node = nodeObject({ metadata: { resourceVersion: "7" }, spec: { taints: [taint, other] } });
    expect(nextNodeMetadata(node, machine, { interruptible: false, outdated: false })).toEqual({
      metadata: {
        resourceVersion: "7",
        labels: { "node-role.kubernetes.io/worker": "", "a.node.cluster.x-k8s.io/x": "1" },
        annotations: {
          "cluster.x-k8s.io/cluster-name": "c1",
          "cluster.x-k8s.io/cluster-namespace": "default",
          "cluster.x-k8s.io/machine": "m1",
          "node.cluster.x-k8s.io/note": "hello",
          "cluster.x-k8s.io/labels-from-machine": "a.node.cluster.x-k8s.io/x,node-role.kubernetes.io/worker",
          "cluster.x-k8s.io/annotations-from-machine": "node.cluster.x-k8s.io/note",
        },
      },
      spec: { taints: [other] },
    });
  });

  test("causes no write if it is complete", () => {
    const patch = nextNodeMetadata(nodeObject(), machine, { interruptible: true, outdated: false });
    const node = nodeObject({ metadata: patch?.metadata as object });
    expect(patch).toBeDefined();
    expect(nextNodeMetadata(node, machine, { interruptible: true, outdated: false })).toBeUndefined();
  });

  test("changes if a label value or a taint differs", () => {
    const options = { interruptible: false, outdated: false };
    const { metadata } = nextNodeMetadata(nodeObject(), machine, options) ?? {};
    const shown = nodeObject({ metadata: metadata as object });
    const label = "a.node.cluster.x-k8s.io/x";
    const other = machineObject({
      metadata: { ...machine.metadata, labels: { ...machine.metadata.labels, [label]: "2" } },
    });
    expect(nextNodeMetadata(shown, other, options)).toEqual({ metadata: { labels: { [label]: "2" } } });
    const tainted = nodeObject({
      metadata: metadata as object,
      spec: { taints: [{ key: "node.cluster.x-k8s.io/uninitialized", effect: "NoSchedule" }] },
    });
    expect(nextNodeMetadata(tainted, machine, options)).toEqual({ metadata: {}, spec: { taints: null } });
  });

  test("drops a label that the Machine drops, and keeps the labels of others", () => {
    const node = nodeObject({
      metadata: {
        labels: { "node.cluster.x-k8s.io/old": "", "node.cluster.x-k8s.io/foreign": "" },
        annotations: { "cluster.x-k8s.io/labels-from-machine": "node.cluster.x-k8s.io/old" },
      },
    });
    const patch = nextNodeMetadata(node, machineObject(), { interruptible: false, outdated: false });
    expect(patch?.metadata?.labels).toEqual({ "node.cluster.x-k8s.io/old": null });
  });
});

describe("the taints of a Node", () => {
  const taint = (key: string, value?: string, effect = "NoSchedule") => ({
    key,
    ...(value === undefined ? {} : { value }),
    effect,
  });
  const always = { ...taint("kept", "1"), effect: "NoSchedule", propagation: "Always" } as const;
  const once = { ...taint("once"), effect: "NoSchedule", propagation: "OnInitialization" } as const;
  const tainted = machineObject({ spec: { taints: [always, once] } });
  const tracking = "cluster.x-k8s.io/taints-from-machine";

  function next(node: Parameters<typeof nodeObject>[0], of = tainted, outdated = false) {
    const patch = nextNodeMetadata(nodeObject(node), of, { interruptible: false, outdated });
    return { taints: patch?.spec?.taints, tracked: patch?.metadata?.annotations?.[tracking] };
  }

  test("start with all taints of the Machine and those of others", () => {
    const result = next({ spec: { taints: [taint("other")] } });
    expect(result).toEqual({ taints: [taint("other"), taint("kept", "1"), taint("once")], tracked: "kept:NoSchedule" });
  });

  test("later restore only persistent ones, and correct their values", () => {
    const metadata = { annotations: { [tracking]: "kept:NoSchedule" } };
    expect(next({ metadata, spec: { taints: [] } }).taints).toEqual([taint("kept", "1")]);
    expect(next({ metadata, spec: { taints: [taint("kept", "2"), taint("x")] } }).taints).toEqual([
      taint("kept", "1"),
      taint("x"),
    ]);
    expect(next({ metadata, spec: { taints: [taint("kept", "1")] } }).taints).toBeUndefined();
  });

  test("drop those that the Machine drops, and keep one-time and foreign ones", () => {
    const metadata = { annotations: { [tracking]: "gone:NoSchedule,kept:NoSchedule" } };
    const spec = { taints: [taint("gone"), taint("kept", "1"), taint("once"), taint("other")] };
    expect(next({ metadata, spec })).toEqual({
      taints: [taint("kept", "1"), taint("once"), taint("other")],
      tracked: "kept:NoSchedule",
    });
    expect(next({ metadata, spec }, machineObject())).toEqual({
      taints: [taint("once"), taint("other")],
      tracked: "",
    });
  });

  test("exclude a one-time taint if the Node is already initialized", () => {
    const metadata = { annotations: { "cluster.x-k8s.io/labels-from-machine": "" } };
    const only = machineObject({ spec: { taints: [once] } });
    expect(next({ metadata }, only)).toEqual({ taints: undefined, tracked: "" });
  });

  test("record the persistent ones in order, also on a Node without annotations", () => {
    const bare = without(nodeObject(), "spec");
    const of = machineObject({
      spec: {
        taints: [
          { ...always, key: "z" },
          { ...always, key: "a" },
        ],
      },
    });
    const patch = nextNodeMetadata(bare, of, { interruptible: false, outdated: false });
    expect(patch?.metadata?.annotations?.[tracking]).toBe("a:NoSchedule,z:NoSchedule");
    expect(patch?.spec?.taints).toEqual([taint("z", "1"), taint("a", "1")]);
  });

  test("are unchanged for a Machine without taints", () => {
    expect(next({}, machineObject())).toEqual({ taints: undefined, tracked: undefined });
  });

  test("include outdated-revision during a rollout", () => {
    const outdated = taint("node.cluster.x-k8s.io/outdated-revision", undefined, "PreferNoSchedule");
    expect(next({}, machineObject(), true).taints).toEqual([outdated]);
    expect(next({ spec: { taints: [outdated] } }, machineObject(), true).taints).toBeUndefined();
    expect(next({ spec: { taints: [outdated] } }, machineObject(), false).taints).toBeNull();
  });
});

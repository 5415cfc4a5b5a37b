import { describe, expect, test } from "vitest";
import { nextNodeMetadata } from "../src/reconcilers/machine/node-metadata.ts";
import { machineObject, nodeObject } from "./objects.ts";

const machine = machineObject({
  metadata: {
    labels: { "node-role.kubernetes.io/worker": "", "a.node.cluster.x-k8s.io/x": "1", other: "no" },
    annotations: { "node.cluster.x-k8s.io/note": "hello", other: "no" },
  },
});

describe("what a Node shows of its Machine", () => {
  test("labels, annotations and bookkeeping, and no taint any more", () => {
    const taint = { key: "node.cluster.x-k8s.io/uninitialized", effect: "NoSchedule" };
    const other = { key: "other", effect: "NoExecute" };
    const node = nodeObject({ metadata: { resourceVersion: "7" }, spec: { taints: [taint, other] } });
    expect(nextNodeMetadata(node, machine, { interruptible: false })).toEqual({
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

  test("a Node that shows everything is left alone", () => {
    const patch = nextNodeMetadata(nodeObject(), machine, { interruptible: true });
    const node = nodeObject({ metadata: patch?.metadata as object });
    expect(patch).toBeDefined();
    expect(nextNodeMetadata(node, machine, { interruptible: true })).toBeUndefined();
  });

  test("a label that is gone from the Machine goes from the Node, one that others set stays", () => {
    const node = nodeObject({
      metadata: {
        labels: { "node.cluster.x-k8s.io/old": "", "node.cluster.x-k8s.io/foreign": "" },
        annotations: { "cluster.x-k8s.io/labels-from-machine": "node.cluster.x-k8s.io/old" },
      },
    });
    const patch = nextNodeMetadata(node, machineObject(), { interruptible: false });
    expect(patch?.metadata?.labels).toEqual({ "node.cluster.x-k8s.io/old": null });
  });
});

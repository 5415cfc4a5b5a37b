import { describe, expect, test } from "vitest";
import { type DeletionFacts, nextDeletionStep, nodeDeletionRemainingMs } from "../src/controllers/machine/deletion.ts";
import { nextNodeMetadata } from "../src/controllers/machine/node-metadata.ts";
import { clusterObject, found, machineObject, nodeObject } from "./scene/objects.ts";

const deletionTimestamp = "2030-01-01T00:00:00Z";
const now = Date.parse(deletionTimestamp);
const controlPlane = machineObject({ name: "cp", metadata: { labels: { "cluster.x-k8s.io/control-plane": "" } } });
const gone = { state: "missing" } as const;
const cordoned = { state: "found", node: nodeObject({ spec: { unschedulable: true } }) } as const;

type Changes = Partial<DeletionFacts> & { readonly of?: Parameters<typeof machineObject>[0] };

/** The next step for a Machine with a drained Node and removed objects, except for `changes`. */
function step({ of = {}, ...changes }: Changes = {}) {
  const status = { nodeRef: { name: "n1" } };
  const machine = machineObject({ status, ...of, metadata: { deletionTimestamp, ...of.metadata } });
  return nextDeletionStep({
    machine,
    cluster: clusterObject(),
    infrastructure: gone,
    bootstrapConfig: gone,
    node: cordoned,
    siblings: [machine, controlPlane],
    controlPlane: "ordinary",
    hasKubeconfig: true,
    passed: new Set(["drainNode", "awaitVolumes"]),
    now,
    ...changes,
  });
}

describe("the next step of a deletion", () => {
  test("waits for hooks by name, before the drain and before deleting the infrastructure", () => {
    const hooks = (stage: string) =>
      Object.fromEntries(["b", "a"].map((name) => [`${stage}.delete.hook.machine.cluster.x-k8s.io/${name}`, ""]));
    const prefixed = (stage: string) => `${stage}.delete.hook.machine.cluster.x-k8s.io`;
    expect(step({ of: { metadata: { annotations: { other: "", ...hooks("pre-drain") } } } })).toEqual({
      action: "wait",
      reason: "WaitingForPreDrainHook",
      message: `Waiting for pre-drain hooks to succeed (hooks: ${prefixed("pre-drain")}/a,${prefixed("pre-drain")}/b)`,
      began: "waitForPreDrainHookStartTime",
    });
    expect(step({ of: { metadata: { annotations: hooks("pre-terminate") } } })).toEqual({
      action: "wait",
      reason: "WaitingForPreTerminateHook",
      message: `Waiting for pre-terminate hooks to succeed (hooks: ${prefixed("pre-terminate")}/a,${prefixed("pre-terminate")}/b)`,
      began: "waitForPreTerminateHookStartTime",
    });
  });

  const infrastructure = {
    reason: "WaitingForInfrastructureDeletion",
    message: "Waiting for TestMachine m1 to be deleted",
  };
  const bootstrap = { reason: "WaitingForBootstrapDeletion", message: "Waiting for TestConfig m1 to be deleted" };
  const going = { metadata: { deletionTimestamp } };
  const unresolved = (reason: string) => ({ state: "unresolved", reason, message: "m" }) as const;
  const deleteNode = { action: "deleteNode", name: "n1", reason: "DeletingNode", message: "Deleting Node n1" };

  test.each<[string, Changes, object]>([
    ["infrastructure", { infrastructure: found("TestMachine") }, { action: "deleteInfrastructure", ...infrastructure }],
    [
      "infrastructure that goes",
      { infrastructure: found("TestMachine", going) },
      { action: "wait", ...infrastructure, passing: true },
    ],
    [
      "infrastructure that is not seen",
      { infrastructure: { state: "pending" } },
      { action: "wait", ...infrastructure, passing: true },
    ],
    [
      "infrastructure that cannot be looked up",
      { infrastructure: unresolved("WatchFailed") },
      { action: "wait", reason: infrastructure.reason, message: "m" },
    ],
    ["infrastructure that is not installed", { infrastructure: unresolved("CRDNotInstalled") }, deleteNode],
    ["infrastructure of another", { infrastructure: { ...found("TestMachine"), refusal: "m2" } }, deleteNode],
    ["a config", { bootstrapConfig: found("TestConfig") }, { action: "deleteBootstrapConfig", ...bootstrap }],
    [
      "a config that goes",
      { bootstrapConfig: found("TestConfig", going) },
      { action: "wait", ...bootstrap, passing: true },
    ],
    ["no config", { bootstrapConfig: undefined }, deleteNode],
    [
      "a config that is no longer referred to",
      { bootstrapConfig: found("TestConfig"), of: { spec: { bootstrap: { dataSecretName: "x" } } } },
      { action: "finish" },
    ],
    ["a Node", {}, deleteNode],
    ["Nodes that cannot be told apart", { node: { state: "ambiguous", names: ["a", "b"] } }, deleteNode],
    ["no Node", { node: { state: "absent" } }, { action: "finish" }],
    ["no Cluster to ask", { node: { state: "noCluster", message: "m" } }, { action: "finish" }],
    ["a Node that the Machine has not taken over", { of: { status: {} } }, deleteNode],
    ["no Node that is known", { of: { status: {} }, node: { state: "absent" } }, { action: "finish" }],
    ["workers alone left", { siblings: [machineObject({ name: "w" })] }, { action: "finish" }],
    [
      "a sibling without labels, and an external control plane",
      { siblings: [machineObject({ name: "w" })], controlPlane: "external" },
      deleteNode,
    ],
  ])("with %s", (given, changes, expected) => {
    const next = step(changes);
    if (given === "a config that is no longer referred to")
      expect(next).not.toMatchObject({ action: "deleteBootstrapConfig" });
    else expect(next).toEqual(expected);
  });

  test("waits for an unresponsive workload cluster up to the Machine's timeout, or forever with 0", () => {
    const connecting = { state: "connecting", message: "m" } as const;
    const limited = (nodeDeletionTimeoutSeconds: number) => ({
      node: connecting,
      of: { spec: { deletion: { nodeDeletionTimeoutSeconds } } },
    });
    const waiting = {
      action: "wait",
      reason: "DeletingNode",
      message: "Waiting for the workload cluster to be reachable to delete Node n1: m",
    };
    expect(step({ node: connecting, now: now + 4_000 })).toEqual({ ...waiting, retryAfterMs: 6_000 });
    expect(step({ ...limited(60), now: now + 4_000 })).toEqual({ ...waiting, retryAfterMs: 56_000 });
    expect(step({ ...limited(0), now: now + 4_000_000 })).toEqual(waiting);
    expect(step({ node: { state: "unreachable", message: "m" }, now: now + 4_000 })).toEqual({
      ...waiting,
      retryAfterMs: 6_000,
    });
    expect(step({ node: { state: "unreachable", message: "m" }, now: now + 11_000 })).toEqual({ action: "finish" });
    expect(step({ controlPlane: "unknown", cluster: undefined })).toEqual({ action: "finish" });
  });

  test("waits for the first connection to a workload cluster that may have a Node of a Machine without nodeRef", () => {
    const node = { state: "connecting", message: "m", firstTriedMs: now } as const;
    const young = { of: { status: {} }, node, infrastructure: found("TestMachine") } as const;
    const waiting = {
      action: "wait",
      reason: "Deleting",
      message: "Waiting for the workload cluster to be reachable to look for the Node: m",
      retryAfterMs: 26_000,
      passing: true,
    };
    const deleting = { action: "deleteInfrastructure" };
    expect(step({ ...young, now: now + 4_000 })).toEqual(waiting);
    expect(step({ ...young, now: now + 30_000 })).toMatchObject(deleting);
    expect(step({ ...young, hasKubeconfig: false })).toMatchObject(deleting);
    expect(step({ ...young, siblings: [] })).toMatchObject(deleting);
    expect(step({ ...young, node: { state: "connecting", message: "m" } })).toMatchObject(deleting);
    expect(step({ ...young, node: { state: "absent" } })).toMatchObject(deleting);
  });

  test("counts timeouts from the deletion", () => {
    const remaining = (seconds: number | undefined, metadata: object) =>
      nodeDeletionRemainingMs(
        machineObject({
          metadata,
          ...(seconds === undefined ? {} : { spec: { deletion: { nodeDeletionTimeoutSeconds: seconds } } }),
        }),
        now + 4_000,
      );
    expect([
      remaining(undefined, { deletionTimestamp }),
      remaining(5, { deletionTimestamp }),
      remaining(1, { deletionTimestamp }),
    ]).toEqual([6_000, 1_000, 0]);
    expect([remaining(0, { deletionTimestamp }), remaining(5, {})]).toEqual([Infinity, Infinity]);
  });
});

describe("the metadata a Machine writes to its Node", () => {
  const key = (name: string) => `cluster.x-k8s.io/${name}`;
  const written = (metadata: object, node: object = {}, interruptible = false) =>
    nextNodeMetadata(nodeObject({ metadata: { resourceVersion: "7", ...node } }), machineObject({ metadata }), {
      interruptible,
      outdated: false,
    });
  const base = {
    [key("cluster-name")]: "c1",
    [key("cluster-namespace")]: "default",
    [key("machine")]: "m1",
    [key("labels-from-machine")]: "",
    [key("annotations-from-machine")]: "",
  };

  test("is its bookkeeping, with only its controller as owner", () => {
    expect(written({})?.metadata?.annotations).toMatchObject(base);
    expect(written({})?.metadata?.annotations).not.toHaveProperty([key("owner-kind")]);
    const owners = [
      { apiVersion: "v1", kind: "Other", name: "x", uid: "x" },
      { apiVersion: "v1", kind: "MachineSet", name: "s", uid: "s", controller: true },
    ];
    expect(written({ ownerReferences: owners })?.metadata?.annotations).toMatchObject({
      [key("owner-kind")]: "MachineSet",
      [key("owner-name")]: "s",
    });
    expect(written({ ownerReferences: owners.slice(0, 1) })?.metadata?.annotations).not.toHaveProperty([
      key("owner-kind"),
    ]);
  });

  test("is labels and annotations with Node domains", () => {
    const labels = {
      "node-role.kubernetes.io/x": "1",
      "node-restriction.kubernetes.io/x": "2",
      "a.node-restriction.kubernetes.io/x": "3",
      "node.cluster.x-k8s.io/x": "4",
      "a.node.cluster.x-k8s.io/x": "5",
      "a.node-role.kubernetes.io/x": "6",
      "xnode.cluster.x-k8s.io/x": "7",
      "node.cluster.x-k8s.io": "8",
      plain: "9",
    };
    const annotations = {
      "node.cluster.x-k8s.io/b": "1",
      "a.node.cluster.x-k8s.io/a": "2",
      "node-role.kubernetes.io/x": "3",
    };
    const patch = written({ labels, annotations })?.metadata;
    const picked = Object.keys(labels).filter(
      (name) => !["plain", "xnode.cluster.x-k8s.io/x", "a.node-role.kubernetes.io/x"].includes(name),
    );
    expect(Object.keys(patch?.labels ?? {}).sort()).toEqual(picked.sort());
    expect(patch?.annotations).toMatchObject({
      "node.cluster.x-k8s.io/b": "1",
      "a.node.cluster.x-k8s.io/a": "2",
      [key("labels-from-machine")]: picked.sort().join(","),
      [key("annotations-from-machine")]: "a.node.cluster.x-k8s.io/a,node.cluster.x-k8s.io/b",
    });
    expect(patch?.annotations).not.toHaveProperty(["node-role.kubernetes.io/x"]);
  });

  test("removes its own outdated keys, and keeps all others", () => {
    const [old, theirs] = ["node.cluster.x-k8s.io/old", "node.cluster.x-k8s.io/theirs"];
    const annotations = {
      ...base,
      [key("labels-from-machine")]: `${old},node.cluster.x-k8s.io/gone`,
      [key("annotations-from-machine")]: old,
      [key("owner-kind")]: "MachineSet",
      [old]: "1",
      [theirs]: "1",
    };
    const patch = written({}, { labels: { [old]: "1", [theirs]: "1" }, annotations })?.metadata;
    expect(patch?.labels).toEqual({ [old]: null });
    expect(patch?.annotations).toMatchObject({
      [old]: null,
      [key("owner-kind")]: null,
      [key("labels-from-machine")]: "",
    });
    expect(patch?.annotations).not.toHaveProperty([theirs]);
  });

  test("marks an interruptible Machine, and does not write correct values again", () => {
    const first = written({}, {}, true);
    expect(first?.metadata?.labels).toEqual({ [key("interruptible")]: "" });
    const annotations = first?.metadata?.annotations as Record<string, string>;
    const again = written({}, { annotations, labels: first?.metadata?.labels as Record<string, string> }, true);
    expect(again).toBeUndefined();
    const unmarked = written({}, { annotations, labels: first?.metadata?.labels as Record<string, string> });
    expect(unmarked).toEqual({
      metadata: { labels: { [key("interruptible")]: null }, annotations: { [key("labels-from-machine")]: "" } },
    });
    const other = written({}, { labels: { plain: "1" } });
    expect(other?.metadata).not.toHaveProperty("labels");
  });
});

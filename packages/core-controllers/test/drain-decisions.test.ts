import { type MachineDrainRule } from "@capstan/contract";
import { ApiError } from "@capstan/runtime";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { attachmentsOf, awaitedVolumes, volumesMessage } from "../src/drain/attached-volumes.ts";
import { drainMessage, type DrainState, isDrained } from "../src/drain/drain-message.ts";
import { type DrainPlan, planDrain, podName } from "../src/drain/drain-plan.ts";
import { faultOf, rulesFor } from "../src/drain/drain-rules.ts";
import { whyNotEvicted } from "../src/drain/eviction.ts";
import { judgePod, type JudgeFacts } from "../src/drain/pod-verdict.ts";
import { drainStep, type StageFacts, volumeStep } from "../src/drain/stages.ts";
import { drainStage, gateOf } from "../src/drain/time-limits.ts";
import { type Pod } from "../src/drain/workload-kinds.ts";
import { clusterObject, found, machineObject, nodeObject } from "./scene/objects.ts";

const now = Date.parse("2030-01-01T00:01:00Z");
const startedAt = "2030-01-01T00:00:00Z";
const facts: JudgeFacts = {
  rules: [],
  namespaces: new Map(),
  daemonSets: new Set(["default/agent"]),
  nodeUnreachable: false,
  now,
};

function pod(name: string, changes: { metadata?: Partial<Pod["metadata"]>; spec?: Pod["spec"]; phase?: string } = {}) {
  const { metadata, phase = "Running", spec = {} } = changes;
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name, namespace: "default", ...metadata },
    spec,
    status: { phase },
  } satisfies Pod;
}

function rule(name: string, spec: MachineDrainRule["spec"]): MachineDrainRule {
  return { apiVersion: "cluster.x-k8s.io/v1beta2", kind: "MachineDrainRule", metadata: { name }, spec };
}

function controlledBy(kind: string, name: string): Partial<Pod["metadata"]> {
  return { ownerReferences: [{ apiVersion: "apps/v1", kind, name, uid: name, controller: true }] };
}

const gone = { deletionTimestamp: "2030-01-01T00:00:57Z" };

describe("the verdict on a Pod", () => {
  const drain = { behavior: "Drain", order: 0 };
  const skip = { behavior: "Skip" };
  const wait = { behavior: "WaitCompleted", order: 0 };
  test.each<{ given: string; pod: Pod; facts?: Partial<JudgeFacts>; verdict: object }>([
    { given: "one that nothing is said about", pod: pod("a"), verdict: drain },
    { given: "one of a DaemonSet", pod: pod("a", { metadata: controlledBy("DaemonSet", "agent") }), verdict: skip },
    {
      given: "one whose DaemonSet is gone",
      pod: pod("a", { metadata: controlledBy("DaemonSet", "old") }),
      verdict: drain,
    },
    {
      given: "a completed one of a DaemonSet",
      pod: pod("a", { metadata: controlledBy("DaemonSet", "agent"), phase: "Failed" }),
      verdict: drain,
    },
    {
      given: "a mirror Pod",
      pod: pod("a", { metadata: { annotations: { "kubernetes.io/config.mirror": "x" } } }),
      verdict: skip,
    },
    {
      given: "the label skip",
      pod: pod("a", { metadata: { labels: { "cluster.x-k8s.io/drain": "Skip" } } }),
      verdict: skip,
    },
    {
      given: "the label wait-completed",
      pod: pod("a", { metadata: { labels: { "cluster.x-k8s.io/drain": "wait-completed" } } }),
      verdict: wait,
    },
    {
      given: "the label wait-completed, and it is completed",
      pod: pod("a", { metadata: { labels: { "cluster.x-k8s.io/drain": "wait-completed" } }, phase: "Succeeded" }),
      verdict: skip,
    },
    {
      given: "a label that says nothing known",
      pod: pod("a", { metadata: { labels: { "cluster.x-k8s.io/drain": "soon" } } }),
      verdict: drain,
    },
    { given: "one that is being deleted", pod: pod("a", { metadata: gone }), verdict: drain },
    {
      given: "one that was to be gone three seconds ago, its kubelet silent",
      pod: pod("a", { metadata: gone }),
      facts: { nodeUnreachable: true },
      verdict: skip,
    },
    {
      given: "one that was to be gone a second ago, its kubelet silent",
      pod: pod("a", { metadata: { deletionTimestamp: "2030-01-01T00:00:59Z" } }),
      facts: { nodeUnreachable: true },
      verdict: drain,
    },
    {
      given: "a rule with an order",
      pod: pod("a"),
      facts: { rules: [rule("r", { drain: { behavior: "Drain", order: 7 } })] },
      verdict: { behavior: "Drain", order: 7 },
    },
    {
      given: "the first rule that is about it",
      pod: pod("a", { metadata: { labels: { app: "db" } } }),
      facts: {
        rules: [
          rule("a", { drain: { behavior: "Skip" }, pods: [{ selector: { matchLabels: { app: "web" } } }] }),
          rule("b", {
            drain: { behavior: "WaitCompleted" },
            pods: [{ selector: {}, namespaceSelector: { matchLabels: { team: "x" } } }],
          }),
          rule("c", { drain: { behavior: "Skip" } }),
        ],
        namespaces: new Map([["default", { team: "x" }]]),
      },
      verdict: wait,
    },
  ])("$given", ({ pod: given, facts: changes, verdict }) => {
    expect(judgePod(given, { ...facts, ...changes })).toEqual(verdict);
  });
});

describe("drain rules", () => {
  test("apply when their selectors match Machine and Cluster, ordered by name", () => {
    const machine = machineObject({ metadata: { labels: { pool: "gpu" } } });
    const cluster = clusterObject({ metadata: { labels: { env: "prod" } } });
    const behavior = { drain: { behavior: "Skip" } } as const;
    const gpu = { matchLabels: { pool: "gpu" } };
    const rules = [
      rule("d-all", behavior),
      rule("c-no", { ...behavior, machines: [{ selector: { matchLabels: { pool: "cpu" } } }] }),
      rule("b-both", { ...behavior, machines: [{ selector: gpu, clusterSelector: { matchLabels: { env: "prod" } } }] }),
      rule("a-half", { ...behavior, machines: [{ selector: gpu, clusterSelector: { matchLabels: { env: "dev" } } }] }),
    ];
    expect(rulesFor(machine, cluster, rules).map(({ metadata }) => metadata.name)).toEqual(["b-both", "d-all"]);
  });

  test("report an unreadable selector by name", () => {
    const selector = { matchExpressions: [{ key: "a", operator: "Near" }] };
    expect(faultOf(rule("r", { drain: { behavior: "Skip" }, pods: [{}, { selector }] }))).toBe(
      'MachineDrainRule r: spec.pods[1].selector: "Near" is not a valid label selector operator',
    );
    expect(faultOf(rule("r", { drain: { behavior: "Skip" }, pods: [{ selector: {} }] }))).toBeUndefined();
  });
});

const anyPod = fc
  .record({
    name: fc.constantFrom("a", "b", "c", "d", "e", "f", "g"),
    namespace: fc.constantFrom("default", "other"),
    tier: fc.constantFrom("0", "1", "2"),
    drain: fc.constantFrom(undefined, "skip", "wait-completed"),
    deleted: fc.boolean(),
    phase: fc.constantFrom("Running", "Pending", "Succeeded"),
  })
  .map(({ name, namespace, tier, drain, deleted, phase }) => {
    const labels = { tier, ...(drain === undefined ? {} : { "cluster.x-k8s.io/drain": drain }) };
    return pod(name, { metadata: { namespace, labels, ...(deleted ? gone : {}) }, phase });
  });
const anyPods = fc.uniqueArray(anyPod, { selector: podName, maxLength: 14 });
const byTier = ["-1", "0", "1"].map((order, tier) =>
  rule(`tier-${tier}`, {
    drain: { behavior: "Drain", order: Number(order) },
    pods: [{ selector: { matchLabels: { tier: String(tier) } } }],
  }),
);
const tiered = { ...facts, rules: byTier };

function stateAfter(plan: DrainPlan, failed: DrainState["failed"] = new Map()): DrainState {
  const { evictLater, terminating, waitLater, waitNow } = plan;
  return { evictLater, failed, terminating, waitLater, waitNow };
}

describe("a drain plan", () => {
  test("has every Pod once, in any input order", () => {
    fc.assert(
      fc.property(anyPods, fc.infiniteStream(fc.nat()), (pods, random) => {
        const plan = planDrain(pods, tiered);
        expect(Object.values(plan).flat().map(podName).sort()).toEqual(pods.map(podName).sort());
        const ranked = pods.map((given) => ({ given, rank: Number(random.next().value) }));
        const shuffled = ranked.sort((left, right) => left.rank - right.rank).map(({ given }) => given);
        expect(planDrain(shuffled, tiered)).toEqual(plan);
      }),
    );
  });

  test("evicts Pods of one group only, skips deleted ones, and waits for each group before the next", () => {
    fc.assert(
      fc.property(anyPods, (pods) => {
        const plan = planDrain(pods, tiered);
        const orderOf = (given: Pod) => {
          const verdict = judgePod(given, tiered);
          return verdict.behavior === "Skip" ? Infinity : verdict.order;
        };
        const lowest = Math.min(...pods.map(orderOf));
        for (const given of [...plan.evictNow, ...plan.waitNow]) expect(orderOf(given as Pod)).toBe(lowest);
        for (const given of [...plan.evictLater, ...plan.waitLater])
          expect(orderOf(given as Pod)).toBeGreaterThan(lowest);
        for (const given of plan.evictNow) expect(given.metadata.deletionTimestamp).toBeUndefined();
      }),
    );
  });

  test("ends when evicted Pods are removed and awaited Pods complete", () => {
    fc.assert(
      fc.property(anyPods, (given) => {
        let pods: Pod[] = given;
        for (let pass = 0; pass <= given.length; pass += 1) {
          const plan = planDrain(pods, tiered);
          const left = new Set([...plan.evictNow, ...plan.waitNow, ...plan.terminating].map(podName));
          const state = stateAfter(plan);
          if (left.size === 0) {
            expect(isDrained(state)).toBe(true);
            return;
          }
          pods = pods.filter((candidate) => !left.has(podName(candidate)));
        }
        expect.unreachable("a drain that never ends");
      }),
    );
  });
});

describe("the message of a drain", () => {
  test("shows each group of Pods, three by name, with the reason they stay", () => {
    const many = ["a", "b", "c", "d", "e"].map((name) => pod(name));
    const budget =
      "Cannot evict pod as it would violate the pod's disruption budget. The disruption budget web needs 1 healthy pods and has 1 currently";
    const state: DrainState = {
      terminating: many,
      failed: new Map([
        ["some other error", [pod("x")]],
        [budget, [pod("y"), pod("z")]],
      ]),
      waitNow: [pod("job")],
      evictLater: [pod("late")],
      waitLater: [pod("later")],
    };
    expect(drainMessage(state, startedAt)).toBe(
      [
        "Drain not completed yet (started at 2030-01-01T00:00:00Z):",
        "* Pods default/a, default/b, default/c, ... (2 more): deletionTimestamp set, but still not removed from the Node",
        "* Pods default/y, default/z: cannot evict pod as it would violate the pod's disruption budget. The disruption budget web needs 1 healthy pods and has 1 currently",
        "* Pod default/x: failed to evict Pod, some other error",
        "* Pod default/job: waiting for completion",
        "After above Pods have been removed from the Node, the following Pods will be evicted: default/late",
        "After above Pods have been removed from the Node, waiting for the following Pods to complete without eviction: default/later",
      ].join("\n"),
    );
  });

  test("shows five reasons, and the number of Pods with other reasons", () => {
    const failed = new Map(["1", "2", "3", "4", "5", "6", "7"].map((why) => [why, [pod(`p${why}`)]]));
    const lines = drainMessage(stateAfter(planDrain([], facts), failed), startedAt).split("\n");
    expect(lines.slice(1)).toEqual([
      ...["1", "2", "3", "4", "5"].map((why) => `* Pod default/p${why}: failed to evict Pod, ${why}`),
      "* 2 Pods with other issues",
    ]);
  });

  test.each<{ given: string; error: unknown; why: string }>([
    {
      given: "a budget",
      error: new ApiError("Cannot.", {
        status: 429,
        reason: "TooManyRequests",
        details: { causes: [{ reason: "DisruptionBudget", message: "The budget b." }] },
      }),
      why: "Cannot. The budget b.",
    },
    {
      given: "a Namespace that ends",
      error: new ApiError("forbidden", {
        status: 403,
        reason: "Forbidden",
        details: { causes: [{ reason: "NamespaceTerminating" }] },
      }),
      why: "Cannot evict pod from terminating namespace: unable to create eviction (kube-controller-manager should set deletionTimestamp)",
    },
    { given: "a conflict", error: new ApiError("changed", { status: 409, reason: "Conflict" }), why: "changed" },
    { given: "no answer", error: new Error("refused"), why: "refused" },
  ])("shows why a Pod was not evicted: $given", ({ error, why }) => {
    expect(whyNotEvicted(error)).toBe(why);
  });
});

describe("the decision to drain", () => {
  const infrastructure = found("TestMachine");
  const limited = (changes: Parameters<typeof machineObject>[0] = {}) =>
    machineObject({ spec: { deletion: { nodeDrainTimeoutSeconds: 90 } }, ...changes });

  test("a time limit ends the drain to the second, counted from its start", () => {
    fc.assert(
      fc.property(fc.nat(300), (elapsedSeconds) => {
        const machine = limited({ status: { deletion: { nodeDrainStartTime: startedAt } } });
        const at = Date.parse(startedAt) + elapsedSeconds * 1000;
        expect(gateOf(drainStage, machine, infrastructure, at)).toEqual(
          elapsedSeconds >= 90 ? { open: false } : { open: true, remainingMs: (90 - elapsedSeconds) * 1000 },
        );
      }),
    );
    expect(gateOf(drainStage, limited(), infrastructure, now)).toEqual({ open: true, remainingMs: 90_000 });
    expect(gateOf(drainStage, machineObject(), infrastructure, now)).toEqual({ open: true });
  });

  test.each<{ given: string; gate: () => unknown }>([
    {
      given: "the annotation is there",
      gate: () => {
        const annotations = { "machine.cluster.x-k8s.io/exclude-node-draining": "" };
        return gateOf(drainStage, machineObject({ metadata: { annotations } }), infrastructure, now);
      },
    },
    {
      given: "the pre-terminate hooks had their turn",
      gate: () => {
        const status = { deletion: { waitForPreTerminateHookStartTime: startedAt } };
        return gateOf(drainStage, machineObject({ status }), infrastructure, now);
      },
    },
    {
      given: "the infrastructure is gone",
      gate: () => gateOf(drainStage, machineObject(), { state: "missing" }, now),
    },
    {
      given: "the infrastructure is going",
      gate: () => gateOf(drainStage, machineObject(), found("TestMachine", { metadata: gone }), now),
    },
  ])("is to skip the drain when $given", ({ gate }) => {
    expect(gate()).toEqual({ open: false });
  });

  const stage = (changes: Partial<StageFacts>): StageFacts => ({
    machine: machineObject(),
    infrastructure,
    node: { state: "found", node: nodeObject({ spec: { unschedulable: true } }) },
    passed: new Set(),
    now,
    ...changes,
  });

  test("an unresponsive workload cluster is awaited until the time limit", () => {
    const node = { state: "unreachable", message: "refused" } as const;
    const facts = stage({ machine: limited(), node });
    expect(drainStep(facts, "n1")).toMatchObject({
      action: "wait",
      reason: "DrainingNode",
      began: "nodeDrainStartTime",
      retryAfterMs: 90_000,
      message: expect.stringContaining("refused") as string,
    });
    expect(volumeStep(facts, "n1")).toMatchObject({ action: "wait", reason: "WaitingForVolumeDetach" });
    expect(drainStep(stage({ node: { state: "absent" } }), "n1")).toBeUndefined();
  });

  test("with a silent kubelet, volumes are not awaited and Pods get a short grace period", () => {
    const silent = nodeObject({ spec: { unschedulable: true }, conditions: { Ready: "Unknown" } });
    const facts = stage({ node: { state: "found", node: silent } });
    expect(drainStep(facts, "n1")).toMatchObject({ action: "drainNode", nodeUnreachable: true });
    expect(volumeStep(facts, "n1")).toBeUndefined();
  });
});

describe("volumes", () => {
  const attachment = (name: string, nodeName: string, persistentVolumeName?: string) => ({
    apiVersion: "storage.k8s.io/v1",
    kind: "VolumeAttachment",
    metadata: { name },
    spec: { nodeName, source: persistentVolumeName === undefined ? {} : { persistentVolumeName } },
    status: { attached: true },
  });
  const volume = (name: string, claim?: string) => ({
    apiVersion: "v1",
    kind: "PersistentVolume",
    metadata: { name },
    spec: {
      csi: { driver: "csi.test", volumeHandle: `h-${name}` },
      ...(claim === undefined
        ? {}
        : { claimRef: { kind: "PersistentVolumeClaim", namespace: "default", name: claim } }),
    },
  });

  test("attached to the Node are reported by claim; those of Pods that stay are not awaited", () => {
    const attachments = attachmentsOf(
      "n1",
      [{ name: "kubernetes.io/csi/csi.test^h-data" }, { name: "kubernetes.io/csi/other^1" }],
      [
        attachment("1", "n1", "stays"),
        attachment("2", "n2", "elsewhere"),
        attachment("3", "n1", "unclaimed"),
        attachment("4", "n1", "lost"),
        { ...attachment("5", "n1", "detached"), status: { attached: false } },
        attachment("6", "n1"),
      ],
    );
    const volumes = [
      volume("data", "data"),
      volume("stays", "stays"),
      volume("unclaimed"),
      volume("elsewhere", "elsewhere"),
      volume("detached", "detached"),
    ];
    const staying = pod("agent", { spec: { volumes: [{ persistentVolumeClaim: { claimName: "stays" } }] } });
    expect(volumesMessage(awaitedVolumes(attachments, volumes, [staying]), startedAt)).toBe(
      [
        "Waiting for Node volumes to be detached (started at 2030-01-01T00:00:00Z)",
        "* PersistentVolumeClaims: default/data",
        "* PersistentVolumes without a .spec.claimRef to a PersistentVolumeClaim: unclaimed",
        "* Node with .status.volumesAttached entries not matching a PersistentVolume: kubernetes.io/csi/other^1",
        "* VolumeAttachment with .spec.source.persistentVolumeName not matching a PersistentVolume: lost",
        "* VolumeAttachment without .spec.source.persistentVolumeName: 6",
      ].join("\n"),
    );
    const one = attachmentsOf("n1", [], [attachment("1", "n1", "stays")]);
    expect(volumesMessage(awaitedVolumes(one, volumes, [staying]), startedAt)).toBeUndefined();
  });
});

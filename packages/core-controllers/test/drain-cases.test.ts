import { type MachineDrainRule } from "@capstan/contract";
import { describe, expect, test } from "vitest";
import { attachmentsOf, awaitedVolumes, isDetached } from "../src/drain/attached-volumes.ts";
import { compareNames } from "../src/drain/compare-names.ts";
import { drainMessage, type DrainState, isDrained } from "../src/drain/drain-message.ts";
import { planDrain } from "../src/drain/drain-plan.ts";
import { faultOf, isAbout, needsNamespaces, rulesFor } from "../src/drain/drain-rules.ts";
import { judgePod, type JudgeFacts } from "../src/drain/pod-verdict.ts";
import { drainStep, type StageFacts, type StageName, volumeStep } from "../src/drain/stages.ts";
import { drainStage, gateOf, startOf } from "../src/drain/time-limits.ts";
import { type PersistentVolume, type Pod, type VolumeAttachment } from "../src/drain/workload-kinds.ts";
import { type ObservedNode } from "../src/workload/observed-node.ts";
import { clusterObject, found, machineObject, nodeObject } from "./scene/objects.ts";

const at = "2030-01-01T00:00:00Z";
const now = Date.parse(at) + 60_000;

function pod(name: string, metadata: Partial<Pod["metadata"]> = {}, rest: Pick<Pod, "spec" | "status"> = {}): Pod {
  return { apiVersion: "v1", kind: "Pod", metadata: { name, namespace: "default", ...metadata }, ...rest };
}

function rule(name: string, spec: Partial<MachineDrainRule["spec"]> = {}): MachineDrainRule {
  const drain = { behavior: "Drain" } as const;
  return {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "MachineDrainRule",
    metadata: { name },
    spec: { drain, ...spec },
  };
}

const labeled = (matchLabels: Record<string, string>) => ({ matchLabels });

test("names are ordered by code units", () => {
  expect(["b", "a", "B", "ab", "a"].sort(compareNames)).toEqual(["B", "a", "a", "ab", "b"]);
  expect([compareNames("a", "b"), compareNames("b", "a"), compareNames("a", "a")]).toEqual([-1, 1, 0]);
});

describe("attached volumes", () => {
  const attachment = (
    name: string,
    rest: Omit<VolumeAttachment, "apiVersion" | "kind" | "metadata"> = {},
  ): VolumeAttachment => {
    return { apiVersion: "storage.k8s.io/v1", kind: "VolumeAttachment", metadata: { name }, ...rest };
  };
  const volume = (name: string, spec?: PersistentVolume["spec"]): PersistentVolume => ({
    apiVersion: "v1",
    kind: "PersistentVolume",
    metadata: { name },
    ...(spec === undefined ? {} : { spec }),
  });
  const attached = { status: { attached: true } };

  test("are those of VolumeAttachments that report attachment, with any field omitted", () => {
    const all = [
      attachment("a"),
      attachment("b", attached),
      attachment("c", { spec: { nodeName: "n1" } }),
      attachment("d", { spec: { nodeName: "n1" }, ...attached }),
      attachment("e", { spec: { nodeName: "n1", source: { persistentVolumeName: "v" } }, ...attached }),
    ];
    expect(attachmentsOf("n1", [{ name: "x" }], all)).toEqual({
      nodeVolumes: ["x"],
      persistentVolumes: ["v"],
      unnamed: ["d"],
    });
  });

  test("are found if one volume of any sort is attached", () => {
    const none = { nodeVolumes: [], persistentVolumes: [], unnamed: [] };
    expect(isDetached(none)).toBe(true);
    for (const name of ["nodeVolumes", "persistentVolumes", "unnamed"])
      expect(isDetached({ ...none, [name]: ["x"] })).toBe(false);
    expect(isDetached({ nodeVolumes: ["x"], persistentVolumes: ["x"], unnamed: ["x", "y"] })).toBe(false);
    expect(isDetached({ nodeVolumes: ["x"], persistentVolumes: ["x"], unnamed: [] })).toBe(false);
  });

  test("are reported in order, by claim if they have one, else as unknown", () => {
    const claim = (name?: string, kind = "PersistentVolumeClaim") => ({
      claimRef: { kind, namespace: "ns", ...(name === undefined ? {} : { name }) },
    });
    const volumes = [
      volume("z", claim("z")),
      volume("y", claim("y")),
      volume("x"),
      volume("w", { csi: { driver: "d", volumeHandle: "w" } }),
      volume("v", claim("v", "Other")),
      volume("u", claim()),
      volume("elsewhere", claim("elsewhere")),
    ];
    const awaited = awaitedVolumes(
      {
        nodeVolumes: ["kubernetes.io/csi/d^w", "n2", "n1", "n1"],
        persistentVolumes: ["z", "y", "x", "v", "u", "p2", "p1"],
        unnamed: ["b", "a"],
      },
      volumes,
      [pod("a"), pod("b", {}, { spec: {} }), pod("c", {}, { spec: { volumes: [{}] } })],
    );
    expect(awaited).toEqual({
      claims: ["ns/", "ns/y", "ns/z"],
      unclaimed: ["v", "w", "x"],
      unknownNodeVolumes: ["n1", "n2"],
      unknownPersistentVolumes: ["p1", "p2"],
      unnamed: ["a", "b"],
    });
  });
});

describe("rules for draining", () => {
  const machine = machineObject({ metadata: { labels: { m: "1" } } });
  const cluster = clusterObject({ metadata: { labels: { c: "1" } } });
  const names = (rules: readonly MachineDrainRule[], of: Parameters<typeof rulesFor>[1] = cluster) =>
    rulesFor(machine, of, rules).map(({ metadata }) => metadata.name);

  test("match a Machine by its labels and those of its Cluster, ordered by name", () => {
    const rules = [
      rule("h"),
      rule("g", { machines: [] }),
      rule("f", { machines: [{ selector: labeled({ m: "1" }) }] }),
      rule("e", { machines: [{ selector: labeled({ m: "2" }) }] }),
      rule("d", { machines: [{ clusterSelector: labeled({ c: "1" }) }] }),
      rule("c", { machines: [{ clusterSelector: labeled({ c: "2" }) }] }),
      rule("b", { machines: [{ selector: labeled({ m: "1" }), clusterSelector: labeled({ c: "2" }) }] }),
      rule("a", {
        machines: [
          { selector: labeled({ m: "2" }) },
          { selector: labeled({ m: "1" }), clusterSelector: labeled({ c: "1" }) },
        ],
      }),
    ];
    expect(names(rules)).toEqual(["a", "d", "f", "g", "h"]);
    expect(rulesFor(machine, undefined, rules).map(({ metadata }) => metadata.name)).toEqual(["f", "g", "h"]);
  });

  test.each<[string, MachineDrainRule["spec"]["pods"], boolean]>([
    ["no Pods", undefined, true],
    ["an empty list", [], true],
    ["its labels", [{ selector: labeled({ p: "1" }) }], true],
    ["other labels", [{ selector: labeled({ p: "2" }) }], false],
    ["labels of its Namespace", [{ namespaceSelector: labeled({ n: "1" }) }], true],
    ["labels of another Namespace", [{ selector: labeled({ p: "1" }), namespaceSelector: labeled({ n: "2" }) }], false],
    ["everything", [{}], true],
    ["either", [{ selector: labeled({ p: "2" }) }, { selector: labeled({ p: "1" }) }], true],
  ])("with %s match a Pod or not", (_what, pods, expected) => {
    const given = rule("r", pods === undefined ? {} : { pods });
    expect(isAbout(given, pod("a", { labels: { p: "1" } }), { n: "1" })).toBe(expected);
  });

  test("need Namespaces if a rule selects by namespace labels", () => {
    const byNamespace = rule("r", { pods: [{ selector: {} }, { namespaceSelector: {} }] });
    expect(needsNamespaces([rule("q"), byNamespace])).toBe(true);
    expect(needsNamespaces([rule("q"), rule("p", { pods: [{ selector: {} }] })])).toBe(false);
    expect(needsNamespaces([])).toBe(false);
  });

  test("with an invalid selector are reported with that selector", () => {
    const wrong = { matchExpressions: [{ key: "a", operator: "Odd" as never }] };
    const selected = (where: "machines" | "pods", field: string) =>
      faultOf(rule("r", { [where]: [{ selector: {} }, { [field]: wrong }] }));
    expect(selected("machines", "selector")).toMatch(/^MachineDrainRule r: spec\.machines\[1\]\.selector: /);
    expect(selected("machines", "clusterSelector")).toMatch(
      /^MachineDrainRule r: spec\.machines\[1\]\.clusterSelector: /,
    );
    expect(selected("pods", "selector")).toMatch(/^MachineDrainRule r: spec\.pods\[1\]\.selector: /);
    expect(selected("pods", "namespaceSelector")).toMatch(/^MachineDrainRule r: spec\.pods\[1\]\.namespaceSelector: /);
    expect(faultOf(rule("r"))).toBeUndefined();
    expect(faultOf(rule("r", { machines: [{}], pods: [{}] }))).toBeUndefined();
  });
});

describe("Pods of a Node that is being drained", () => {
  const facts: JudgeFacts = { rules: [], namespaces: new Map(), daemonSets: new Set(), nodeUnreachable: false, now };
  const deleted = (secondsAgo: number) => ({ deletionTimestamp: new Date(now - secondsAgo * 1_000).toISOString() });

  test("are ignored two seconds after their grace period if the kubelet is unresponsive", () => {
    const judged = (given: Pod, nodeUnreachable: boolean) => judgePod(given, { ...facts, nodeUnreachable }).behavior;
    expect([1, 2, 3].map((seconds) => judged(pod("a", deleted(seconds)), true))).toEqual(["Drain", "Skip", "Skip"]);
    expect(judged(pod("a", deleted(3)), false)).toBe("Drain");
    expect(judged(pod("a"), true)).toBe("Drain");
  });

  test("are judged by the first matching rule", () => {
    const of = (behavior: "Skip" | "Drain" | "WaitCompleted", order?: number) => {
      const drain = order === undefined ? { behavior } : ({ behavior: "Drain", order } as const);
      return judgePod(pod("a"), { ...facts, rules: [rule("r", { drain })] });
    };
    expect(of("Skip")).toEqual({ behavior: "Skip" });
    expect(of("Drain")).toEqual({ behavior: "Drain", order: 0 });
    expect(of("Drain", 5)).toEqual({ behavior: "Drain", order: 5 });
    expect(of("WaitCompleted")).toEqual({ behavior: "WaitCompleted", order: 0 });
    const byNamespace = rule("r", { drain: { behavior: "Skip" }, pods: [{ namespaceSelector: labeled({ n: "1" }) }] });
    const inNamespace = { ...facts, rules: [byNamespace], namespaces: new Map([["default", { n: "1" }]]) };
    expect(judgePod(pod("a"), inNamespace).behavior).toBe("Skip");
    expect(judgePod(pod("a", { namespace: "other" }), inNamespace).behavior).toBe("Drain");
  });

  test("are sorted by verdict and group", () => {
    const place = (label: string) => ({ labels: { "cluster.x-k8s.io/drain": label } });
    const later = rule("r", { drain: { behavior: "Drain", order: 5 }, pods: [{ selector: labeled({ late: "1" }) }] });
    const pods = [
      pod("now"),
      pod("going", deleted(0)),
      pod("late", { labels: { late: "1" } }),
      pod("late-going", { labels: { late: "1" }, ...deleted(0) }),
      pod("skipped", place("skip")),
      pod("skipped-going", { ...place("skip"), ...deleted(0) }),
      pod("waits", place("wait-completed")),
      pod("waits-going", { ...place("wait-completed"), ...deleted(0) }),
    ];
    const plan = planDrain(pods, { ...facts, rules: [later] });
    const names = (those: readonly { readonly metadata: { readonly name: string } }[]) =>
      those.map(({ metadata }) => metadata.name);
    expect({
      evictNow: names(plan.evictNow),
      evictLater: names(plan.evictLater),
      terminating: names(plan.terminating),
      waitNow: names(plan.waitNow),
      waitLater: names(plan.waitLater),
      skipped: names(plan.skipped),
    }).toEqual({
      evictNow: ["now"],
      evictLater: ["late"],
      terminating: ["going", "late-going"],
      waitNow: ["waits", "waits-going"],
      waitLater: [],
      skipped: ["skipped", "skipped-going"],
    });
  });

  test("are all removed only when no group has a Pod left", () => {
    const none: DrainState = { failed: new Map(), evictLater: [], terminating: [], waitNow: [], waitLater: [] };
    expect(isDrained(none)).toBe(true);
    for (const where of ["evictLater", "terminating", "waitNow", "waitLater"])
      expect(isDrained({ ...none, [where]: [pod("a")] })).toBe(false);
    expect(isDrained({ ...none, failed: new Map([["x", [pod("a")]]]) })).toBe(false);
    // One Pod in each of two groups.
    const places = { ...none, failed: new Map([["x", [pod("a")]]]), evictLater: [pod("b")], terminating: [pod("c")] };
    const all = { ...places, waitNow: [pod("d")], waitLater: [pod("e")] };
    const names = Object.keys(all) as (keyof DrainState)[];
    for (const one of names)
      for (const other of names) expect(isDrained({ ...none, [one]: all[one], [other]: all[other] })).toBe(false);
    expect(
      isDrained({
        ...none,
        evictLater: [pod("a")],
        terminating: [pod("b")],
        waitNow: [pod("c")],
        waitLater: [pod("d")],
      }),
    ).toBe(false);
    const failed = new Map(["1", "2", "3", "4", "5", "6"].map((why) => [why, [pod(why)]]));
    expect(
      drainMessage({ ...none, failed }, at)
        .split("\n")
        .at(-1),
    ).toBe("* 1 Pod with other issues");
    expect(drainMessage({ ...none, waitNow: ["a", "b", "c"].map((name) => pod(name)) }, at)).toContain(
      "* Pods default/a, default/b, default/c: waiting",
    );
  });
});

describe("the deletion stages that read the workload cluster", () => {
  const cordoned = (conditions?: Record<string, string>): ObservedNode => ({
    state: "found",
    node: nodeObject({ spec: { unschedulable: true }, ...(conditions === undefined ? {} : { conditions }) }),
  });
  const facts = (node: ObservedNode, changes: Partial<StageFacts> = {}): StageFacts => ({
    machine: machineObject(),
    infrastructure: found("TestMachine"),
    node,
    passed: new Set(),
    now,
    ...changes,
  });
  const drain = {
    reason: "DrainingNode",
    began: "nodeDrainStartTime",
    message: "Drain not completed yet (started at 2030-01-01T00:01:00Z):",
  };
  const volumes = {
    reason: "WaitingForVolumeDetach",
    began: "waitForNodeVolumeDetachStartTime",
    message: "Waiting for Node volumes to be detached (started at 2030-01-01T00:01:00Z)",
  };
  const cordon = { ...drain, action: "cordonNode", name: "n1" };
  const wait = { action: "wait" };
  const unanswered = (report: { message: string }) => ({
    ...report,
    ...wait,
    message: `${report.message}\n* Waiting for the workload cluster to be reachable: m`,
  });

  test.each<[string, ObservedNode, object | undefined, object | undefined]>([
    ["no Node", { state: "absent" }, undefined, undefined],
    ["no Cluster", { state: "noCluster", message: "m" }, undefined, undefined],
    ["no answer yet", { state: "connecting", message: "m" }, unanswered(drain), unanswered(volumes)],
    ["no answer", { state: "unreachable", message: "m" }, unanswered(drain), unanswered(volumes)],
    ["two Nodes", { state: "ambiguous", names: ["a", "b"] }, cordon, undefined],
    [
      "a Node in use",
      { state: "found", node: nodeObject() },
      cordon,
      { ...volumes, action: "awaitVolumes", node: nodeObject(), nodeUnreachable: false },
    ],
    [
      "a Node without spec",
      { state: "found", node: { apiVersion: "v1", kind: "Node", metadata: { name: "n1" } } },
      cordon,
      { action: "awaitVolumes" },
    ],
    [
      "another Node",
      { state: "found", node: nodeObject({ name: "n2", spec: { unschedulable: true } }) },
      cordon,
      undefined,
    ],
    [
      "a cordoned Node",
      cordoned(),
      { ...drain, action: "drainNode", nodeUnreachable: false },
      { ...volumes, action: "awaitVolumes" },
    ],
    ["a silent Node", cordoned({ Ready: "Unknown" }), { action: "drainNode", nodeUnreachable: true }, undefined],
    [
      "a Node with an unknown pressure",
      cordoned({ MemoryPressure: "Unknown", Ready: "True" }),
      { action: "drainNode", nodeUnreachable: false },
      { action: "awaitVolumes" },
    ],
  ])("with %s", (_given, node, ofDrain, ofVolumes) => {
    const [drained, detached] = [drainStep(facts(node), "n1"), volumeStep(facts(node), "n1")];
    if (ofDrain === undefined) expect(drained).toBeUndefined();
    else expect(drained).toMatchObject(ofDrain);
    if (ofVolumes === undefined) expect(detached).toBeUndefined();
    else expect(detached).toMatchObject(ofVolumes);
    for (const step of [drained, detached]) {
      expect(step ?? {}).not.toHaveProperty("remainingMs");
      expect(step ?? {}).not.toHaveProperty("retryAfterMs");
    }
  });

  test("show the remaining time of a limit, and end when it passes", () => {
    const machine = machineObject({
      spec: { deletion: { nodeDrainTimeoutSeconds: 90, nodeVolumeDetachTimeoutSeconds: 80 } },
      status: { deletion: { nodeDrainStartTime: at, waitForNodeVolumeDetachStartTime: at } },
    });
    expect(drainStep(facts(cordoned(), { machine }), "n1")).toMatchObject({ remainingMs: 30_000 });
    expect(volumeStep(facts(cordoned(), { machine }), "n1")).toMatchObject({ remainingMs: 20_000 });
    const silent = facts({ state: "connecting", message: "m" }, { machine });
    expect(drainStep(silent, "n1")).toMatchObject({ retryAfterMs: 30_000 });
    expect(volumeStep(silent, "n1")).toMatchObject({ retryAfterMs: 20_000 });
    const passed = (name: StageName) => facts(cordoned(), { passed: new Set([name]) });
    expect([drainStep(passed("drainNode"), "n1"), volumeStep(passed("awaitVolumes"), "n1")]).toEqual([
      undefined,
      undefined,
    ]);
    expect(drainStep(passed("awaitVolumes"), "n1")).toMatchObject({ action: "drainNode" });
  });

  test("ignore objects of other Machines, and begin at their recorded time", () => {
    const refused = { ...found("TestMachine"), refusal: "m2 has it" };
    expect(gateOf(drainStage, machineObject(), refused, now)).toEqual({ open: false });
    expect(startOf("nodeDrainStartTime", machineObject(), now)).toBe("2030-01-01T00:01:00Z");
    expect(
      startOf("nodeDrainStartTime", machineObject({ status: { deletion: { nodeDrainStartTime: at } } }), now),
    ).toBe(at);
    expect(startOf("nodeDrainStartTime", machineObject({ status: {} }), now)).toBe("2030-01-01T00:01:00Z");
  });
});

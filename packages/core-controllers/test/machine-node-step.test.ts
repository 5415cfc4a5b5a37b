import { type Condition, type Machine } from "@capstan/contract";
import { type Node } from "@capstan/runtime";
import { describe, expect, test } from "vitest";
import { nodeInfoOf } from "../src/controllers/machine/node-info.ts";
import { nodeStep } from "../src/controllers/machine/node.ts";
import { registrationWaitMs } from "../src/controllers/machine/registration.ts";
import { type ObservedNode } from "../src/workload/observed-node.ts";
import { healthyConditions, machineObject, nodeObject } from "./scene/objects.ts";

const at = "2030-01-01T00:00:00Z";
const going = { deletionTimestamp: at };

describe("the contribution of the Node", () => {
  const providerID = "test://m1";
  const named = { status: { nodeRef: { name: "n1" } } };
  const step = (
    observed: ObservedNode,
    machine: Parameters<typeof machineObject>[0] = {},
    id: string | undefined = providerID,
  ) => nodeStep(machineObject(machine), id, observed);
  const both = (status: string, reason: string, message: string) => ({
    ready: false,
    conditions: ["NodeReady", "NodeHealthy"].map((type) => ({ type, status, reason, message })),
  });
  const waiting = both("Unknown", "InspectionFailed", `Waiting for a Node with spec.providerID ${providerID} to exist`);
  const connecting = { state: "connecting", message: "" } as const;
  const last: Condition[] = ["NodeReady", "NodeHealthy"].map((type) => {
    return { type, status: "True", reason: type, message: "m", lastTransitionTime: at };
  });
  const withLast = (conditions: Condition[]): Parameters<typeof machineObject>[0] => ({
    status: { ...named.status, conditions },
  });
  const kept = (conditions: Condition[]) =>
    conditions.map(({ type, status, reason, message }) => ({ type, status, reason, message }));

  test.each<{
    given: string;
    observed: ObservedNode;
    machine?: Parameters<typeof machineObject>[0];
    id?: string;
    expected: object;
  }>([
    {
      given: "no Cluster",
      observed: { state: "noCluster", message: "no Cluster c1" },
      id: "",
      expected: both("Unknown", "InspectionFailed", "no Cluster c1"),
    },
    {
      given: "no providerID",
      observed: { state: "absent" },
      id: "",
      expected: both("Unknown", "InspectionFailed", "Waiting for TestMachine to report spec.providerID"),
    },
    { given: "no Node yet", observed: { state: "absent" }, expected: waiting },
    {
      given: "no Node in a deletion",
      observed: { state: "absent" },
      machine: { metadata: going },
      expected: both("Unknown", "NodeDoesNotExist", "Node does not exist"),
    },
    {
      given: "no Node any more",
      observed: { state: "absent" },
      machine: named,
      expected: both("False", "NodeDeleted", "Node n1 has been deleted while the Machine still exists"),
    },
    {
      given: "no Node any more, in a deletion",
      observed: { state: "absent" },
      machine: { ...named, metadata: going },
      expected: both("False", "NodeDeleted", "Node n1 has been deleted"),
    },
    { given: "no connection yet", observed: connecting, expected: waiting },
    {
      given: "no connection at the moment",
      observed: connecting,
      machine: withLast(last),
      expected: { nodeName: "n1", ready: true, conditions: kept(last) },
    },
    {
      given: "no connection at the moment, to a Node that was not Ready",
      observed: connecting,
      machine: withLast(last.map((each) => ({ ...each, status: "False" }))),
      expected: { nodeName: "n1", ready: false, conditions: kept(last.map((each) => ({ ...each, status: "False" }))) },
    },
    ...[last.slice(0, 1), last.slice(1)].map((conditions, index) => ({
      given: `no connection at the moment, and only half known (${index})`,
      observed: connecting,
      machine: withLast(conditions),
      expected: both("False", "NodeDeleted", "Node n1 has been deleted while the Machine still exists"),
    })),
    {
      given: "conditions without a Node",
      observed: connecting,
      machine: { status: { conditions: last } },
      expected: waiting,
    },
    {
      given: "no connection for long",
      observed: { state: "unreachable", message: "gone" },
      machine: named,
      expected: both("Unknown", "ConnectionDown", "gone"),
    },
    {
      given: "no connection for long, and no Node yet",
      observed: { state: "unreachable", message: "gone" },
      machine: { status: {} },
      expected: waiting,
    },
    {
      given: "no connection for long, and no status",
      observed: { state: "unreachable", message: "gone" },
      expected: waiting,
    },
  ])("with $given", ({ observed, machine, id, expected }) => {
    expect(step(observed, machine, id)).toEqual(expected);
  });

  const of = (conditions: Record<string, string>): ObservedNode => ({
    state: "found",
    node: nodeObject({ conditions }),
  });
  const said = (type: string, status: string, reason: string, message?: string) =>
    message === undefined ? { type, status, reason } : { type, status, reason, message };

  test.each<{ given: string; conditions: Record<string, string>; ready: object; healthy: object }>([
    {
      given: "all well",
      conditions: healthyConditions,
      ready: said("NodeReady", "True", "NodeReady"),
      healthy: said("NodeHealthy", "True", "NodeHealthy"),
    },
    {
      given: "not Ready",
      conditions: { ...healthyConditions, Ready: "False" },
      ready: said("NodeReady", "False", "NodeNotReady", "* Node.Ready: Ready is False"),
      healthy: said("NodeHealthy", "False", "NodeNotHealthy", "* Node.Ready: Ready is False"),
    },
    {
      given: "perhaps Ready",
      conditions: { ...healthyConditions, Ready: "Unknown" },
      ready: said("NodeReady", "Unknown", "NodeReadyUnknown", "* Node.Ready: Ready is Unknown"),
      healthy: said("NodeHealthy", "Unknown", "NodeHealthyUnknown", "* Node.Ready: Ready is Unknown"),
    },
    {
      given: "short of memory, and perhaps Ready",
      conditions: { ...healthyConditions, Ready: "Unknown", MemoryPressure: "True" },
      ready: said("NodeReady", "Unknown", "NodeReadyUnknown", "* Node.Ready: Ready is Unknown"),
      healthy: said(
        "NodeHealthy",
        "False",
        "NodeNotHealthy",
        "* Node.Ready: Ready is Unknown\n* Node.MemoryPressure: MemoryPressure is True",
      ),
    },
    {
      given: "silent",
      conditions: {},
      ready: said("NodeReady", "Unknown", "NodeReadyUnknown", "* Node.Ready: Condition not yet reported"),
      healthy: said(
        "NodeHealthy",
        "Unknown",
        "NodeHealthyUnknown",
        ["Ready", "MemoryPressure", "DiskPressure", "PIDPressure"]
          .map((type) => `* Node.${type}: Condition not yet reported`)
          .join("\n"),
      ),
    },
  ])("a Node that is $given", ({ conditions, ready, healthy }) => {
    const outcome = step(of(conditions));
    expect(outcome.conditions).toEqual([ready, healthy]);
    expect(outcome).toMatchObject({ nodeName: "n1", ready: conditions.Ready === "True" });
  });

  test("a Node whose conditions have no message shows their status, and only once if all are equal", () => {
    const worded = (messages: Record<string, string | undefined>, status = "Unknown"): ObservedNode => ({
      state: "found",
      node: {
        ...nodeObject(),
        status: {
          conditions: Object.entries(messages).map(([type, message]) => ({
            type,
            status,
            ...(message === undefined ? {} : { message }),
          })),
        },
      } as Node,
    });
    const [silent, silentHealth] = step(worded({ Ready: undefined })).conditions;
    expect(silent).toEqual(said("NodeReady", "Unknown", "NodeReadyUnknown"));
    expect(silentHealth.message).toContain(
      "* Node.Ready: Condition is Unknown\n* Node.MemoryPressure: Condition not yet",
    );
    expect(step(worded({ Ready: "" })).conditions[0]).toEqual(said("NodeReady", "Unknown", "NodeReadyUnknown"));
    const healthOf = (messages: Record<string, string>) => step(worded(messages)).conditions[1].message;
    const stopped = { Ready: "x", MemoryPressure: "x", DiskPressure: "x" };
    expect(healthOf({ ...stopped, PIDPressure: "x" })).toBe("* Node.AllConditions: x");
    expect(healthOf(stopped)).toBe("* Node.AllConditions: x");
    expect(healthOf({ Ready: "x", MemoryPressure: "y" })).toMatch(/^\* Node\.Ready: x\n\* Node\.MemoryPressure: y\n/);
    expect(healthOf({ Ready: "x" })).toMatch(/^\* Node\.Ready: x\n/);
  });

  test("a Node without status reports no system", () => {
    const bare = {
      state: "found",
      node: { apiVersion: "v1", kind: "Node", metadata: { name: "n1" } } as Node,
    } as const;
    const outcome = step(bare);
    expect(outcome).not.toHaveProperty("nodeInfo");
    expect(outcome).toMatchObject({ nodeName: "n1", ready: false });
  });

  test("indistinguishable Nodes are named", () => {
    expect(step({ state: "ambiguous", names: ["n1", "n2"] })).toEqual(
      both(
        "Unknown",
        "ProviderIDNotUnique",
        "Nodes n1, n2 have the same spec.providerID test://m1; delete the ones that are not this Machine's",
      ),
    );
  });
});

describe("the system of a Node", () => {
  const withInfo = (nodeInfo: object | undefined) =>
    nodeInfoOf({ ...nodeObject(), status: nodeInfo === undefined ? {} : { nodeInfo } } as Node);
  const empty = {
    architecture: "",
    bootID: "",
    containerRuntimeVersion: "",
    kernelVersion: "",
    kubeProxyVersion: "",
    kubeletVersion: "",
    machineID: "",
    operatingSystem: "",
    osImage: "",
    systemUUID: "",
  };

  test("has every field, empty where missing, and swap only if the Node has swap", () => {
    expect(withInfo(undefined)).toBeUndefined();
    expect(withInfo({})).toEqual(empty);
    expect(withInfo({ bootID: "b", kubeletVersion: 3, other: "x" })).toEqual({ ...empty, bootID: "b" });
    expect(withInfo({ swap: { capacity: 7 } })).toEqual({ ...empty, swap: { capacity: 7 } });
    for (const swap of [null, 3, {}, { capacity: "7" }, []]) expect(withInfo({ swap })).toEqual(empty);
  });
});

describe("a newly registered Node", () => {
  const now = Date.parse(at);
  const registered = (conditions: Record<string, string>): ObservedNode => ({
    state: "found",
    node: nodeObject({ conditions, metadata: { creationTimestamp: at } }),
  });
  const wait = (observed: ObservedNode, status?: Machine["status"], later = 500) =>
    registrationWaitMs(machineObject(status === undefined ? {} : { status }), observed, now + later);

  test("has two seconds to report Ready, if its Machine does not know it yet", () => {
    expect(wait(registered({}))).toBe(1_500);
    expect(wait(registered({ MemoryPressure: "False" }))).toBe(1_500);
    expect(wait(registered({}), {})).toBe(1_500);
    expect(wait(registered({}), undefined, 2_000)).toBe(0);
    expect(wait(registered({ MemoryPressure: "False", Ready: "False" }))).toBe(0);
    expect(wait(registered({}), { nodeRef: { name: "n1" } })).toBe(0);
    expect(wait({ state: "absent" })).toBe(0);
    const bare = { ...nodeObject({ metadata: { creationTimestamp: at } }) };
    delete bare.status;
    expect(wait({ state: "found", node: bare })).toBe(1_500);
  });
});

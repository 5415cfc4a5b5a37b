import { type Machine } from "@capstan/contract";
import { describe, expect, test } from "vitest";
import { type NextMachineOptions } from "../src/controllers/machine/next-machine.ts";
import { type ObservedMachine } from "../src/controllers/machine/observed.ts";
import { type ObservedReference } from "../src/references/reference.ts";
import { found, machineObject, nodeObject } from "./scene/objects.ts";
import { at, going, missing, configReady, infraReady, running, type Changes, next } from "./scene/next-machine.ts";

describe("the v1beta1 conditions of a Machine that is being deleted, or whose Node is unknown", () => {
  const old = (machine: Machine): string[] =>
    (machine.status?.deprecated?.v1beta1?.conditions ?? []).map(({ type, status, severity, reason, message }) =>
      [`${type}:`, status, severity, reason, message].filter((part) => part !== undefined).join(" "),
    );
  const of = (changes: Changes, observed: Partial<ObservedMachine>, options: Partial<NextMachineOptions> = {}) =>
    old(next(machineObject(changes), observed, options));

  test("report removed objects as Deleted, and remaining ones as Deleting", () => {
    const both = { infrastructure: missing, bootstrapConfig: missing };
    expect(of({ metadata: going }, both)).toEqual(
      expect.arrayContaining(["BootstrapReady: False Info Deleted", "InfrastructureReady: False Info Deleted"]),
    );
    expect(of({ metadata: going }, {})).toEqual(
      expect.arrayContaining(["BootstrapReady: False Info Deleting", "InfrastructureReady: False Info Deleting"]),
    );
    const alive = of({}, both).join();
    expect(alive).not.toContain("BootstrapReady");
    expect(alive).not.toContain("InfrastructureReady");
  });

  test("count steps only while a Machine that is not being deleted waits for its providerID", () => {
    expect(of({}, {})[0]).toBe("Ready: False Info WaitingForInfrastructure 0 of 2 completed");
    expect(of({ metadata: going }, {})[0]).toBe("Ready: False Info Deleting");
    expect(of({ spec: { providerID: "test://m1" } }, {})[0]).toBe("Ready: False Info WaitingForInfrastructure");
  });

  test("omit an object of another Machine, and an object that cannot be looked up", () => {
    const unresolved: ObservedReference = { state: "unresolved", reason: "WatchFailed", message: "" };
    const refused = { ...found("TestMachine"), refusal: "m2 has it" };
    for (const infrastructure of [unresolved, refused])
      expect(of({}, { infrastructure }).join()).not.toContain("InfrastructureReady");
    const bootstrapConfig = { ...configReady, refusal: "m2 has it" };
    expect(of({}, { bootstrapConfig }).join()).not.toContain("BootstrapReady");
    expect(
      of(
        { spec: { bootstrap: { ...machineObject().spec.bootstrap, dataSecretName: "mine" } } },
        { bootstrapConfig: missing },
      ).join(),
    ).not.toContain("BootstrapReady");
    expect(of({}, { bootstrapConfig: undefined }).join()).not.toContain("BootstrapReady");
  });

  test("show a config as complete once its data is created", () => {
    const status = { initialization: { bootstrapDataSecretCreated: true } };
    expect(of({ status }, {})).toContain("BootstrapReady: True");
  });

  const ready = { infrastructure: infraReady, bootstrapConfig: configReady };
  const node = nodeObject();
  const withNode = (changes: object) => ({ state: "found", node: { ...node, ...changes } }) as const;

  test.each<[string, Changes, Partial<ObservedMachine>, string | undefined]>([
    ["a healthy Node", {}, { node: withNode({}) }, "NodeHealthy: True"],
    [
      "a Node whose infrastructure goes",
      {},
      { node: withNode({}), infrastructure: found("TestMachine", { metadata: going }) },
      "NodeHealthy: False Info Deleting",
    ],
    [
      "a Node whose infrastructure is missing",
      {},
      { node: withNode({}), infrastructure: missing },
      "NodeHealthy: False Info Deleting",
    ],
    ["a Node without status", {}, { node: withNode({ status: undefined }) }, "NodeHealthy: True"],
    [
      "a Node with conditions of others",
      {},
      {
        node: withNode({
          status: {
            conditions: [
              { type: "Ready", status: "True" },
              { type: "Odd", status: "True" },
            ],
          },
        }),
      },
      "NodeHealthy: True",
    ],
    [
      "a Node that is short of memory and disk",
      {},
      {
        node: { state: "found", node: nodeObject({ conditions: { MemoryPressure: "True", DiskPressure: "Unknown" } }) },
      },
      "NodeHealthy: False Warning NodeConditionsFailed Node condition MemoryPressure is True. Node condition DiskPressure is Unknown",
    ],
    [
      "Nodes that cannot be kept apart",
      {},
      { node: { state: "ambiguous", names: ["a", "b"] } },
      "NodeHealthy: Unknown NodeInspectionFailed Failed to get the Node for this Machine by ProviderID",
    ],
    [
      "no Node yet",
      {},
      { node: { state: "absent" } },
      "NodeHealthy: False Warning NodeProvisioning Waiting for a node with matching ProviderID to exist",
    ],
    [
      "no Node any more",
      { status: { nodeRef: { name: "n1" } } },
      { node: { state: "absent" } },
      "NodeHealthy: False Error NodeNotFound",
    ],
    ["no Node in a deletion", { metadata: going }, { node: { state: "absent" } }, undefined],
    ["no connection", {}, { node: { state: "connecting", message: "" } }, undefined],
    ["no connection for long", {}, { node: { state: "unreachable", message: "" } }, undefined],
    ["no Cluster", {}, { node: { state: "noCluster", message: "" } }, undefined],
  ])("with %s", (_given, changes, observed, expected) => {
    const lines = of({ ...changes, spec: { providerID: "test://m1" } }, { ...ready, ...observed });
    expect(lines.find((line) => line.startsWith("NodeHealthy"))).toBe(expected);
  });

  test("show a Machine with its own data Secret as bootstrapped, in any state of its config", () => {
    const { configRef } = machineObject().spec.bootstrap;
    const bootstrap = { ...(configRef === undefined ? {} : { configRef }), dataSecretName: "mine" };
    expect(of({ spec: { bootstrap } }, {})).toContain("BootstrapReady: True");
    const malformed = found("TestConfig", { status: { initialization: { dataSecretCreated: "true" } } });
    expect(of({ spec: { bootstrap } }, { bootstrapConfig: malformed })).toContain("BootstrapReady: True");
  });

  test("drop a withdrawn failure when no facts are known", () => {
    const status = { deprecated: { v1beta1: { failureReason: "Quota", failureMessage: "no room" } } };
    const spec = { providerID: "test://m1", bootstrap: { dataSecretName: "mine" } };
    const infrastructure: ObservedReference = { state: "unresolved", reason: "WatchFailed", message: "" };
    const machine = next(machineObject({ metadata: going, spec, status }), {
      infrastructure,
      bootstrapConfig: undefined,
    });
    expect(machine.status).not.toHaveProperty("deprecated");
  });

  test("include a health check result in Ready", () => {
    const verdict = {
      type: "OwnerRemediated",
      status: "False",
      severity: "Warning",
      reason: "Waits",
      lastTransitionTime: at,
    } as const;
    const status = { deprecated: { v1beta1: { conditions: [verdict] } } };
    expect(of({ status }, running)[0]).toBe("Ready: False Warning Waits");
  });

  test.each<[string, object, string[]]>([
    ["Deleting", {}, []],
    ["WaitingForPreDrainHook", {}, ["PreDrainDeleteHookSucceeded: False Info WaitingExternalHook"]],
    [
      "DrainingNode",
      { nodeDrainStartTime: at },
      ["DrainingSucceeded: False Info Draining m", "PreDrainDeleteHookSucceeded: True"],
    ],
    [
      "WaitingForVolumeDetach",
      { nodeDrainStartTime: at, waitForNodeVolumeDetachStartTime: at },
      [
        "DrainingSucceeded: True",
        "PreDrainDeleteHookSucceeded: True",
        "VolumeDetachSucceeded: False Info WaitingForVolumeDetach Waiting for node volumes to be detached",
      ],
    ],
    ["WaitingForPreTerminateHook", {}, ["PreTerminateDeleteHookSucceeded: False Info WaitingExternalHook"]],
    ["WaitingForInfrastructureDeletion", {}, ["PreTerminateDeleteHookSucceeded: True"]],
    ["WaitingForBootstrapDeletion", {}, ["PreTerminateDeleteHookSucceeded: True"]],
    ["DeletingNode", {}, ["PreTerminateDeleteHookSucceeded: True"]],
    ["DeletionCompleted", {}, ["PreTerminateDeleteHookSucceeded: True"]],
  ])("in the stage %s, with %j, report each stage that has begun", (reason, times, expected) => {
    const stages = [
      "DrainingSucceeded",
      "PreDrainDeleteHookSucceeded",
      "PreTerminateDeleteHookSucceeded",
      "VolumeDetachSucceeded",
    ];
    const isStage = (line: string) => stages.some((stage) => line.startsWith(stage));
    const deletion = { reason, message: "m", times };
    expect(of({ metadata: going }, ready, { deletion }).filter(isStage)).toEqual(expected);
    const kept = { deletion: { reason, message: "m" } };
    expect(of({ metadata: going, status: { deletion: times } }, ready, kept).filter(isStage)).toEqual(expected);
  });
});

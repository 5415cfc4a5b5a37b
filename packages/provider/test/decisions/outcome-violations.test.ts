import type { ProviderDefinition } from "@capstan/provider";
import { describe, expect, test } from "vitest";
import type { Asked } from "../../src/check/asked.ts";
import { outcomeViolations } from "../../src/check/outcome-violations.ts";
import type { Outcome } from "../../src/outcome/outcome.ts";
import {
  BoxCluster,
  BoxConfig,
  BoxControlPlane,
  BoxMachine,
  BoxPool,
  ScaledControlPlane,
  stored,
} from "./definitions.ts";

/** The violations of an untyped outcome: rule, path and actual value. */
function found(definition: ProviderDefinition, outcome: unknown, asked: Asked = "provide"): unknown[] {
  const all = outcomeViolations(definition, stored(definition), outcome as Outcome, asked);
  return all.map(({ rule, path, actual }) => [rule, path, actual]);
}

const provisioned = { type: "provisioned", providerID: "box://1" };
const own = { type: "Own", status: "True", reason: "Known" };

const oneInstance = { replicas: 1, readyReplicas: 0, upToDateReplicas: 1, availableReplicas: 0 };

describe("a valid outcome", () => {
  test.each<[string, ProviderDefinition, object]>([
    ["of a machine", BoxMachine, provisioned],
    ["with everything", BoxMachine, { ...provisioned, conditions: [own], status: { serverName: "one" } }],
    ["that takes back what it has reported", BoxMachine, { ...provisioned, addresses: [] }],
    ["that takes back failure domains", BoxCluster, { type: "clusterProvisioned", failureDomains: [] }],
    ["that is asked again at once", BoxMachine, { ...provisioned, retryAfterMs: 0 }],
    ["that is pending", BoxMachine, { type: "pending", reason: "Starting", message: "soon", retryAfterMs: 5 }],
    ["that has failed", BoxMachine, { type: "failed", reason: "Lost", message: "It is gone" }],
    ["that changes nothing", BoxMachine, { type: "unchanged" }],
    ["of a cluster", BoxCluster, { type: "clusterProvisioned" }],
    ["of a pool", BoxPool, { type: "poolProvisioned", providerIDList: ["box://1", "box://2"], replicas: 2 }],
    ["of a pool without machines", BoxPool, { type: "poolProvisioned", providerIDList: [], replicas: 0 }],
    ["of a pool that wants more", BoxPool, { type: "poolProvisioned", providerIDList: [], desiredReplicas: 0 }],
    ["of a config", BoxConfig, { type: "data", data: "#!/bin/sh" }],
    ["of a config in another format", BoxConfig, { type: "data", data: "{}", format: "ignition" }],
    ["of a config that waits", BoxConfig, { type: "pending", reason: "Waiting" }],
    ["of a control plane", BoxControlPlane, { type: "controlPlaneInitialized", version: "v1.34.0" }],
    ["of a control plane that scales", ScaledControlPlane, { type: "controlPlaneInitialized", ...oneInstance }],
  ])("%s", (_what, definition, outcome) => {
    expect(found(definition, outcome)).toEqual([]);
  });

  test("for a deletion, of any role", () => {
    expect(found(BoxMachine, { type: "deleted" }, "remove")).toEqual([]);
    expect(found(BoxMachine, { type: "pending", reason: "Stopping" }, "remove")).toEqual([]);
  });
});

describe("an invalid outcome", () => {
  test.each<[string, unknown, unknown]>([
    ["nothing", undefined, undefined],
    ["a string", "provisioned", "provisioned"],
    ["an object without a type", { providerID: "box://1" }, { providerID: "box://1" }],
    ["of another kind", { type: "clusterProvisioned" }, "clusterProvisioned"],
    ["with a type that is not a string", { type: 7 }, 7],
    ["of a deletion", { type: "deleted" }, "deleted"],
  ])("%s", (_what, outcome, actual) => {
    expect(found(BoxMachine, outcome)).toEqual([["outcome", "outcome", actual]]);
  });

  test("is one that provides during a deletion", () => {
    expect(found(BoxMachine, provisioned, "remove")).toEqual([["outcome", "outcome", "provisioned"]]);
  });

  test("is reported with the valid types", () => {
    const expectedOf = (asked: Asked) =>
      outcomeViolations(BoxMachine, stored(BoxMachine), { type: "other" }, asked).map(({ expected }) => expected);
    const others = "outcome.pending, outcome.failed, outcome.unchanged";
    expect(expectedOf("provide")).toEqual([`an outcome of outcome.provisioned, ${others}`]);
    expect(expectedOf("remove")).toEqual([`an outcome of outcome.deleted, ${others}`]);
  });
});

const pending = { type: "pending", reason: "Starting" };

describe("a part of an outcome with an invalid form:", () => {
  test.each<[path: string, outcome: object, actual: unknown]>([
    ["outcome.retryAfterMs", { ...pending, retryAfterMs: -1 }, -1],
    ["outcome.retryAfterMs", { ...pending, retryAfterMs: Infinity }, Infinity],
    ["outcome.retryAfterMs", { ...pending, retryAfterMs: "5" }, "5"],
    ["outcome.status", { ...pending, status: ["a"] }, ["a"]],
    ["outcome.conditions", { ...pending, conditions: own }, own],
    ["outcome.message", { ...pending, message: 7 }, 7],
    ["outcome.message", { type: "failed", reason: "Lost" }, undefined],
    ["outcome.retryAfterMs", { type: "unchanged", retryAfterMs: NaN }, NaN],
  ])("%s of %j", (path, outcome, actual) => {
    expect(found(BoxMachine, outcome)).toEqual([["outcome", path, actual]]);
  });
});

describe("a condition of the author's", () => {
  const type = (name: unknown) => `status.conditions[type=${String(name)}]`;

  test.each<[string, object, path: string, actual: unknown]>([
    ["that summarizes", { ...own, type: "Ready" }, type("Ready"), "Ready"],
    ["that the SDK writes", { ...own, type: "Paused" }, type("Paused"), "Paused"],
    ["of the kind", { ...own, type: "InstanceProvisioned" }, type("InstanceProvisioned"), "InstanceProvisioned"],
    ["without a type", { ...own, type: "" }, type(""), ""],
    ["with a type that is not a string", { ...own, type: 7 }, type(7), 7],
    ["with another status", { ...own, status: "Yes" }, `${type("Own")}.status`, "Yes"],
    ["without a reason", { ...own, reason: "" }, "status.conditions[].reason", ""],
    ["with a reason that is undefined", { ...own, reason: undefined }, "status.conditions[].reason", undefined],
    ["with a reason of two words", { ...own, reason: "not there" }, "status.conditions[].reason", "not there"],
    ["with a reason that is not a string", { ...own, reason: 7 }, "status.conditions[].reason", 7],
    ["with a message that is not a string", { ...own, message: 7 }, `${type("Own")}.message`, 7],
  ])("%s is refused", (_what, condition, path, actual) => {
    expect(found(BoxMachine, { ...provisioned, conditions: [condition] })).toEqual([["BC-012", path, actual]]);
  });

  test("may have any status and a message", () => {
    const conditions = ["True", "False", "Unknown"].map((status, index) => ({
      ...own,
      type: `Own${index}`,
      status,
      message: "a sentence",
    }));
    expect(found(BoxMachine, { ...provisioned, conditions })).toEqual([]);
  });

  test("may occur once: the second is refused", () => {
    const conditions = [own, { ...own, type: "Other" }, { ...own, status: "False" }];
    expect(found(BoxMachine, { ...provisioned, conditions })).toEqual([["BC-012", type("Own"), "Own"]]);
  });
});

describe("a status field of the author's", () => {
  test.each<[rule: string, path: string, status: object, actual: unknown]>([
    ["IM-014", "status.initialization", { initialization: {} }, {}],
    ["AR-012", "status.ready", { ready: true }, true],
    ["IM-011", "status.addresses", { addresses: [] }, []],
    ["schema", "status.unknown", { unknown: 1 }, 1],
    ["schema", "status.network.unknown", { network: { unknown: 1 } }, 1],
  ])("is refused by rule %s at %s: %j", (rule, path, status, actual) => {
    expect(found(BoxMachine, { ...provisioned, status })).toEqual([[rule, path, actual]]);
  });

  test("is validated later with the whole status", () => {
    expect(found(BoxMachine, { ...provisioned, status: { serverName: 7 } })).toEqual([]);
  });

  test("that is undefined is removed, even if the kind does not have it", () => {
    expect(found(BoxMachine, { ...provisioned, status: { serverName: undefined, unknown: undefined } })).toEqual([]);
  });
});

describe("the required facts of an outcome", () => {
  test("exist only for a success, as the contract requires", () => {
    expect(found(BoxMachine, { type: "provisioned" })).toEqual([["IM-006", "spec.providerID", undefined]]);
    expect(found(BoxPool, { type: "poolProvisioned" })).toEqual([["MP-003", "spec.providerIDList", undefined]]);
    expect(found(BoxMachine, pending)).toEqual([]);
  });

  test("include a one-word reason, except for a success", () => {
    const refused = [["BC-012", "status.conditions[].reason", "two words"]];
    expect(found(BoxMachine, { ...pending, reason: "two words" })).toEqual(refused);
    expect(found(BoxMachine, { type: "failed", message: "", reason: "two words" })).toEqual(refused);
    expect(found(BoxMachine, { ...provisioned, reason: "two words" })).toEqual([]);
  });

  test.each<[rule: string, path: string, facts: object, actual: unknown]>([
    ["MP-003", "spec.providerIDList", { providerIDList: ["a", "b", "a"] }, ["a"]],
    ["MP-003", "spec.providerIDList", { providerIDList: [], replicas: 1 }, []],
    ["MP-010", "outcome.desiredReplicas", { providerIDList: [], desiredReplicas: -1 }, -1],
    ["MP-010", "outcome.desiredReplicas", { providerIDList: [], desiredReplicas: 1.5 }, 1.5],
  ])("are checked for a pool by rule %s at %s: %j", (rule, path, facts, actual) => {
    expect(found(BoxPool, { type: "poolProvisioned", ...facts })).toEqual([[rule, path, actual]]);
  });
});

describe("bootstrap data", () => {
  const limitBytes = 1024 * 1024;
  const of = (data: unknown, more: object = {}) => found(BoxConfig, { type: "data", data, ...more });
  const refused = (path: string, actual: unknown) => [["BS-005", `Secret.data.${path}`, actual]];

  test("has at least one byte, and fits into a Secret with its format", () => {
    expect(of("")).toEqual(refused("value", "0 bytes"));
    expect(of("x".repeat(limitBytes))).toEqual([]);
    expect(of("x".repeat(limitBytes + 1))).toEqual(refused("value", `${limitBytes + 1} bytes`));
    // two bytes each
    expect(of("é".repeat(limitBytes / 2 + 1))).toEqual(refused("value", `${limitBytes + 2} bytes`));
    const format = "ignition";
    expect(of("x".repeat(limitBytes - format.length), { format })).toEqual([]);
    expect(of("x".repeat(limitBytes - format.length + 1), { format })).toEqual(
      refused("value", `${limitBytes - format.length + 1} bytes`),
    );
  });

  test("is a string, and is never quoted", () => {
    expect(of(7)).toEqual(refused("value", "number"));
  });

  test("has an optional format of 1 to 64 characters", () => {
    expect(of("x", { format: "" })).toEqual(refused("format", ""));
    expect(of("x", { format: "f".repeat(64) })).toEqual([]);
    expect(of("x", { format: "f".repeat(65) })).toEqual(refused("format", "f".repeat(65)));
    for (const format of [7, ["ignition"]]) expect(of("x", { format })).toEqual(refused("format", format));
  });
});

describe("the facts of a control plane", () => {
  const counted = { replicas: 3, readyReplicas: 3, upToDateReplicas: 3, availableReplicas: 3 };
  const of = (definition: ProviderDefinition, facts: object) =>
    found(definition, { type: "controlPlaneInitialized", ...facts });

  test("include a valid kubeconfig, which is never quoted", () => {
    expect(of(BoxControlPlane, { kubeconfig: 7 })).toEqual([["CP-008", "Secret.data.value", "number"]]);
    expect(of(BoxControlPlane, { kubeconfig: "é" })).toEqual([["CP-008", "Secret.data.value", "2 bytes"]]);
  });

  test("include no counts if its kind has no replicas", () => {
    expect(of(BoxControlPlane, { replicas: 3, selector: "a=b" })).toEqual(
      expect.arrayContaining([
        ["CP-004", "outcome.replicas", 3],
        ["CP-004", "outcome.selector", "a=b"],
      ]),
    );
    expect(of(ScaledControlPlane, { ...counted, selector: "a=b" })).toEqual([]);
  });

  test("CP-004: include every count of instances once it is initialized, if its kind has replicas", () => {
    expect(of(ScaledControlPlane, { replicas: 3, readyReplicas: 0 })).toEqual([
      ["CP-004", "status.upToDateReplicas", undefined],
      ["CP-004", "status.availableReplicas", undefined],
    ]);
    expect(found(ScaledControlPlane, { type: "pending", reason: "Starting", replicas: 0 })).toEqual([]);
    for (const wrong of [-1, 1.5, "3"]) {
      expect(of(ScaledControlPlane, { ...counted, readyReplicas: wrong })).toEqual([
        ["CP-004", "status.readyReplicas", wrong],
      ]);
    }
  });

  test("CP-013: include no more instances that are ready, available, up to date or at a version than there are", () => {
    const rows = [
      ["readyReplicas", 7, "status.readyReplicas"],
      ["upToDateReplicas", 4, "status.upToDateReplicas"],
      ["availableReplicas", 4, "status.availableReplicas"],
    ] as const;
    for (const [name, count, path] of rows) {
      expect(of(ScaledControlPlane, { ...counted, [name]: count })).toEqual([["CP-013", path, count]]);
      const pending = { type: "pending", reason: "Starting", replicas: 3, [name]: count };
      expect(found(ScaledControlPlane, pending)).toEqual([["CP-013", path, count]]);
    }
    const versions = [
      { version: "v1.33.0", replicas: 2 },
      { version: "v1.34.0", replicas: 2 },
    ];
    expect(of(ScaledControlPlane, { ...counted, versions })).toEqual([["CP-013", "status.versions", 4]]);
  });

  test("include counts per version only if its kind has replicas", () => {
    const versions = [{ version: "v1.34.0", replicas: 1 }, { version: "v1.33.0" }];
    expect(of(ScaledControlPlane, { ...counted, versions })).toEqual([
      ["CP-005", "status.versions[1].replicas", undefined],
    ]);
    expect(of(BoxControlPlane, { versions: [{ version: "v1.33.0" }] })).toEqual([]);
  });
});

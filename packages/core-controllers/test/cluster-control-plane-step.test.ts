import { type Cluster, type Condition, type Machine } from "@capstan/contract";
import { describe, expect, test } from "vitest";
import { controlPlaneStep } from "../src/controllers/cluster/control-plane.ts";
import { clusterInfrastructureStep } from "../src/controllers/cluster/infrastructure.ts";
import { type ObservedReference } from "../src/references/reference.ts";
import { clusterObject, found, machineObject } from "./scene/objects.ts";

const at = "2030-01-01T00:00:00Z";
const going = { deletionTimestamp: at };
const topology = { classRef: { name: "class" }, version: "v1.36.0" } as NonNullable<Cluster["spec"]["topology"]>;
const unresolved: ObservedReference = { state: "unresolved", reason: "WatchFailed", message: "try again" };
const endpoint = { host: "10.0.0.1", port: 6443 };
const ownCondition = (type: string): Condition => {
  return { type, status: "False", reason: "Boots", message: "soon", lastTransitionTime: at };
};
const shown = { status: "False", reason: "Boots", message: "soon" };

describe("the contribution of the control plane to a Cluster", () => {
  const controlPlaneRef = { apiGroup: "controlplane.cluster.x-k8s.io", kind: "TestControlPlane", name: "p" };
  const [available, initialized] = ["ControlPlaneAvailable", "ControlPlaneInitialized"] as const;
  const was = { initialization: { controlPlaneInitialized: true } };
  const isTrue = { type: initialized, status: "True", reason: "Initialized" };
  const known = { conditions: [{ ...isTrue, message: "", lastTransitionTime: at } as Condition] };
  const referring = (changes: Parameters<typeof clusterObject>[0] = {}) =>
    clusterObject({ ...changes, spec: { controlPlaneRef } });
  const of = (content: Parameters<typeof found>[1], contract?: "v1beta1") =>
    found("TestControlPlane", { name: "p", ...content }, contract);
  const done = { initialization: { controlPlaneInitialized: true } };
  const unready = (draft: object, more = true) => [
    { ...draft, type: available },
    ...(more ? [{ ...draft, type: initialized, status: "Unknown" }] : []),
  ];
  const gone = (reason: string, what: string) => {
    return { status: "False", reason, message: `TestControlPlane p (spec.controlPlaneRef) ${what}` };
  };
  const notAvailable = {
    type: available,
    status: "False",
    reason: "NotAvailable",
    message: "TestControlPlane p is not initialized",
  };
  const notInitialized = {
    type: initialized,
    status: "False",
    reason: "NotInitialized",
    message: "Control plane not yet initialized",
  };
  const isAvailable = { type: available, status: "True", reason: "Available" };

  test.each<{ given: string; cluster?: Cluster; observed?: ObservedReference; expected: object }>([
    {
      given: "a topology that has made no reference yet",
      cluster: clusterObject({ spec: { topology } }),
      expected: {
        initializedField: false,
        conditions: unready({
          status: "False",
          reason: "ObjectDoesNotExist",
          message: "Waiting for cluster topology to be reconciled",
        }),
      },
    },
    {
      given: "a topology that has made its reference",
      cluster: clusterObject({ spec: { topology, controlPlaneRef } }),
      observed: of({ status: done }),
      expected: { initializedField: true, conditions: [isAvailable, isTrue] },
    },
    {
      given: "an object that cannot be looked up",
      observed: unresolved,
      expected: {
        initializedField: false,
        conditions: unready({ status: "Unknown", reason: "WatchFailed", message: "try again" }),
      },
    },
    {
      given: "an object of another Cluster, once initialized",
      cluster: referring({ status: { ...was, ...known } }),
      observed: { ...of({}), refusal: "c2 has it" },
      expected: {
        initializedField: true,
        conditions: unready({ status: "False", reason: "ControlledByAnother", message: "c2 has it" }, false),
      },
    },
    {
      given: "no object",
      observed: { state: "missing" },
      expected: { initializedField: false, conditions: unready(gone("ObjectDoesNotExist", "does not exist")) },
    },
    {
      given: "no object any more",
      cluster: referring({ status: { ...was, ...known } }),
      observed: { state: "missing" },
      expected: {
        initializedField: true,
        conditions: unready(gone("ObjectDeleted", "has been deleted while the Cluster still exists"), false),
      },
    },
    {
      given: "no object any more, in a deletion",
      cluster: referring({ metadata: going, status: was }),
      observed: { state: "missing" },
      expected: { initializedField: true, conditions: unready(gone("ObjectDeleted", "has been deleted")) },
    },
    {
      given: "an object that is not initialized, whatever endpoint it has",
      observed: of({ spec: { controlPlaneEndpoint: endpoint } }),
      expected: { initializedField: false, conditions: [notAvailable, notInitialized] },
    },
    {
      given: "an object that is initialized",
      observed: of({ spec: { controlPlaneEndpoint: endpoint }, status: done }),
      expected: { initializedField: true, controlPlaneEndpoint: endpoint, conditions: [isAvailable, isTrue] },
    },
    {
      given: "an object that is initialized, without an endpoint",
      observed: of({ spec: { controlPlaneEndpoint: { host: "", port: 0 } }, status: done }),
      expected: { initializedField: true, conditions: [isAvailable, isTrue] },
    },
    {
      given: "an object that is initialized and being deleted",
      observed: of({ metadata: going, spec: { controlPlaneEndpoint: endpoint }, status: done }),
      expected: { initializedField: false, conditions: [notAvailable, isTrue] },
    },
    {
      given: "an object that is being deleted, once initialized",
      cluster: referring({ status: was }),
      observed: of({ metadata: going, spec: { controlPlaneEndpoint: endpoint } }),
      expected: { initializedField: true, conditions: [isAvailable, notInitialized] },
    },
    {
      given: "an object that has gone back",
      cluster: referring({ status: known }),
      observed: of({}),
      expected: { initializedField: false, conditions: [notAvailable, isTrue] },
    },
    {
      given: "an object that says itself whether it is Available",
      observed: of({ status: { ...done, conditions: [ownCondition("Available")] } }),
      expected: { initializedField: true, conditions: [{ type: available, ...shown }, isTrue] },
    },
    {
      given: "an object of v1beta1 that has failed",
      observed: of({ status: { failureReason: "Bad", failureMessage: "no" } }, "v1beta1"),
      expected: {
        initializedField: false,
        failure: { object: { kind: "TestControlPlane", name: "p" }, reason: "Bad", message: "no" },
        conditions: [notAvailable, notInitialized],
      },
    },
  ])("with $given", ({ cluster = referring(), observed, expected }) => {
    expect(controlPlaneStep(cluster, observed, [])).toEqual(expected);
  });

  const available1 = machineObject({
    name: "a",
    status: { nodeRef: { name: "n" }, conditions: [{ ...ownCondition("Available"), status: "True" }] },
  });
  const waitsForNode = {
    ...notInitialized,
    message: "Waiting for the first control plane machine to have status.nodeRef set",
  };
  const noneAvailable = { ...notAvailable, message: "No control plane Machine is Available" };

  test.each<[string, Machine[], object[]]>([
    ["no Machine", [], [noneAvailable, waitsForNode]],
    ["a Machine without a Node", [machineObject({ status: {} })], [noneAvailable, waitsForNode]],
    ["a Machine without status", [machineObject()], [noneAvailable, waitsForNode]],
    ["a Machine with a Node", [machineObject({ status: { nodeRef: { name: "n" } } })], [noneAvailable, isTrue]],
    ["one Available Machine of two", [available1, machineObject()], [isAvailable, isTrue]],
  ])("without a reference, with %s", (_given, machines, conditions) => {
    expect(controlPlaneStep(clusterObject(), undefined, machines)).toEqual({ initializedField: false, conditions });
  });

  test("without a reference, it stays initialized", () => {
    const cluster = clusterObject({ status: { ...was, ...known } });
    expect(controlPlaneStep(cluster, undefined, [])).toEqual({
      initializedField: true,
      conditions: [noneAvailable, isTrue],
    });
  });
});

test.each([
  ["InfraCluster", (object: ObservedReference) => clusterInfrastructureStep(clusterObject(), object)],
  [
    "ControlPlane",
    (object: ObservedReference) => {
      const controlPlaneRef = { apiGroup: "controlplane.cluster.x-k8s.io", kind: "TestControlPlane", name: "p" };
      return controlPlaneStep(clusterObject({ spec: { controlPlaneRef } }), object, []);
    },
  ],
])("%s: a contract violation is reported, and other errors are thrown", (_role, step) => {
  const { object, ...rest } = found("TestObject", {
    status: { initialization: { provisioned: 3, controlPlaneInitialized: 3 } },
  });
  const outcome = step({ ...rest, object });
  const conditions = "conditions" in outcome ? outcome.conditions : [outcome.condition];
  expect(outcome).toMatchObject("provisioned" in outcome ? { provisioned: false } : { initializedField: false });
  expect(conditions).not.toEqual([]);
  for (const each of conditions) {
    expect(each).toMatchObject({ status: "Unknown", reason: "ContractViolation" });
    expect(each.message).toContain("TestObject m1");
  }
  const failing = Object.defineProperty({ ...object }, "status", {
    get: () => {
      throw new RangeError("a defect of ours");
    },
  });
  expect(() => step({ ...rest, object: failing })).toThrow(RangeError);
});

import { describe, expect, test } from "vitest";
import { controlPlaneStateOf } from "../src/controllers/machine/control-plane-state.ts";
import { infrastructureStep } from "../src/controllers/machine/infrastructure.ts";
import { type ObservedReference } from "../src/references/reference.ts";
import { found, machineObject } from "./scene/objects.ts";
import { going, refused, unresolved, ownReady } from "./scene/observed-references.ts";

describe("the contribution of the infrastructure", () => {
  const type = "InfrastructureReady";
  const spec = { providerID: "test://m1" };
  const done = { initialization: { provisioned: true } };
  const was = { status: { initialization: { infrastructureProvisioned: true } } };
  const nothing = { provisioned: false, reported: false, interruptible: false, lost: false };
  const before = { ...nothing, provisioned: true, reported: true };
  const ready = { type, status: "True", reason: "Ready" };
  const notReady = (message: string) => ({ type, status: "False", reason: "NotReady", message });
  const waiting = notReady("TestMachine m1: status.initialization.provisioned is not true");
  const path = "TestMachine m1 (spec.infrastructureRef)";
  const gone = (reason: string, what: string) => ({ type, status: "False", reason, message: `${path} ${what}` });

  test.each<{
    given: string;
    machine?: Parameters<typeof machineObject>[0];
    observed: ObservedReference;
    expected: object;
  }>([
    {
      given: "an object that cannot be looked up",
      observed: unresolved,
      expected: { ...nothing, condition: { type, status: "Unknown", reason: "WatchFailed", message: "try again" } },
    },
    {
      given: "an object of another Machine, once provisioned",
      machine: was,
      observed: refused("TestMachine"),
      expected: {
        ...before,
        condition: { type, status: "False", reason: "ControlledByAnother", message: "Machine m2 has it" },
      },
    },
    {
      given: "no object",
      observed: { state: "missing" },
      expected: { ...nothing, condition: gone("ObjectDoesNotExist", "does not exist") },
    },
    {
      given: "no object in a deletion",
      machine: { metadata: going },
      observed: { state: "missing" },
      expected: { ...nothing, condition: gone("ObjectDoesNotExist", "does not exist") },
    },
    {
      given: "no object any more",
      machine: was,
      observed: { state: "missing" },
      expected: {
        ...before,
        reported: false,
        lost: true,
        condition: gone("ObjectDeleted", "has been deleted while the Machine still exists"),
      },
    },
    {
      given: "no object any more, in a deletion",
      machine: { ...was, metadata: going },
      observed: { state: "missing" },
      expected: { ...before, reported: false, lost: true, condition: gone("ObjectDeleted", "has been deleted") },
    },
    {
      given: "an object that is not seen yet, once provisioned",
      machine: was,
      observed: { state: "pending" },
      expected: {
        ...before,
        reported: false,
        condition: gone("ObjectDeleted", "has been deleted while the Machine still exists"),
      },
    },
    {
      given: "an object that is not done",
      observed: found("TestMachine", { spec }),
      expected: { ...nothing, earlyProviderID: "test://m1", condition: waiting },
    },
    {
      given: "an object that is done, with all that it may report",
      observed: found("TestMachine", {
        spec: { ...spec, failureDomain: "b" },
        status: {
          ...done,
          addresses: [{ type: "InternalIP", address: "10.0.0.1" }],
          failureDomain: "a",
          interruptible: true,
        },
      }),
      expected: {
        provisioned: true,
        reported: true,
        providerID: "test://m1",
        addresses: [{ type: "InternalIP", address: "10.0.0.1" }],
        failureDomain: "a",
        specFailureDomain: "b",
        interruptible: true,
        lost: false,
        condition: ready,
      },
    },
    {
      given: "an object that is done, with no more than it must",
      observed: found("TestMachine", { spec, status: { ...done, interruptible: false } }),
      expected: { ...nothing, provisioned: true, reported: true, providerID: "test://m1", condition: ready },
    },
    {
      given: "an object that is done without providerID",
      observed: found("TestMachine", { status: { ...done, failureDomain: "a" } }),
      expected: {
        ...nothing,
        reported: true,
        condition: notReady("TestMachine m1 is provisioned, but spec.providerID is not set"),
      },
    },
    {
      given: "an object that is done and being deleted",
      observed: found("TestMachine", { metadata: going, spec, status: done }),
      expected: {
        ...nothing,
        earlyProviderID: "test://m1",
        reported: true,
        condition: notReady("TestMachine m1 is provisioned, but spec.providerID is not set"),
      },
    },
    {
      given: "an object that is being deleted, once provisioned",
      machine: was,
      observed: found("TestMachine", { metadata: going, spec, status: { ...done, failureDomain: "a" } }),
      expected: { ...nothing, earlyProviderID: "test://m1", provisioned: true, reported: true, condition: ready },
    },
    {
      given: "an object that has lost its providerID, once provisioned",
      machine: was,
      observed: found("TestMachine", { spec: { failureDomain: "b" }, status: { addresses: [] } }),
      expected: { ...nothing, provisioned: true, condition: ready },
    },
    {
      given: "an object that says itself whether it is Ready",
      observed: found("TestMachine", { spec, status: { ...done, conditions: [ownReady] } }),
      expected: {
        ...nothing,
        provisioned: true,
        reported: true,
        providerID: "test://m1",
        condition: { type, status: "False", reason: "Boots", message: "soon" },
      },
    },
    {
      given: "an object of v1beta1 that has failed",
      observed: found("TestMachine", { status: { failureReason: "Bad", failureMessage: "no" } }, "v1beta1"),
      expected: {
        ...nothing,
        failure: { object: { kind: "TestMachine", name: "m1" }, reason: "Bad", message: "no" },
        condition: notReady("TestMachine m1: status.ready is not true"),
      },
    },
    {
      given: "an object of v1beta1 whose failure domain is in its spec",
      observed: found("TestMachine", { spec: { ...spec, failureDomain: "b" }, status: { ready: true } }, "v1beta1"),
      expected: {
        ...nothing,
        provisioned: true,
        reported: true,
        providerID: "test://m1",
        specFailureDomain: "b",
        condition: ready,
      },
    },
    {
      given: "an object with a failure domain that is empty",
      observed: found("TestMachine", { spec: { ...spec, failureDomain: "" }, status: done }),
      expected: { ...nothing, provisioned: true, reported: true, providerID: "test://m1", condition: ready },
    },
  ])("with $given", ({ machine = {}, observed, expected }) => {
    expect(infrastructureStep(machineObject(machine), observed)).toEqual(expected);
  });

  test.each([{}, was])("an object that violates the contract changes nothing: %j", (machine) => {
    const broken = found("TestMachine", { spec, status: { initialization: { provisioned: "yes" } } });
    const { condition, ...outcome } = infrastructureStep(machineObject(machine), broken);
    expect(outcome).toEqual(machine === was ? before : nothing);
    expect(condition).toMatchObject({ type, status: "Unknown", reason: "ContractViolation" });
    expect(condition.message).toContain("TestMachine m1");
  });
});

test("infrastructure with a null status exists, and is not ready", () => {
  const infrastructure = found("TestMachine", { spec: { providerID: "p" }, status: null as unknown as object });
  expect(infrastructureStep(machineObject(), infrastructure)).toMatchObject({
    interruptible: false,
    provisioned: false,
  });
});

describe("the report of a control plane object about the Nodes of its Machines", () => {
  const object = (content: Parameters<typeof found>[1]) => found("TestControlPlane", content);

  test.each<[string, ObservedReference | undefined, string]>([
    ["no reference", undefined, "ordinary"],
    ["no object", { state: "missing" }, "ordinary"],
    ["an object that is not seen yet", { state: "pending" }, "unknown"],
    ["a kind that is not installed", { state: "unresolved", reason: "CRDNotInstalled", message: "" }, "ordinary"],
    ["a kind that cannot be watched", unresolved, "unknown"],
    ["an object without status", object({}), "ordinary"],
    ["an object with Machines", object({ status: { externalManagedControlPlane: false } }), "ordinary"],
    ["an object without Machines", object({ status: { externalManagedControlPlane: true } }), "external"],
    ["an object that is going", object({ metadata: going, status: { externalManagedControlPlane: true } }), "deleting"],
  ])("with %s", (_given, observed, state) => {
    expect(controlPlaneStateOf(observed)).toBe(state);
  });
});

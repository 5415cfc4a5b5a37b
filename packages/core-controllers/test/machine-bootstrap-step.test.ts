import { describe, expect, test } from "vitest";
import { bootstrapStep } from "../src/controllers/machine/bootstrap.ts";
import { infrastructureStep } from "../src/controllers/machine/infrastructure.ts";
import { type ObservedReference } from "../src/references/reference.ts";
import { found, machineObject } from "./scene/objects.ts";
import { going, refused, unresolved, ownReady } from "./scene/observed-references.ts";

describe("the contribution of bootstrapping", () => {
  const type = "BootstrapConfigReady";
  const created = { dataSecretName: "data", initialization: { dataSecretCreated: true } };
  const config = (status: object = {}, metadata: object = {}, contract?: "v1beta1") =>
    found("TestConfig", { status, metadata }, contract);
  const known = { spec: { bootstrap: { ...machineObject().spec.bootstrap, dataSecretName: "mine" } } };
  const taken = { status: { initialization: { bootstrapDataSecretCreated: true } } };
  const waiting = {
    type,
    status: "False",
    reason: "NotReady",
    message: "TestConfig m1: status.initialization.dataSecretCreated is not true",
  };
  const ready = { type, status: "True", reason: "Ready" };
  const missing = {
    type,
    status: "False",
    reason: "ObjectDoesNotExist",
    message: "TestConfig m1 (spec.bootstrap.configRef) does not exist",
  };

  test.each<{
    given: string;
    machine?: Parameters<typeof machineObject>[0];
    config: ObservedReference | undefined;
    expected: object;
  }>([
    {
      given: "no reference and no data",
      config: undefined,
      expected: { condition: { type, status: "True", reason: "DataSecretProvided" } },
    },
    {
      given: "no reference, with data",
      machine: known,
      config: undefined,
      expected: { dataSecretName: "mine", condition: { type, status: "True", reason: "DataSecretProvided" } },
    },
    {
      given: "a config that cannot be looked up",
      machine: { ...known, ...taken },
      config: unresolved,
      expected: {
        dataSecretName: "mine",
        dataSecretCreated: true,
        condition: { type, status: "Unknown", reason: "WatchFailed", message: "try again" },
      },
    },
    {
      given: "a config of another Machine",
      config: refused("TestConfig"),
      expected: { condition: { type, status: "False", reason: "ControlledByAnother", message: "Machine m2 has it" } },
    },
    { given: "no config", config: { state: "missing" }, expected: { condition: missing } },
    { given: "a config that is not seen yet", config: { state: "pending" }, expected: { condition: missing } },
    {
      given: "no config in a deletion",
      machine: { metadata: going },
      config: { state: "missing" },
      expected: { condition: missing },
    },
    {
      given: "no config any more",
      machine: { ...known, ...taken },
      config: { state: "missing" },
      expected: { dataSecretName: "mine", dataSecretCreated: true, condition: missing },
    },
    {
      given: "no config any more, in a deletion",
      machine: { ...taken, metadata: going },
      config: { state: "missing" },
      expected: {
        dataSecretCreated: true,
        condition: {
          ...missing,
          reason: "ObjectDeleted",
          message: "TestConfig m1 (spec.bootstrap.configRef) has been deleted",
        },
      },
    },
    { given: "a config without data", config: config(), expected: { condition: waiting } },
    {
      given: "a config with a name alone",
      config: config({ dataSecretName: "data" }),
      expected: { condition: waiting },
    },
    {
      given: "a config with data",
      config: config(created),
      expected: { dataSecretName: "data", dataSecretCreated: true, condition: ready },
    },
    {
      given: "a config with other data than the Machine has",
      machine: known,
      config: config(created),
      expected: { dataSecretName: "mine", dataSecretCreated: true, condition: ready },
    },
    {
      given: "a config without data, of a Machine that has some",
      machine: known,
      config: config(),
      expected: { dataSecretName: "mine", dataSecretCreated: true, condition: ready },
    },
    {
      given: "a config with data that is being deleted",
      config: config(created, going),
      expected: { condition: waiting },
    },
    {
      given: "a config that has gone back",
      machine: taken,
      config: config(),
      expected: { dataSecretCreated: true, condition: ready },
    },
    {
      given: "a config that names no Secret",
      config: config({ dataSecretName: "", initialization: { dataSecretCreated: true } }),
      expected: {
        condition: {
          type,
          status: "False",
          reason: "ContractViolation",
          message: "TestConfig m1 reports its data Secret as created, but status.dataSecretName is empty",
        },
      },
    },
    {
      given: "a config that names no Secret and is being deleted",
      config: config({ initialization: { dataSecretCreated: true } }, going),
      expected: { condition: waiting },
    },
    {
      given: "a config that says itself whether it is Ready",
      config: config({ ...created, conditions: [ownReady] }),
      expected: {
        dataSecretName: "data",
        dataSecretCreated: true,
        condition: { type, status: "False", reason: "Boots", message: "soon" },
      },
    },
    {
      given: "a config of v1beta1 that has failed",
      config: config({ failureReason: "Bad", failureMessage: "no" }, {}, "v1beta1"),
      expected: {
        failure: { object: { kind: "TestConfig", name: "m1" }, reason: "Bad", message: "no" },
        condition: { ...waiting, message: "TestConfig m1: status.ready is not true" },
      },
    },
  ])("with $given", ({ machine = {}, config: observed, expected }) => {
    expect(bootstrapStep(machineObject(machine), observed)).toEqual(expected);
  });

  test("a data Secret in the Machine makes the config unnecessary", () => {
    const nameless = config({ ...created, dataSecretName: "" });
    expect(bootstrapStep(machineObject(known), nameless)).toMatchObject({ condition: ready, dataSecretName: "mine" });
    expect(bootstrapStep(machineObject(), nameless).condition).toMatchObject({ reason: "ContractViolation" });
  });

  test("a config that violates the contract keeps known values, and is reported", () => {
    const broken = config({ initialization: { dataSecretCreated: "yes" } });
    const outcome = bootstrapStep(machineObject({ ...known, ...taken }), broken);
    expect(outcome).toMatchObject({
      dataSecretName: "mine",
      dataSecretCreated: true,
      condition: { type, status: "Unknown", reason: "ContractViolation" },
    });
  });
});

test.each([bootstrapStep, infrastructureStep])("%o hides only contract violations", (step) => {
  const { object, ...rest } = found("TestMachine");
  const failing = Object.defineProperty({ ...object }, "status", {
    get: () => {
      throw new RangeError("a defect of ours");
    },
  });
  expect(() => step(machineObject(), { ...rest, object: failing })).toThrow(RangeError);
});

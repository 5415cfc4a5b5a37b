import { violation } from "@capstan/contract";
import { ContractViolation, outcome, type ProviderDefinition } from "@capstan/provider";
import { isCapstanError } from "@capstan/runtime";
import { describe, expect, test } from "vitest";
import {
  OddCluster,
  OddClusterReconciler,
  OddConfig,
  OddConfigReconciler,
  OddMachine,
  OddMachineReconciler,
  OldOddMachine,
} from "./odd-providers.ts";
import { brokenClusterFacts, brokenMachineOutcomes, notData, provisioned } from "./broken-outcomes.ts";
import { ProviderScene } from "./provider-scene.ts";

/** The four reports of a violation, for the object `name`. */
async function reported(world: ProviderScene, definition: ProviderDefinition, name = "m1") {
  await world.settled();
  const log = world.logged.map((line) => JSON.parse(line) as { level: string; error?: { code?: string } });
  return {
    condition: (await world.condition(definition, "Ready", name)) as { reason?: string; message?: string } | undefined,
    events: (await world.events()).filter(({ reason }) => reason === "ContractViolation"),
    metric: await world.metric("capstan_contract_violations_total"),
    errors: log.flatMap(({ error }) => (error?.code === "ContractViolated" ? [error] : [])),
  };
}

/** All reconcilers in this file violate the contract. */
const expectedErrors = [ContractViolation];

async function startMachine<D extends ProviderDefinition<"InfraMachine">>(definition: D, answer?: () => unknown) {
  const reconciler = new OddMachineReconciler(definition);
  if (answer !== undefined) reconciler.answer = answer;
  const world = await ProviderScene.start([reconciler], { expectedErrors });
  await world.createCluster();
  await world.createDataSecret("m1", "#cloud-config with a password");
  const machine = await world.createMachine({ infrastructure: definition, dataSecretName: "m1" });
  await world.createOwned(definition, machine);
  await world.settled();
  return { world, reconciler, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

async function touch(world: ProviderScene, definition: ProviderDefinition, name = "m1", value = "1") {
  await world.patch(definition.kind, name, { metadata: { annotations: { touched: value } } });
  await world.settled();
}

describe("an outcome that violates the contract is not written, and is reported in four ways:", () => {
  test.each(brokenMachineOutcomes)("%s at %s", async (rule, path, answer) => {
    await using scene = await startMachine(OddMachine, () => answer);
    const { world } = scene;

    const { condition: ready, events, metric, errors } = await reported(world, OddMachine);

    expect(ready).toMatchObject({ status: "False", reason: "ContractViolation" });
    expect(ready?.message).toContain(path);
    expect(ready?.message).toContain(`(${rule}; `);
    expect(events).toEqual([{ type: "Warning", reason: "ContractViolation", note: ready?.message, about: "m1" }]);
    expect(metric).toContainEqual(expect.stringMatching(`rule="${rule}",kind="OddMachine"`));
    expect(errors[0]).toMatchObject({ name: "ContractViolation", code: "ContractViolated" });
    // No part of the outcome, and no request that the server had to refuse.
    expect(await world.get(OddMachine)).not.toHaveProperty("spec.providerID");
    expect(world.writes()).toEqual(["patch oddmachines/m1", "patch oddmachines/m1 status"]);
    expect(world.refusals()).toEqual([]);
  });

  test("BS-005 for data that is invalid", async () => {
    const reconciler = new OddConfigReconciler();
    reconciler.answer = () => notData;
    await using world = await ProviderScene.start([reconciler], { expectedErrors });
    await world.createCluster();
    await world.createOwned(OddConfig, await world.createMachine({ bootstrap: OddConfig }));

    const { condition: ready, events, metric } = await reported(world, OddConfig);
    expect(ready?.message).toContain("Secret.data.value");
    expect(events).toHaveLength(1);
    expect(metric).toContainEqual(expect.stringMatching('rule="BS-005",kind="OddConfig"'));
  });

  test.each(brokenClusterFacts)("%s at %s", async (rule, path, facts) => {
    const reconciler = new OddClusterReconciler();
    reconciler.answer = () => ({ type: "clusterProvisioned", ...facts });
    await using world = await ProviderScene.start([reconciler], { expectedErrors });
    const cluster = await world.createCluster({ provisioned: false, infrastructure: OddCluster });
    await world.createOwned(OddCluster, cluster);

    const { condition: ready, events, metric } = await reported(world, OddCluster, "c1");
    expect(ready?.message).toContain(path);
    expect(events).toHaveLength(1);
    expect(metric).toContainEqual(expect.stringMatching(`rule="${rule}",kind="OddCluster"`));
    expect(world.writes()).toEqual(["patch oddclusters/c1 status"]);
  });

  test("also on deletion, which keeps the machine", async () => {
    await using scene = await startMachine(OddMachine);
    const { world, reconciler } = scene;
    reconciler.removal = () => outcome.provisioned({ providerID: "odd://1" });
    await world.delete(OddMachine);

    expect((await reported(world, OddMachine)).events).toHaveLength(1);
    expect(await world.exists(OddMachine)).toBe(true);
  });
});

describe("reported values last:", () => {
  test("IM-002: a providerID never changes, also not while pending", async () => {
    await using scene = await startMachine(OddMachine);
    const { world, reconciler } = scene;
    reconciler.answer = () => outcome.pending("Moving", { providerID: "odd://2" });
    await touch(world, OddMachine);

    expect(await world.get(OddMachine)).toMatchObject({ spec: { providerID: "odd://1" } });
    expect((await reported(world, OddMachine)).metric).toContainEqual(expect.stringContaining('rule="IM-002"'));
  });

  test("IM-015: provisioned is never undone", async () => {
    await using scene = await startMachine(OldOddMachine);
    const { world, reconciler } = scene;
    expect(await world.get(OldOddMachine)).toMatchObject({ status: { ready: true } });
    reconciler.answer = () => outcome.pending("Stopped", { status: { ready: false } });
    await touch(world, OldOddMachine);

    expect(await world.get(OldOddMachine)).toMatchObject({ status: { ready: true } });
    expect((await reported(world, OldOddMachine)).events).toHaveLength(1);
  });

  test("IC-002: a complete endpoint never changes, whether the user or the provider set it", async () => {
    const reconciler = new OddClusterReconciler();
    await using world = await ProviderScene.start([reconciler], { expectedErrors });
    const cluster = await world.createCluster({ provisioned: false, infrastructure: OddCluster });
    await world.createOwned(OddCluster, cluster, {
      spec: { controlPlaneEndpoint: { host: "api.example.org", port: 6443 } },
    });

    const { condition: ready, metric } = await reported(world, OddCluster, "c1");
    expect(ready?.message).toContain("spec.controlPlaneEndpoint");
    expect(metric).toContainEqual(expect.stringContaining('rule="IC-002"'));
    expect(await world.get(OddCluster, "c1")).toMatchObject({
      spec: { controlPlaneEndpoint: { host: "api.example.org" } },
    });
  });
});

describe("the report of a violation", () => {
  test("is one Event for any number of reconciles, and counts each time", async () => {
    await using scene = await startMachine(OddMachine, () => ({ ...provisioned, providerID: "" }));
    const { world, reconciler } = scene;
    for (const value of ["1", "2", "3", "4"]) {
      await touch(world, OddMachine, "m1", value);
      await world.clock.advance({ seconds: 45 });
    }
    expect(reconciler.calls).toBeGreaterThan(4);
    expect(world.eventWrites()).toEqual(["create events"]);
    expect(await world.metric("capstan_contract_violations_total")).toEqual([
      `capstan_contract_violations_total{rule="IM-003",kind="OddMachine"} ${reconciler.calls}`,
    ]);
  });

  test("ends with the violation, and starts again with the next", async () => {
    await using scene = await startMachine(OddMachine, () => ({ ...provisioned, providerID: "" }));
    const { world, reconciler } = scene;
    reconciler.answer = () => provisioned;
    await touch(world, OddMachine);
    expect(await world.condition(OddMachine, "Ready")).toMatchObject({ status: "True" });

    reconciler.answer = () => ({ ...provisioned, providerID: "odd://2" });
    await touch(world, OddMachine, "m1", "2");
    expect(await reported(world, OddMachine)).toMatchObject({ events: [{}, {}] });
  });

  test("contains no secret, neither for users nor in the log", async () => {
    const secret = "#cloud-config with a password";
    await using scene = await startMachine(OddMachine, () => ({
      ...provisioned,
      status: { network: { ports: [secret] } },
      conditions: [{ type: "Own", status: "True", reason: secret, message: secret }],
    }));
    const { world } = scene;

    const all = await reported(world, OddMachine);
    expect(all.condition?.message).toContain("[secret]");
    expect(JSON.stringify([all, world.logged])).not.toContain("password");
  });

  test("is an error with rule, path and source, for code that reads it", () => {
    const found = violation("IM-002", { path: "spec.providerID", expected: "x", actual: "y" });
    const error = new ContractViolation("It", [found], { object: { kind: "OddMachine" } });
    expect(isCapstanError(error, "ContractViolated")).toBe(true);
    expect(error.violations).toEqual([found]);
  });
});

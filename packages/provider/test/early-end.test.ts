import { ContractViolation, outcome, PendingError, RateLimitedError } from "@capstan/provider";
import { describe, expect, test } from "vitest";
import { addOddMachine, startOddMachine, touch } from "./odd-scene.ts";
import { OddConfig, OddConfigReconciler, OddMachine } from "./odd-providers.ts";
import { ProviderScene } from "./provider-scene.ts";
import { throwers } from "./thrower.ts";

const roles = Object.keys(throwers) as (keyof typeof throwers)[];
const unavailable = () => new PendingError("CloudUnavailable", "the cloud answers 503", { retryAfterMs: 5_000 });

function fail(error: Error): never {
  throw error;
}

async function failedReconciles(world: ProviderScene): Promise<string[]> {
  const lines = await world.metric("controller_runtime_reconcile_errors_total");
  expect(lines).not.toEqual([]);
  return lines.filter((line) => !line.endsWith(" 0"));
}

describe.each(roles)("a PendingError of a %s", (role) => {
  test("is shown in its conditions until it is provisioned, and is not an error", async () => {
    const thrower = throwers[role]();
    await using world = await thrower.start(unavailable());
    expect(await thrower.ready(world)).toMatchObject({
      status: "False",
      reason: "CloudUnavailable",
      message: "the cloud answers 503",
    });

    await thrower.again(world);

    expect(await thrower.ready(world)).toMatchObject({ status: "True" });
    expect(world.eventWrites()).toEqual([]);
    expect(await failedReconciles(world)).toEqual([]);
  });
});

describe.each(roles.filter((role) => role !== "bootstrap config"))("a PendingError of a provisioned %s", (role) => {
  test("causes no write: an unavailable cloud does not change the status", async () => {
    const thrower = throwers[role]();
    await using world = await thrower.start(unavailable());
    await thrower.again(world);
    const before = await thrower.status(world);
    const writes = world.writes().length;

    await thrower.again(world, unavailable());

    expect(await thrower.status(world)).toEqual(before);
    expect(world.writes()).toHaveLength(writes);
    expect(await failedReconciles(world)).toEqual([]);
  });
});

describe("a PendingError", () => {
  test("retries author code after its delay, by default after 10 s", async () => {
    await using scene = await startOddMachine(OddMachine, () => fail(unavailable()));
    const { world, reconciler } = scene;
    const { calls } = reconciler;
    await world.clock.advance({ minutes: 1 });
    expect(reconciler.calls).toBe(calls + 12);

    reconciler.answer = () => fail(new PendingError("CloudUnavailable", "the cloud answers 503"));
    await world.clock.advance({ seconds: 5 });
    await world.clock.advance({ minutes: 1 });
    expect(reconciler.calls).toBe(calls + 12 + 1 + 6);
  });

  test("with a warning is one Warning Event, also for a machine that stays provisioned", async () => {
    await using scene = await startOddMachine(OddMachine);
    const { world, reconciler } = scene;
    reconciler.answer = () => fail(new PendingError("TokenRefused", "renew the token", { warning: true }));
    await touch(world, OddMachine);
    await world.clock.advance({ minutes: 5 });

    expect(await world.condition(OddMachine, "Ready")).toMatchObject({ status: "True" });
    expect(await world.events()).toEqual([
      { type: "Warning", reason: "TokenRefused", note: "renew the token", about: "m1" },
    ]);
    expect(world.eventWrites()).toEqual(["create events"]);
  });

  test("causes no write for a machine whose status a restore removed", async () => {
    await using scene = await startOddMachine(OddMachine);
    const { world, reconciler } = scene;
    reconciler.answer = () => fail(unavailable());
    await world.patchStatus(OddMachine.kind, "m1", null);
    await world.settled();

    expect(await world.condition(OddMachine, "Ready")).toBeUndefined();
  });

  test("on deletion is reported as the pending step, also for a provisioned machine", async () => {
    await using scene = await startOddMachine(OddMachine);
    const { world, reconciler } = scene;
    reconciler.removal = () => fail(unavailable());
    await world.delete(OddMachine);
    await world.settled();
    expect(await world.condition(OddMachine, "Ready")).toMatchObject({
      status: "False",
      reason: "Deleting",
      message: "CloudUnavailable: the cloud answers 503",
    });

    reconciler.removal = () => outcome.deleted();
    await world.clock.advance({ seconds: 5 });
    expect(await world.exists(OddMachine)).toBe(false);
    expect(await failedReconciles(world)).toEqual([]);
  });

  test("contains no secrets, and causes a new read of Secrets", async () => {
    await using scene = await startOddMachine(
      OddMachine,
      async (scope) => {
        const token = await scope.secretValue("credentials", "token");
        if (token === "renewed-t0ken") return outcome.provisioned({ providerID: "odd://1" });
        throw new PendingError("TokenRefused", `401 for ${token}`, { retryAfterMs: 1_000 });
      },
      { ready: false },
    );
    const { world } = scene;
    await world.createDataSecret("credentials", "old-t0ken", { labeled: false, key: "token" });
    await addOddMachine(world, OddMachine, "m1");
    await world.settled();
    expect(await world.condition(OddMachine, "Ready")).toMatchObject({ message: "401 for [secret]" });

    const data = { token: Buffer.from("renewed-t0ken").toString("base64") };
    await world.patch(
      { group: "", version: "v1", kind: "Secret", plural: "secrets", namespaced: true },
      "credentials",
      { data },
    );
    await world.clock.advance({ seconds: 2 });
    expect(await world.condition(OddMachine, "Ready")).toMatchObject({ status: "True" });
  });

  test("from another copy of the package counts, too", async () => {
    const fields = {
      code: "Pending",
      retry: "backoff",
      reason: "CloudUnavailable",
      retryAfterMs: 5_000,
      warning: false,
    };
    await using scene = await startOddMachine(OddMachine, () => fail(Object.assign(new Error("503"), fields)));
    expect(await scene.world.condition(OddMachine, "Ready")).toMatchObject({
      reason: "CloudUnavailable",
      message: "503",
    });
  });

  test.each([
    ["a reason that is not one word", new PendingError("cloud unavailable", "the cloud answers 503")],
    ["a time that is not a number", new PendingError("CloudUnavailable", "503", { retryAfterMs: NaN })],
  ])("with %s violates the contract, like an outcome with it", async (_what, error) => {
    await using scene = await startOddMachine(OddMachine, () => fail(error), { throws: [ContractViolation] });
    expect(await scene.world.condition(OddMachine, "Ready")).toMatchObject({ reason: "ContractViolation" });
  });

  test("after the data is stored (refreshBootstrap) only sets the next call, and its warning is an Event", async () => {
    const reconciler = new OddConfigReconciler();
    let refreshes = 0;
    reconciler.refresh = () => {
      refreshes += 1;
      return fail(new PendingError("TokenRefused", "renew the token", { retryAfterMs: 20_000, warning: true }));
    };
    await using world = await ProviderScene.start([reconciler]);
    await world.createCluster();
    await world.createOwned(OddConfig, await world.createMachine({ bootstrap: OddConfig }));
    await world.settled();
    const before = refreshes;
    await world.clock.advance({ minutes: 1 });

    expect(refreshes).toBe(before + 3);
    expect(await world.condition(OddConfig, "Ready")).toMatchObject({ status: "True" });
    expect(await world.events()).toMatchObject([{ type: "Warning", reason: "TokenRefused", note: "renew the token" }]);
    expect(world.eventWrites()).toEqual(["create events"]);
    expect(await failedReconciles(world)).toEqual([]);
  });
});

describe("a RateLimitedError", () => {
  test.each(roles)("for a %s writes no status, not even a first one, and fails no reconcile", async (role) => {
    const thrower = throwers[role]();
    await using world = await thrower.start(new RateLimitedError(5_000));
    expect(await thrower.status(world)).toBeUndefined();

    await thrower.again(world);
    const before = await thrower.status(world);
    await thrower.again(world, new RateLimitedError(5_000));

    expect(before).toBeDefined();
    expect(await thrower.status(world)).toEqual(before);
    expect(world.eventWrites()).toEqual([]);
    expect(await failedReconciles(world)).toEqual([]);
  });

  test("retries author code after its delay, also on deletion, without reading Secrets again", async () => {
    await using scene = await startOddMachine(
      OddMachine,
      async (scope) => {
        await scope.secret("credentials");
        return fail(new RateLimitedError(5_000));
      },
      { ready: false },
    );
    const { world, reconciler } = scene;
    await world.createDataSecret("credentials", "t0ken", { labeled: false });
    await addOddMachine(world, OddMachine, "m1");
    await world.settled();
    const { calls } = reconciler;
    await world.clock.advance({ seconds: 50 });
    expect(reconciler.calls).toBe(calls + 10);
    expect(world.gets()).toBe(1);

    let removals = 0;
    reconciler.removal = () => ((removals += 1) < 4 ? fail(new RateLimitedError(1_000)) : outcome.deleted());
    await world.delete(OddMachine);
    await world.clock.advance({ seconds: 3 });
    expect(await world.exists(OddMachine)).toBe(false);
    expect(removals).toBe(4);
  });
});

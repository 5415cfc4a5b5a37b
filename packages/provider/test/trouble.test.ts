import { outcome } from "@capstan/provider";
import { describe, expect, test } from "vitest";
import { addOddMachine, startOddMachine, touch } from "./odd-scene.ts";
import { OddConfig, OddConfigReconciler, OddMachine, OldOddMachine } from "./odd-providers.ts";
import { ProviderScene } from "./provider-scene.ts";

function fail(message: string): never {
  throw new Error(message);
}

describe("an error that author code throws", () => {
  test("is one Warning Event for any number of retries, and causes no status write per retry", async () => {
    await using scene = await startOddMachine(OddMachine, () => fail("no route to the cloud"), {
      throws: ["no route"],
    });
    const { world, reconciler } = scene;
    const writes = world.writes().length;
    await world.clock.advance({ minutes: 10 });

    expect(reconciler.calls).toBeGreaterThan(5);
    expect(await world.events()).toEqual([
      { type: "Warning", reason: "ReconcileError", note: "no route to the cloud", about: "m1" },
    ]);
    expect(world.eventWrites()).toEqual(["create events"]);
    expect(world.writes()).toHaveLength(writes);
  });

  test("with changing messages is an Event every five minutes at most", async () => {
    let request = 0;
    await using scene = await startOddMachine(OddMachine, () => fail(`request ${++request} failed`), {
      throws: [/request \d+ failed/],
    });
    await scene.world.clock.advance({ minutes: 11 });

    expect(scene.reconciler.calls).toBeGreaterThan(5);
    expect(scene.world.eventWrites().length).toBeGreaterThan(1);
    expect(scene.world.eventWrites().length).toBeLessThanOrEqual(3);
  });

  test("is reported again while it lasts, before its Event expires", async () => {
    await using scene = await startOddMachine(OddMachine, () => fail("no route to the cloud"), {
      throws: ["no route"],
    });
    await scene.world.clock.advance({ minutes: 55 });
    expect(scene.world.eventWrites()).toEqual(["create events", "create events"]);
  });

  test("is retried, and forgotten after recovery", async () => {
    await using scene = await startOddMachine(OddMachine, () => fail("no route to the cloud"), {
      throws: ["no route"],
    });
    const { world, reconciler } = scene;
    reconciler.answer = () => outcome.provisioned({ providerID: "odd://1" });
    await world.clock.advance({ minutes: 20 });

    expect(await world.condition(OddMachine, "Ready")).toMatchObject({ status: "True" });
    expect(world.eventWrites()).toEqual(["create events"]);
  });

  test("after the data is stored (refreshBootstrap) is reported, too, once, and without the data", async () => {
    const reconciler = new OddConfigReconciler();
    reconciler.answer = () => outcome.data("#!/bin/sh with a password");
    reconciler.refresh = async ({ logger, object, secret }) => {
      const { value = "" } = (await secret(object.metadata.name)) ?? {};
      logger.warn(`Refreshing ${value}`, { data: [value] });
      return fail(`no token for '${value}'`);
    };
    await using world = await ProviderScene.start([reconciler], { expectedErrors: ["no token"] });
    await world.createCluster();
    await world.createOwned(OddConfig, await world.createMachine({ bootstrap: OddConfig }));
    await world.settled();
    await world.clock.advance({ minutes: 5 });

    expect(await world.condition(OddConfig, "Ready")).toMatchObject({ status: "True" });
    expect(await world.events()).toMatchObject([{ reason: "ReconcileError" }]);
    expect(world.eventWrites()).toEqual(["create events"]);
    const said = JSON.stringify([world.logged, await world.events()]);
    expect(said).toContain("Refreshing [secret]");
    expect(said).not.toContain("password");
  });

  test("on deletion is reported, too", async () => {
    await using scene = await startOddMachine(OddMachine);
    const { world, reconciler } = scene;
    world.expectError("still attached");
    reconciler.removal = () => fail("still attached");
    await world.delete(OddMachine);
    expect(await world.events()).toMatchObject([{ reason: "ReconcileError", note: "still attached" }]);
  });
});

describe("outcome.failed", () => {
  test("is one Warning Event with the author's reason", async () => {
    await using scene = await startOddMachine(OddMachine, () => outcome.failed("QuotaExceeded", "no quota left"));
    await touch(scene.world, OddMachine, "1");
    await touch(scene.world, OddMachine, "2");

    expect(scene.reconciler.calls).toBeGreaterThan(2);
    expect(await scene.world.events()).toEqual([
      { type: "Warning", reason: "QuotaExceeded", note: "no quota left", about: "m1" },
    ]);
    expect(scene.world.eventWrites()).toEqual(["create events"]);
  });

  test("causes no loop if the attempt records a value in the status", async () => {
    let attempts = 0;
    await using scene = await startOddMachine(OddMachine, () => {
      attempts += 1;
      return outcome.failed("QuotaExceeded", "no quota left", { status: { attempts } });
    });
    const { world } = scene;
    const before = attempts;
    // The finalizer's own event may have caused one more call.
    expect(before).toBeLessThanOrEqual(2);
    await world.clock.advance({ hours: 1 });
    expect(attempts).toBe(before);

    // A change by another client causes one more call; so does the scheduled time.
    await touch(world, OddMachine);
    expect(attempts).toBe(before + 1);
    await world.patchStatus(OddMachine.kind, "m1", { attempts: 99 });
    await world.settled();
    expect(attempts).toBe(before + 2);
    expect(await world.get(OddMachine)).toMatchObject({ status: { attempts } });
  });

  test("is permanent under contract v1beta1, with failureReason and failureMessage, and is not retried (IM-016, IB-002)", async () => {
    await using scene = await startOddMachine(OldOddMachine, () => outcome.failed("QuotaExceeded", "no quota left"));
    const { world, reconciler } = scene;
    const { calls } = reconciler;
    reconciler.answer = () => outcome.provisioned({ providerID: "odd://1" });
    await touch(world, OldOddMachine);

    expect(reconciler.calls).toBe(calls);
    expect(await world.get(OldOddMachine)).toMatchObject({
      status: { failureReason: "QuotaExceeded", failureMessage: "no quota left" },
    });
    expect(world.eventWrites()).toEqual(["create events"]);
  });

  test("contains no secrets", async () => {
    await using scene = await startOddMachine(OddMachine, ({ bootstrapData = "" }) =>
      outcome.failed("DataRefused", `not understood: ${bootstrapData}`, {
        conditions: [{ type: "DataAccepted", status: "False", reason: "NotUnderstood", message: bootstrapData }],
      }),
    );
    const { world } = scene;
    expect(await world.events()).toMatchObject([{ note: "not understood: [secret]" }]);
    expect(JSON.stringify([await world.get(OddMachine), world.logged])).not.toContain("password");
  });
});

test("a running deletion is polled every 10 s, unless its author sets the time", async () => {
  await using scene = await startOddMachine(OddMachine);
  const { world, reconciler } = scene;
  let removals = 0;
  reconciler.removal = () => {
    removals += 1;
    return removals > 6 ? outcome.deleted() : outcome.pending("ServerStopping");
  };
  await world.delete(OddMachine);
  await world.settled();
  const before = removals;
  await world.clock.advance({ seconds: 30 });
  expect(removals).toBe(before + 3);
  await world.clock.advance({ seconds: 60 });
  expect(await world.exists(OddMachine)).toBe(false);
});

test("a healthy machine has no Event", async () => {
  await using scene = await startOddMachine(OddMachine);
  await scene.world.delete(OddMachine);
  await scene.world.settled();
  expect(scene.world.eventWrites()).toEqual([]);
});

describe("outcome.unchanged", () => {
  test("keeps conditions and status, and is reconciled again in time", async () => {
    await using scene = await startOddMachine(OddMachine, () =>
      outcome.provisioned({
        providerID: "odd://1",
        addresses: [{ type: "InternalIP", address: "10.0.0.1" }],
        status: { serverName: "a" },
      }),
    );
    const { world, reconciler } = scene;
    const before = await world.get(OddMachine);
    const writes = world.writes().length;
    reconciler.answer = () => outcome.unchanged({ retryAfterMs: 5_000 });
    await touch(world, OddMachine);
    const { calls } = reconciler;
    await world.clock.advance({ seconds: 5 });

    expect(reconciler.calls).toBe(calls + 1);
    expect((await world.get(OddMachine)).status).toEqual(before.status);
    expect(world.writes()).toHaveLength(writes);
  });

  test("writes no first status, and none on deletion", async () => {
    await using scene = await startOddMachine(OddMachine, () => outcome.unchanged());
    const { world, reconciler } = scene;
    expect(world.writes()).toEqual(["patch oddmachines/m1"]);
    reconciler.removal = () => outcome.unchanged({ retryAfterMs: 1_000 });
    await world.delete(OddMachine);
    await world.settled();
    expect(await world.exists(OddMachine)).toBe(true);
    expect(world.writes()).toEqual(["patch oddmachines/m1"]);

    reconciler.removal = () => outcome.deleted();
    await world.clock.advance({ seconds: 1 });
    expect(await world.exists(OddMachine)).toBe(false);
  });

  test("does not keep the Paused condition of an object that is no longer paused", async () => {
    await using scene = await startOddMachine(OddMachine);
    const { world, reconciler } = scene;
    reconciler.answer = () => outcome.unchanged();
    const paused = (value: string | null) => ({ metadata: { annotations: { "cluster.x-k8s.io/paused": value } } });
    await world.patch(OddMachine.kind, "m1", paused(""));
    await world.settled();
    expect(await world.condition(OddMachine, "Paused")).toMatchObject({ status: "True" });
    await world.patch(OddMachine.kind, "m1", paused(null));
    await world.settled();
    expect(await world.condition(OddMachine, "Paused")).toMatchObject({ status: "False" });
    expect(await world.condition(OddMachine, "Ready")).toMatchObject({ status: "True" });
  });
});

describe("outcome.pending with a warning", () => {
  const missing = (message: string) => () => outcome.pending("WaitingForSecret", { message, warning: true });

  test("is a condition and one Warning Event for any number of calls", async () => {
    await using scene = await startOddMachine(OddMachine, () =>
      outcome.pending("WaitingForSecret", { message: "create Secret a", warning: true, retryAfterMs: 30_000 }),
    );
    const { world, reconciler } = scene;
    await world.clock.advance({ minutes: 5 });

    expect(reconciler.calls).toBeGreaterThan(5);
    expect(await world.condition(OddMachine, "Ready")).toMatchObject({
      reason: "WaitingForSecret",
      message: "create Secret a",
    });
    expect(await world.events()).toEqual([
      { type: "Warning", reason: "WaitingForSecret", note: "create Secret a", about: "m1" },
    ]);
    expect(world.eventWrites()).toEqual(["create events"]);
  });

  test("is news again after it was over, and causes no Event without a warning", async () => {
    await using scene = await startOddMachine(OddMachine, missing("create Secret a"));
    const { world, reconciler } = scene;
    reconciler.answer = () => outcome.pending("WaitingForSecret", { message: "create Secret a" });
    await touch(world, OddMachine, "1");
    expect(world.eventWrites()).toEqual(["create events"]);

    reconciler.answer = () => outcome.provisioned({ providerID: "odd://1" });
    await touch(world, OddMachine, "2");
    expect(world.eventWrites()).toEqual(["create events"]);
    await world.clock.advance({ minutes: 7 });
    reconciler.answer = missing("create Secret a");
    await touch(world, OddMachine, "3");

    expect(world.eventWrites()).toEqual(["create events", "create events"]);
  });

  test("on deletion is reported, too", async () => {
    await using scene = await startOddMachine(OddMachine);
    const { world, reconciler } = scene;
    reconciler.removal = () => outcome.pending("StillAttached", { message: "detach the disk", warning: true });
    await world.delete(OddMachine);
    await world.clock.advance({ minutes: 2 });
    expect(await world.events()).toMatchObject([{ reason: "StillAttached", note: "detach the disk" }]);
  });

  test("of a bootstrap config is written immediately, even if other waiting messages are delayed", async () => {
    const reconciler = new OddConfigReconciler();
    reconciler.answer = () => outcome.pending("WaitingForControlPlane");
    await using world = await ProviderScene.start([reconciler]);
    await world.createCluster();
    await world.createOwned(OddConfig, await world.createMachine({ bootstrap: OddConfig }));
    await world.settled();
    reconciler.answer = () => outcome.pending("WaitingForSecret", { message: "create Secret a", warning: true });
    await touch(world, OddConfig);

    expect(await world.condition(OddConfig, "DataSecretAvailable")).toMatchObject({ reason: "WaitingForSecret" });
    expect(await world.events()).toMatchObject([{ reason: "WaitingForSecret", about: "m1" }]);
  });
});

describe("a slow cloud", () => {
  test("that is polled leaves the only worker free for others", async () => {
    // given one worker, and a machine whose operation never ends
    await using scene = await startOddMachine(OddMachine, ({ object }) =>
      object.metadata.name === "m1"
        ? outcome.pending("OperationRunning", { retryAfterMs: 30_000 })
        : outcome.provisioned({ providerID: `odd://${object.metadata.name}` }),
    );
    const { world, reconciler } = scene;
    expect(reconciler.concurrency).toBe(1);
    expect(await world.condition(OddMachine, "Ready")).toMatchObject({ reason: "OperationRunning" });

    // when another machine is created, then it is reconciled immediately, without time passing
    await addOddMachine(world, OddMachine, "m2");
    await world.settled();
    expect(await world.condition(OddMachine, "Ready", "m2")).toMatchObject({ status: "True" });

    // and the first is polled during that time
    const { calls } = reconciler;
    await world.clock.advance({ minutes: 5 });
    expect(reconciler.calls).toBe(calls + 10);
  });

  test("is released when the manager stops: the author's signal aborts, and nothing is reported", async () => {
    const called = Promise.withResolvers<undefined>();
    let reason: unknown;
    const answer = (_scope: unknown, signal: AbortSignal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => {
          reason = signal.reason;
          reject(new Error("aborted"));
        });
        called.resolve(undefined);
      });
    const { world, reconciler } = await startOddMachine(OddMachine, undefined, { ready: false });
    reconciler.answer = answer;
    await addOddMachine(world, OddMachine, "m1");
    await called.promise;

    await world[Symbol.asyncDispose]();

    expect(reason).toMatchObject({ code: "Stopped" });
    expect(world.writes()).toEqual(["patch oddmachines/m1"]);
    expect(world.eventWrites()).toEqual([]);
  });
});

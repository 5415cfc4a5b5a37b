import { Machine } from "@capstan/contract";
import { defineInfraMachine, InfraMachineReconciler, outcome, Type } from "@capstan/provider";
import { ConfigMap, Secret } from "@capstan/runtime";
import { renderLife, TestEnvironment } from "@capstan/testkit";
import { describe, expect, test } from "vitest";

const HelloMachine = defineInfraMachine({
  kind: "HelloMachine",
  versions: { v1beta2: { contract: "v1beta2", spec: Type.Object({ size: Type.Optional(Type.String()) }) } },
});

/** Servers that start within five seconds. */
class HelloMachineReconciler extends InfraMachineReconciler<typeof HelloMachine> {
  readonly definition = HelloMachine;
  #startedMs: number | undefined;

  reconcileMachine({ clock }: this["Scope"]) {
    this.#startedMs ??= clock.now();
    return clock.now() - this.#startedMs < 5_000
      ? outcome.pending("ServerStarting", { retryAfterMs: 5_000 })
      : outcome.provisioned({ providerID: "hello://m1" });
  }

  deleteMachine() {
    return outcome.deleted();
  }
}

const m1 = { kind: HelloMachine.kind, name: "m1" };

async function startedMachine() {
  const env = await TestEnvironment.start({ reconcilers: [new HelloMachineReconciler()] });
  const machine = await env.createMachine({ infrastructure: HelloMachine, bootstrapData: "#cloud-config" });
  await env.clock.advance({ seconds: 5 });
  return { env, machine, [Symbol.asyncDispose]: () => env[Symbol.asyncDispose]() };
}

describe("the life of an object", () => {
  test("has every write to it: its manager, its reconcile, and the changed fields", async () => {
    await using world = await startedMachine();
    const life = world.env.lifeOf(m1);
    expect(life.map(({ type, by, during, request }) => [type, by, during, request])).toEqual([
      ["created", "capstan-test", undefined, undefined],
      ["changed", "core", "machine default/m1", "patch"],
      ["changed", "provider", "hellomachine default/m1", "patch"],
      ["changed", "provider", "hellomachine default/m1", "patch status"],
      ["changed", "provider", "hellomachine default/m1", "patch"],
      ["changed", "provider", "hellomachine default/m1", "patch status"],
    ]);
    expect(life.at(-1)?.changes).toContainEqual({ path: "status.initialization.provisioned", to: "true" });
    expect(life.at(-1)?.changes).toContainEqual({
      path: "status.conditions[Ready].status",
      from: "False",
      to: "True",
    });
  });

  test("continues until its deletion, and is readable", async () => {
    await using world = await startedMachine();
    const begun = world.env.lifeOf(m1).length;
    await world.machine.delete();
    await world.env.settled();
    expect(renderLife(world.env.lifeOf(m1).slice(begun))).toBe(`changed by core in machine default/m1: delete
  + metadata.isBeingDeleted: true
deleted by provider in hellomachine default/m1: patch`);
  });

  test("of a handle is the life of its Machine", async () => {
    await using world = await startedMachine();
    const life = world.env.lifeOf(world.machine);
    expect(life).toEqual(world.env.lifeOf({ kind: Machine, name: "m1" }));
    expect(life.flatMap(({ changes }) => changes)).toContainEqual({ path: "spec.providerID", to: "hello://m1" });
  });

  test("has writes of other clients, by the field manager that the server recorded", async () => {
    await using env = await TestEnvironment.start();
    const key = { namespace: "default", name: "notes" };
    await env.client.create(ConfigMap, {
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: key,
      data: { count: "1" },
    });
    const patch = { type: "merge", body: { data: { count: "2" } } } as const;
    await env.client.patch(ConfigMap, key, patch, { fieldManager: "someone" });
    await env.client.delete(ConfigMap, key);
    expect(renderLife(env.lifeOf({ kind: ConfigMap, ...key }))).toBe(`created by capstan-test
  + apiVersion: v1
  + data.count: 1
  + kind: ConfigMap
  + metadata.name: notes
  + metadata.namespace: default
changed by someone
  ~ data.count: 1 -> 2
deleted`);
  });

  test("of a Secret shows changes, but no values", async () => {
    await using env = await TestEnvironment.start();
    const key = { namespace: "default", name: "credentials" };
    const secret = (token: string) => ({ type: "merge", body: { stringData: { token } } }) as const;
    await env.client.create(Secret, {
      apiVersion: "v1",
      kind: "Secret",
      metadata: key,
      stringData: { token: "first-token" },
    });
    await env.client.patch(Secret, key, secret("second-token"));
    const life = renderLife(env.lifeOf({ kind: Secret, ...key }));
    expect(life).toMatch(/~ data\.token: \(not shown: (\w{8})\) -> \(not shown: (?!\1)\w{8}\)/);
    for (const token of ["first-token", "second-token"]) {
      expect(life).not.toContain(token);
      expect(life).not.toContain(Buffer.from(token).toString("base64"));
    }
  });
});

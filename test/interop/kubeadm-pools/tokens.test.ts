import { KubeadmConfig } from "@capstan/bootstrap-kubeadm";
import { Machine } from "@capstan/contract";
import { Event, systemClock } from "@capstan/runtime";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { referenceAvailable } from "@capstan/harness/go";
import { createPool, joinPool, ownedBy, type PoolOptions } from "@capstan/harness/scenes";
import { compareData } from "../../differential/kubeadm/compare/compare-data.ts";
import { type ProviderName, providers, TwoProviders } from "./two-providers.ts";

const ttlSeconds = 24;
/** The longest time without a check of a token: three checks in its life, and a little time for each. */
const nextLookMs = (ttlSeconds / 3 + 4) * 1_000;
const timeout = 4 * nextLookMs;

describe.runIf(referenceAvailable)("bootstrap tokens alongside the Go manager", () => {
  let scene: TwoProviders;
  beforeAll(async () => {
    scene = await TwoProviders.start(ttlSeconds);
  });
  afterAll(() => scene[Symbol.asyncDispose]());

  async function pool(namespace: ProviderName, name: string, options: PoolOptions): Promise<void> {
    const owner = await createPool(scene.client, name, KubeadmConfig.kind, { namespace, ...options });
    await scene.createConfig(namespace, name, ownedBy(owner));
    await expect.poll(() => scene.data(namespace, name), { timeout }).toContain("kubeadm join");
  }

  async function both(name: string, make: (namespace: ProviderName) => Promise<void>): Promise<void> {
    await Promise.all(providers.map(make));
    for (const namespace of providers) expect((await scene.token(namespace, name)).expires).toBeDefined();
  }

  test("BC-024 the data of a MachinePool is the same", async () => {
    await both("data", (namespace) => pool(namespace, "data", { replicas: 2, version: "v1.30.4" }));

    const [go = "", ours = ""] = await Promise.all(providers.map((namespace) => scene.data(namespace, "data")));
    const format = "cloud-config";
    expect(compareData({ format, value: go }, { format, value: ours })).toEqual([]);
  });

  describe.each(providers)("%s", (namespace) => {
    test.concurrent("a MachinePool's token is renewed while machines are expected to join", async () => {
      await pool(namespace, "joining", { replicas: 2 });
      await joinPool(scene.client, "joining", ["n1"], namespace);
      const { token, expires = 0 } = await scene.token(namespace, "joining");
      await systemClock.sleep((ttlSeconds + 2) * 1_000);

      expect(await scene.token(namespace, "joining")).toMatchObject({ token });
      expect(await scene.expires(token)).toBeGreaterThan(expires);
    });

    test.concurrent("it is replaced once all machines have joined, and the old one expires", async () => {
      await pool(namespace, "joined", { replicas: 1 });
      await joinPool(scene.client, "joined", ["n1"], namespace);
      const first = await scene.token(namespace, "joined");
      await expect.poll(async () => (await scene.token(namespace, "joined")).token, { timeout }).not.toBe(first.token);

      const second = await scene.token(namespace, "joined");
      expect(second.expires).toBeGreaterThan(systemClock.now() + (ttlSeconds / 2) * 1_000);
      const old = await scene.expires(first.token);
      expect(old).toBeGreaterThan(systemClock.now());
      await systemClock.sleep(nextLookMs);
      expect(await scene.expires(first.token)).toBe(old);
    });

    test.concurrent("it is recreated after its deletion", async () => {
      await pool(namespace, "revoked", { replicas: 2 });
      const first = await scene.token(namespace, "revoked");
      await scene.revoke(first.token);
      await expect
        .poll(async () => (await scene.token(namespace, "revoked")).expires, { timeout })
        .toBeGreaterThan(systemClock.now());
      expect((await scene.token(namespace, "revoked")).token).not.toBe(first.token);
    });

    test.concurrent("a Machine's token is renewed only until the Machine has joined", async () => {
      await scene.createMachine(namespace, "w-0");
      await expect.poll(() => scene.data(namespace, "w-0"), { timeout }).toContain("kubeadm join");
      const { token, expires = 0 } = await scene.token(namespace, "w-0");
      expect(expires - systemClock.now()).toBeLessThanOrEqual(ttlSeconds * 1_000);
      await expect.poll(() => scene.expires(token), { timeout }).toBeGreaterThan(expires);

      const body = { status: { nodeRef: { name: "w-0" } } };
      await scene.client.patch(Machine, { namespace, name: "w-0" }, { type: "merge", body }, { subresource: "status" });
      await systemClock.sleep(2_000);
      const last = await scene.expires(token);
      await systemClock.sleep(nextLookMs);
      expect(await scene.expires(token)).toBe(last);
      expect((await scene.token(namespace, "w-0")).token).toBe(token);
    });

    test.concurrent("a deleted token of a Machine is not recreated", async () => {
      await scene.createMachine(namespace, "w-1");
      await expect.poll(() => scene.data(namespace, "w-1"), { timeout }).toContain("kubeadm join");
      const { token } = await scene.token(namespace, "w-1");
      await scene.revoke(token);
      await systemClock.sleep(2 * nextLookMs);
      expect(await scene.token(namespace, "w-1")).toEqual({ token, expires: undefined });
    });
  });

  test("Capstan's provider has reported no error", async () => {
    const { items } = await scene.client.list(Event, { namespace: "ours" });
    expect(items.map(({ reason, note }) => `${reason}: ${note}`)).toEqual([]);
  });
});

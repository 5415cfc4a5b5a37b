import { Secret } from "@capstan/provider";
import { describe, expect, test } from "vitest";
import { KubeadmConfig } from "../../src/index.ts";
import { documentsOf } from "../cloud-config.ts";
import { KubeadmScene } from "../scene/kubeadm-scene.ts";

const namespace = "default";
const joinConfig = "/run/kubeadm/kubeadm-join-config.yaml";

async function startWithControlPlane(): Promise<KubeadmScene> {
  const world = await KubeadmScene.start();
  await world.createMachine("cp-0", { controlPlane: true });
  await world.initializeControlPlane();
  await world.join("cp-0");
  return world;
}

function tokenIn(data: string | undefined): string {
  return /[a-z0-9]{6}\.[a-z0-9]{16}/.exec(data ?? "")?.[0] ?? "";
}

async function expiryOf(world: KubeadmScene, token: string): Promise<string | undefined> {
  return (await world.tokens()).find((each) => each["token-id"] === token.slice(0, 6))?.expiration;
}

describe("BC-024 the KubeadmConfig of a MachinePool", () => {
  test("gets the data of workers, for the version of the pool's template", async () => {
    await using world = await startWithControlPlane();
    await world.createPool("p", { replicas: 3, version: "v1.30.0" });

    const data = (await world.data("p")) ?? "";
    expect(documentsOf(data, joinConfig)[0]).toMatchObject({
      apiVersion: "kubeadm.k8s.io/v1beta3",
      discovery: { bootstrapToken: { token: tokenIn(data), apiServerEndpoint: "10.0.0.1:6443" } },
      nodeRegistration: { taints: [{ key: "node.cluster.x-k8s.io/uninitialized", effect: "NoSchedule" }] },
    });
    expect(await world.condition("p", "CertificatesAvailable")).toMatchObject({ status: "True" });
  });

  test("waits for the control plane without requesting the lock", async () => {
    await using world = await KubeadmScene.start();
    await world.createPool("p");
    expect(await world.condition("p", "DataSecretAvailable")).toMatchObject({
      status: "False",
      reason: "WaitingForControlPlaneInitialized",
    });
    await world.createMachine("cp-0", { controlPlane: true });
    expect(await world.data("cp-0")).toContain("kubeadm init");

    await world.initializeControlPlane();

    expect(await world.data("p")).toContain("kubeadm join");
  });

  test.each([
    [
      "a version that is not supported",
      { version: "v1.20.0" },
      "UnsupportedVersion",
      "the MachinePool's spec.template.spec.version v1.20.0 is below v1.22.0",
    ],
    [
      "a control plane to join",
      { spec: { joinConfiguration: { controlPlane: {} } } },
      "InvalidConfiguration",
      "spec.joinConfiguration.controlPlane",
    ],
  ])("with %s reports the problem", async (_title, options, reason, message) => {
    await using world = await startWithControlPlane();
    await world.createPool("p", options);
    expect(await world.condition("p", "DataSecretAvailable")).toMatchObject({
      status: "False",
      reason,
      message: expect.stringContaining(message) as unknown,
    });
    expect(await world.events()).toMatchObject([{ type: "Warning", reason, about: "p" }]);
  });

  test("costs one Secret and one status patch, and no read", async () => {
    await using world = await startWithControlPlane();
    await world.createMachine("w-0");
    const mark = world.mark();
    await world.createPool("p");
    expect(world.requestsSince(mark)).toEqual(["create secrets", "patch kubeadmconfigs/p/status"]);
  });
});

describe.each(["cloud-config", "ignition"] as const)("the token of a MachinePool, in %s", (format) => {
  test("is refreshed while machines are expected to join", async () => {
    await using world = await startWithControlPlane();
    await world.createPool("p", { replicas: 2, spec: { format } });
    const token = tokenIn(await world.data("p"));
    await world.joinPool("p", ["n1"]);
    await world.clock.advance({ minutes: 60 });

    expect(tokenIn(await world.data("p"))).toBe(token);
    expect(await expiryOf(world, token)).toBe("2026-11-21T13:15:00Z");
    expect(await world.tokens()).toHaveLength(1);
  });

  test("is replaced after half of its life once all have joined, and the old one expires", async () => {
    await using world = await startWithControlPlane();
    await world.createPool("p", { replicas: 1, spec: { format } });
    const first = tokenIn(await world.data("p"));
    await world.joinPool("p", ["n1"]);
    await world.clock.advance({ minutes: 5 });
    expect(tokenIn(await world.data("p"))).toBe(first);
    const before = await world.data("p");
    await world.clock.advance({ minutes: 5 });

    const second = tokenIn(await world.data("p"));
    expect(second).not.toBe(first);
    expect(await world.data("p")).toBe(before?.replaceAll(first, second));
    expect(await expiryOf(world, second)).toBe("2026-11-21T12:25:00Z");
    // a machine that has booted with the first token can still join for a third of its life
    expect(await expiryOf(world, first)).toBe("2026-11-21T12:15:00Z");
    expect(await world.secret("p", "format")).toBe(format);
  });

  test("is valid for at least a third of its life at any time", async () => {
    await using world = await startWithControlPlane();
    await world.createPool("p", { spec: { format } });
    await world.joinPool("p", ["n1"]);
    const seen = new Set<string>();
    for (let minute = 0; minute < 90; minute += 2) {
      await world.clock.advance({ minutes: 2 });
      const token = tokenIn(await world.data("p"));
      seen.add(token);
      const leftMs = Date.parse((await expiryOf(world, token)) ?? "") - world.clock.now();
      expect(leftMs).toBeGreaterThanOrEqual(5 * 60_000);
    }
    expect(seen.size).toBeGreaterThanOrEqual(8);
    expect(seen.size).toBeLessThanOrEqual(10);
  });

  test.each([
    ["still to join", 2],
    ["all there", 1],
  ])("is recreated after its deletion, with machines %s", async (_title, replicas) => {
    await using world = await startWithControlPlane();
    await world.createPool("p", { replicas, spec: { format } });
    await world.joinPool("p", ["n1"]);
    const first = tokenIn(await world.data("p"));
    const name = `bootstrap-token-${first.slice(0, 6)}`;
    await world.workload.delete(Secret, { namespace: "kube-system", name });
    await world.clock.advance({ minutes: 5 });

    const second = tokenIn(await world.data("p"));
    expect(second).not.toBe(first);
    expect(await expiryOf(world, second)).toBeDefined();
    expect(await world.tokens()).toHaveLength(1);
  });
});

describe("the token of a MachinePool", () => {
  test("of the user is kept, and is not renewed", async () => {
    await using world = await startWithControlPlane();
    const token = "abcdef.0123456789abcdef";
    await world.createPool("p", { spec: { joinConfiguration: { discovery: { bootstrapToken: { token } } } } });
    await world.joinPool("p", ["n1"]);
    await world.clock.advance({ minutes: 60 });
    expect(tokenIn(await world.data("p"))).toBe(token);
    expect(await world.tokens()).toEqual([]);
  });

  test("is distinguished from similar strings in the data", async () => {
    await using world = await startWithControlPlane();
    const files = [{ path: "/a", content: "foobar.0123456789abcdef barfoo.fedcba9876543210" }];
    await world.createPool("p", { spec: { files } });
    await world.joinPool("p", ["n1"]);
    await world.clock.advance({ minutes: 30 });

    const alive = (await world.tokens()).map((each) => `${each["token-id"] ?? ""}.${each["token-secret"] ?? ""}`);
    const data = (await world.data("p")) ?? "";
    expect(data).toContain("foobar.0123456789abcdef barfoo.fedcba9876543210");
    expect(alive.filter((token) => data.includes(token))).toHaveLength(1);
    expect(alive.length).toBeLessThanOrEqual(5);
  });

  test("is replaced by the same token after an interrupted replacement", async () => {
    await using world = await startWithControlPlane();
    await world.createPool("p");
    await world.joinPool("p", ["n1"]);
    world.faults.add({ verb: "patch", kind: "Secret", name: "p", answer: 500, times: 3 });
    await world.clock.advance({ minutes: 12 });

    expect(world.faults.met).toHaveLength(3);
    const token = tokenIn(await world.data("p"));
    expect(await expiryOf(world, token)).toBeDefined();
    expect(await world.tokens()).toHaveLength(2);
  });

  test("is in a Secret that is recreated after its deletion", async () => {
    await using world = await startWithControlPlane();
    await world.createPool("p");
    await world.joinPool("p", ["n1"]);
    await world.client.delete(Secret, { namespace, name: "p" });
    await world.clock.advance({ minutes: 6 });

    const data = await world.data("p");
    expect(data).toContain("kubeadm join");
    expect(await expiryOf(world, tokenIn(data))).toBeDefined();
  });

  test("is left to expire after the deletion of the pool", async () => {
    await using world = await startWithControlPlane();
    await world.createPool("p");
    await world.joinPool("p", ["n1"]);
    await world.client.delete(KubeadmConfig.kind, { namespace, name: "p" });
    const tokens = await world.tokens();
    await world.clock.advance({ minutes: 30 });
    expect(await world.tokens()).toEqual(tokens);
  });

  test("is renewed after the provider was down for longer than the token's life", async () => {
    await using world = await startWithControlPlane();
    await world.createPool("p");
    await world.joinPool("p", ["n1"]);
    const first = tokenIn(await world.data("p"));
    await world.stopProvider();
    world.clock.settle = () => Promise.resolve();
    await world.clock.advance({ minutes: 60 });
    await world.startProvider();
    await world.settled();

    const second = tokenIn(await world.data("p"));
    expect(second).not.toBe(first);
    expect(await expiryOf(world, second)).toBe("2026-11-21T13:15:00Z");
  });
});

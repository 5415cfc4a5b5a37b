import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { kindsOf, systemClock } from "@capstan/provider";
import { TestEnvironment } from "@capstan/testkit";
import { describe, expect, test, vi } from "vitest";
import { FakeCloud } from "./fake-cloud/fake-cloud.ts";
import {
  accountOf,
  bootstrapData,
  createCluster,
  createMachines,
  isProvisioned,
  machineNames,
  startProcess,
  startScene,
  token,
} from "./scene.ts";
import { definitions } from "./src/api/definitions.ts";
import { RestMachine } from "./src/api/rest-machine.ts";

describe("thirty machines in a cloud with many faults", () => {
  test.each([1, 2, 3])("seed %i: all are provisioned, without duplicate or leftover servers", async (seed) => {
    await using scene = await startScene({ seed, faults: { unavailable: 0.1, replyLost: 0.15, noCapacity: 0.1 } });
    const cluster = await scene.createCluster();
    const machines = await createMachines(scene, cluster, 30);

    await scene.until("all RestMachines are provisioned", async () => (await scene.machines()).every(isProvisioned));

    expect(await accountOf(scene)).toEqual({ twice: [], leaked: [] });
    const objects = await scene.machines();
    expect(new Set(objects.map(({ spec }) => spec.providerID)).size).toBe(30);
    expect(scene.cloud.store.living.map(({ userData }) => userData)).toEqual(Array(30).fill(bootstrapData));

    for (const machine of machines) await machine.delete();
    await scene.until("all Machines are deleted", async () => (await machineNames(scene.env)).length === 0);

    expect(scene.cloud.store.living).toEqual([]);
    expect(scene.cloud.store.all).toHaveLength(30);
  });
});

test("a provider that is killed between the request and its reply creates no second server", async () => {
  await using cloud = await FakeCloud.start({
    clock: systemClock,
    token,
    createMs: 300,
    deleteMs: 100,
    listLagMs: 2_000,
  });
  await using env = await TestEnvironment.start({
    clock: systemClock,
    crds: kindsOf(definitions).flatMap(({ crds }) => crds),
  });
  await using directory = await mkdtempDisposable(path.join(tmpdir(), "rest-cloud-"));
  const kubeconfig = path.join(directory.path, "kubeconfig");
  await writeFile(kubeconfig, env.kubeconfig);
  const cluster = await createCluster(env, cloud);
  for (let number = 0; number < 4; number += 1) {
    await env.createMachine({ cluster, infrastructure: RestMachine, bootstrapData });
  }
  const machines = async () => (await env.client.list(RestMachine.kind)).items;
  const made = new Promise<void>((resolve) => {
    cloud.beforeCreateReply = () => {
      if (cloud.store.all.length === 4) resolve();
      return new Promise(() => undefined);
    };
  });

  {
    await using killed = startProcess(kubeconfig);
    await Promise.race([made, systemClock.sleep(20_000)]);
    expect(cloud.store.all, killed.output()).toHaveLength(4);
  }
  cloud.beforeCreateReply = () => undefined;
  await using restarted = startProcess(kubeconfig);
  await vi.waitFor(
    async () => {
      expect((await machines()).filter(isProvisioned), restarted.output()).toHaveLength(4);
    },
    { timeout: 600_000, interval: 200 },
  );

  expect(await accountOf({ cloud, machines })).toEqual({ twice: [], leaked: [] });
  expect(cloud.store.all).toHaveLength(4);
});

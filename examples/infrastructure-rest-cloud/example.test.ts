import { getCondition, Secret } from "@capstan/provider";
import { describe, expect, test } from "vitest";
import {
  accountOf,
  bootstrapData,
  createMachines,
  isProvisioned,
  machineNames,
  namespace,
  startScene,
  token,
} from "./scene.ts";
import { RestCluster } from "./src/api/rest-cluster.ts";
import { RestMachine } from "./src/api/rest-machine.ts";

describe("a machine", () => {
  test("gets a server in its failure domain; its Cluster gets the endpoint of a load balancer (S053)", async () => {
    await using scene = await startScene();
    const cluster = await scene.createCluster();
    const machine = await scene.env.createMachine({
      cluster,
      infrastructure: RestMachine,
      bootstrapData,
      controlPlane: true,
      machine: { failureDomain: "south" },
    });

    await scene.until("the Machine is Provisioned", async () => (await machine.phase()).phase === "Provisioned");

    const [server] = scene.cloud.store.living;
    expect(server).toMatchObject({ zone: "south", loadBalancer: scene.cloud.balancers[0] });
    expect(await machine.infrastructure()).toMatchObject({
      spec: { providerID: `restcloud://south/${server?.id}` },
      status: { failureDomain: "south", addresses: [{ type: "InternalIP", address: server?.ip }] },
    });
    expect(await cluster.get()).toMatchObject({
      spec: { controlPlaneEndpoint: { host: "lb-1.cloud.example", port: 6443 } },
      status: { failureDomains: [{ name: "north" }, { name: "south" }, { name: "west" }] },
    });
  });

  test.each(["before it is asked for", "while it is made", "once it runs"])(
    "leaves no server after its deletion: %s",
    async (moment) => {
      const seconds = { "before it is asked for": 0, "while it is made": 2, "once it runs": 20 }[moment] ?? 0;
      await using scene = await startScene();
      const cluster = await scene.createCluster();
      const [machine] = await createMachines(scene, cluster, 1);
      await scene.clock.advance({ seconds });

      await machine?.delete();
      await scene.until("the Machine is deleted", async () => (await machineNames(scene.env)).length === 0);

      expect(scene.cloud.store.living).toEqual([]);
    },
  );

  test("leaves no server after its deletion if the reply to the creation was lost", async () => {
    await using scene = await startScene();
    scene.cloud.loseCreateReplies = true;
    const cluster = await scene.createCluster();
    const [machine] = await createMachines(scene, cluster, 1);
    await scene.until("a server is created", () => scene.cloud.store.all.length > 0);

    await machine?.delete();
    await scene.until("the Machine is deleted", async () => (await machineNames(scene.env)).length === 0);

    expect(scene.cloud.store.living).toEqual([]);
  });

  test("finds its server by tag after the server is renamed", async () => {
    await using scene = await startScene();
    // Only the tag identifies the server.
    scene.cloud.loseCreateReplies = true;
    const cluster = await scene.createCluster();
    const [machine] = await createMachines(scene, cluster, 1);
    await scene.until("a server is created", () => scene.cloud.store.all.length > 0);
    const [made] = scene.cloud.store.all;
    scene.cloud.store.rename(made?.name ?? "", "renamed");
    expect(scene.cloud.store.all.map(({ name }) => name)).toEqual(["renamed"]);

    await scene.until("the Machine is Provisioned", async () => (await machine?.phase())?.phase === "Provisioned");

    expect(scene.cloud.store.all).toHaveLength(1);
  });

  test("stays unchanged while it runs and the cloud is unavailable", async () => {
    await using scene = await startScene();
    await createMachines(scene, await scene.createCluster(), 1);
    await scene.until("all RestMachines are provisioned", async () => (await scene.machines()).every(isProvisioned));
    const before = await scene.machines();
    const asked = scene.cloud.requests.length;

    scene.cloud.beforeAnswer = () => {
      throw new Error("out of order");
    };
    await scene.clock.advance({ minutes: 10 });

    expect(scene.cloud.requests.length).toBeGreaterThan(asked);
    expect(await scene.machines()).toEqual(before);
  });

  test("fails for good and sends no more requests if the quota forbids it; a change of its spec retries", async () => {
    await using scene = await startScene({ quota: 1 });
    const cluster = await scene.createCluster();
    await createMachines(scene, cluster, 2);
    const posts = () => scene.cloud.requests.filter((request) => request === "POST /v1/servers").length;
    await scene.until("the cloud has received both POST requests", () => posts() === 2);
    await scene.clock.advance({ minutes: 30 });

    const refused = (await scene.machines()).filter((machine) => !isProvisioned(machine));
    expect(refused).toHaveLength(1);
    expect(refused.map((machine) => getCondition(machine, "Ready"))).toMatchObject([
      { status: "False", reason: "QuotaExceeded" },
    ]);
    expect(posts()).toBe(2);

    scene.cloud.store.limit({ quota: 2 });
    const name = refused[0]?.metadata.name ?? "";
    const patch = { type: "merge", body: { spec: { serverType: "large" } } } as const;
    await scene.env.client.patch(RestMachine.kind, { name, namespace }, patch);
    await scene.until("all RestMachines are provisioned", async () => (await scene.machines()).every(isProvisioned));
  });
});

describe("a machine whose spec changes in place", () => {
  test("stores the change and keeps its server; the cloud gets no request to change it", async () => {
    await using scene = await startScene();
    await createMachines(scene, await scene.createCluster(), 1);
    await scene.until("all RestMachines are provisioned", async () => (await scene.machines()).every(isProvisioned));
    const [before] = await scene.machines();
    const servers = structuredClone(scene.cloud.store.all);
    const asked = scene.cloud.requests.length;

    const patch = { type: "merge", body: { spec: { serverType: "large", diskGiB: 500 } } } as const;
    await scene.env.client.patch(RestMachine.kind, { name: "m1", namespace }, patch);
    await scene.clock.advance({ minutes: 10 });

    const sent = scene.cloud.requests.slice(asked);
    expect(sent.length).toBeGreaterThan(0);
    expect(sent.filter((request) => !request.startsWith("GET "))).toEqual([]);
    expect(scene.cloud.store.all).toEqual(servers);
    const [after] = await scene.machines();
    expect(after?.spec).toEqual({ ...before?.spec, serverType: "large", diskGiB: 500 });
    expect(after?.status?.addresses).toEqual(before?.status?.addresses);
    expect(after?.status?.initialization).toEqual({ provisioned: true });
  });
});

describe("the cloud's rate limit", () => {
  test("is kept by pacing, so that the cloud never rejects a request", async () => {
    await using scene = await startScene({ requestsPerSecond: 4 });
    await createMachines(scene, await scene.createCluster({ requestsPerSecond: 3 }), 12);

    await scene.until("all RestMachines are provisioned", async () => (await scene.machines()).every(isProvisioned), {
      exactly: true,
    });

    expect(scene.cloud.rateLimit).toMatchObject({ refusals: 0, violations: 0 });
  });

  test("is obeyed after a rejection: the provider sends nothing before Retry-After has passed", async () => {
    await using scene = await startScene({ requestsPerSecond: 3 });
    await createMachines(scene, await scene.createCluster({ requestsPerSecond: 20 }), 12);

    await scene.until("all RestMachines are provisioned", async () => (await scene.machines()).every(isProvisioned), {
      exactly: true,
    });

    expect(scene.cloud.rateLimit.refusals).toBeGreaterThan(0);
    expect(scene.cloud.rateLimit.violations).toBe(0);
    expect(await accountOf(scene)).toEqual({ twice: [], leaked: [] });
  });
});

describe("credentials", () => {
  test("are awaited, renewed without a restart, and never shown", async () => {
    await using scene = await startScene({ faults: { unavailable: 0.2 } });
    scene.cloud.rotateToken("another");
    const cluster = await scene.createCluster();
    await createMachines(scene, cluster, 3);
    await scene.env.settled();
    const restCluster = await scene.env.client.get(RestCluster.kind, { name: "c1", namespace });
    expect(getCondition(restCluster, "Ready")).toMatchObject({ status: "False", reason: "CredentialsRefused" });

    const data = { token: Buffer.from("another").toString("base64") };
    await scene.env.client.patch(Secret, { name: "cloud", namespace }, { type: "merge", body: { data } });
    await scene.until("all RestMachines are provisioned", async () => (await scene.machines()).every(isProvisioned));

    const shown = JSON.stringify([restCluster, await scene.machines()]) + scene.logged.join("\n");
    expect(scene.logged).not.toEqual([]);
    expect(shown).not.toContain(token);
    expect(shown).not.toContain("another");
  });
});

describe("a Cluster", () => {
  test.each([
    { moment: "once the cloud lists its servers", minutes: 1 },
    { moment: "as soon as they run, before the cloud lists them", minutes: 0 },
  ])(
    "keeps a RestCluster that is deleted too early, and the load balancer, until the last server is deleted: $moment",
    async ({ minutes }) => {
      await using scene = await startScene({ listLagMs: 15_000 });
      const cluster = await scene.createCluster();
      const machines = await createMachines(scene, cluster, 2);
      await scene.until("all RestMachines are provisioned", async () => (await scene.machines()).every(isProvisioned));
      await scene.clock.advance({ minutes });
      expect(scene.cloud.store.listed(null)).toHaveLength(minutes === 0 ? 0 : 2);

      await scene.env.client.delete(RestCluster.kind, { name: "c1", namespace });
      await scene.clock.advance({ minutes: 2 });

      const restCluster = await scene.env.client.get(RestCluster.kind, { name: "c1", namespace });
      expect(restCluster.metadata.finalizers).toHaveLength(1);
      expect(getCondition(restCluster, "Ready")?.message).toContain("2 servers of this cluster still exist");
      expect(scene.cloud.balancers).toHaveLength(1);
      expect(scene.cloud.store.living).toHaveLength(2);

      for (const machine of machines) await machine.delete();
      await scene.until(
        "the RestCluster is deleted",
        async () => (await scene.env.client.list(RestCluster.kind)).items.length === 0,
      );

      expect(scene.cloud.store.living).toEqual([]);
      expect(scene.cloud.balancers).toEqual([]);
    },
  );

  test("is deleted with its servers and its load balancer", async () => {
    await using scene = await startScene();
    const cluster = await scene.createCluster();
    await createMachines(scene, cluster, 3);
    await scene.until("all RestMachines are provisioned", async () => (await scene.machines()).every(isProvisioned));

    await cluster.delete();
    await scene.until(
      "the RestCluster is deleted",
      async () => (await scene.env.client.list(RestCluster.kind)).items.length === 0,
    );

    expect(scene.cloud.store.living).toEqual([]);
    expect(scene.cloud.balancers).toEqual([]);
  });
});

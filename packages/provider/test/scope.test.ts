import { Cluster, outcome } from "@capstan/provider";
import { describe, expect, test } from "vitest";
import { OddCluster, OddClusterReconciler, OddConfig, OddConfigReconciler, OddMachine } from "./odd-providers.ts";
import { addOddMachine, startOddMachine, touch } from "./odd-scene.ts";
import { ProviderScene } from "./provider-scene.ts";

describe("scope.secret", () => {
  test("has the values of a Secret by name, with one GET per minute for all machines", async () => {
    const seen: unknown[] = [];
    await using scene = await startOddMachine(
      OddMachine,
      async (scope) => {
        seen.push(await scope.secret("credentials"));
        return outcome.provisioned({ providerID: `odd://${scope.object.metadata.name}` });
      },
      { ready: false },
    );
    const { world } = scene;
    await world.createDataSecret("credentials", "t0ken", { labeled: false, key: "token" });
    for (const name of ["m1", "m2", "m3"]) await addOddMachine(world, OddMachine, name);
    await world.settled();

    expect(seen.length).toBeGreaterThanOrEqual(3);
    expect(new Set(seen.map((values) => JSON.stringify(values)))).toEqual(new Set(['{"token":"t0ken"}']));
    expect(world.gets()).toBe(1);

    await world.clock.advance({ minutes: 1 });
    await touch(world, OddMachine);
    await touch(world, OddMachine, "2");
    expect(world.gets()).toBe(2);
  });

  test("causes no request for a Secret with the cluster name label, and is up to date", async () => {
    let seen: unknown;
    await using scene = await startOddMachine(
      OddMachine,
      async (scope) => {
        seen = await scope.secret("credentials");
        return outcome.provisioned({ providerID: "odd://1" });
      },
      { ready: false },
    );
    const { world } = scene;
    await world.createDataSecret("credentials", "t0ken");
    await addOddMachine(world, OddMachine, "m1");
    await world.settled();
    expect(seen).toEqual({ value: "t0ken" });
    expect(world.gets()).toBe(0);
  });

  test("is undefined while the Secret is missing, and requests it each time", async () => {
    await using scene = await startOddMachine(OddMachine, async (scope) =>
      (await scope.secret("credentials")) === undefined
        ? outcome.pending("CredentialsNotFound", { retryAfterMs: 10_000 })
        : outcome.provisioned({ providerID: "odd://1" }),
    );
    const { world } = scene;
    expect(await world.condition(OddMachine, "Ready")).toMatchObject({ reason: "CredentialsNotFound" });
    await world.createDataSecret("credentials", "t0ken", { labeled: false });
    await world.clock.advance({ seconds: 10 });
    expect(await world.condition(OddMachine, "Ready")).toMatchObject({ status: "True" });
  });

  test("keeps its values out of conditions, Events, errors and the log, and is read again after an error", async () => {
    await using scene = await startOddMachine(
      OddMachine,
      async (scope) => {
        const { token = "" } = (await scope.secret("credentials")) ?? {};
        if (token === "renewed-t0ken") return outcome.provisioned({ providerID: "odd://1" });
        throw new Error(`401 for Bearer ${token}`, { cause: new Error(`header was ${token}`) });
      },
      { ready: false, throws: ["401"] },
    );
    const { world } = scene;
    await world.createDataSecret("credentials", "old-t0ken", { labeled: false, key: "token" });
    await addOddMachine(world, OddMachine, "m1");
    await world.settled();
    expect(await world.condition(OddMachine, "Ready")).toMatchObject({ message: "401 for Bearer [secret]" });
    expect(await world.events()).toMatchObject([{ note: "401 for Bearer [secret]" }]);
    expect(world.logged.join("")).not.toContain("old-t0ken");

    const data = { token: Buffer.from("renewed-t0ken").toString("base64") };
    await world.client.patch(
      { group: "", version: "v1", kind: "Secret", plural: "secrets", namespaced: true },
      { name: "credentials", namespace: "default" },
      { type: "merge", body: { data } },
    );
    await world.clock.advance({ seconds: 20 });
    expect(await world.condition(OddMachine, "Ready")).toMatchObject({ status: "True" });
  });
});

describe("scope.secretValue", () => {
  const answer: Parameters<typeof startOddMachine<typeof OddMachine>>[1] = async (scope) => {
    const serverName = await scope.secretValue("credentials", "token");
    return outcome.provisioned({ providerID: "odd://1", status: { serverName } });
  };

  test("is one trimmed value", async () => {
    await using scene = await startOddMachine(OddMachine, answer, { ready: false });
    const { world } = scene;
    // three characters: a longer one would be a leak in the status
    await world.createDataSecret("credentials", " abc\n", { key: "token" });
    await addOddMachine(world, OddMachine, "m1");
    await world.settled();
    expect(await world.get(OddMachine)).toMatchObject({ status: { serverName: "abc" } });
  });

  test.each([
    ["there is no Secret", undefined],
    ["it has another key", { key: "password", value: "abc" }],
    ["its value is empty", { key: "token", value: " \n" }],
  ])("ends the call while %s; conditions and one Warning Event name Secret and key", async (_what, secret) => {
    await using scene = await startOddMachine(OddMachine, answer, { ready: false });
    const { world } = scene;
    if (secret !== undefined) await world.createDataSecret("credentials", secret.value, { key: secret.key });
    await addOddMachine(world, OddMachine, "m1");
    await world.settled();
    const message = "Create Secret default/credentials with a value for key token";
    expect(await world.condition(OddMachine, "Ready")).toMatchObject({ reason: "SecretValueNotFound", message });
    await world.clock.advance({ minutes: 1 });
    expect(await world.events()).toMatchObject([{ type: "Warning", reason: "SecretValueNotFound", note: message }]);
  });

  test("is available within 10 s of the Secret", async () => {
    await using scene = await startOddMachine(OddMachine, answer);
    const { world } = scene;
    await world.createDataSecret("credentials", "abc", { labeled: false, key: "token" });
    await world.clock.advance({ seconds: 10 });
    expect(await world.condition(OddMachine, "Ready")).toMatchObject({ status: "True" });
  });
});

describe("scope.waitForInfraCluster", () => {
  const answer: Parameters<typeof startOddMachine<typeof OddMachine>>[1] = ({ waitForInfraCluster }) =>
    outcome.provisioned({ providerID: `odd://${waitForInfraCluster().metadata.name}` });

  test("returns the InfraCluster", async () => {
    await using scene = await startOddMachine(OddMachine, answer, { infraCluster: true });
    expect(await scene.world.get(OddMachine)).toMatchObject({ spec: { providerID: "odd://c1" } });
  });

  test("ends the call while the InfraCluster is missing, and retries it", async () => {
    await using scene = await startOddMachine(OddMachine, answer);
    const { world, reconciler } = scene;
    expect(await world.condition(OddMachine, "Ready")).toMatchObject({
      status: "False",
      reason: "InfraClusterNotFound",
      message: "Waiting for Cluster c1 to reference a OddCluster that exists",
    });
    const { calls } = reconciler;
    await world.clock.advance({ seconds: 30 });
    expect(reconciler.calls).toBe(calls + 3);
    expect(world.eventWrites()).toEqual([]);
  });

  test("waits on deletion, too, if the Cluster is deleted before the machine", async () => {
    await using scene = await startOddMachine(OddMachine);
    const { world, reconciler } = scene;
    reconciler.removal = ({ waitForInfraCluster }) => (waitForInfraCluster(), outcome.deleted());
    await world.deleteOnly(Cluster, "c1");
    await world.delete(OddMachine);
    await world.settled();
    expect(await world.condition(OddMachine, "Ready")).toMatchObject({
      reason: "Deleting",
      message: "InfraClusterNotFound: Waiting for Cluster c1 to reference a OddCluster that exists",
    });
  });
});

describe("the scope of a machine", () => {
  test("has the InfraCluster of its Cluster, also if the Cluster is deleted first", async () => {
    const seen: unknown[] = [];
    await using scene = await startOddMachine(
      OddMachine,
      ({ infraCluster }) => {
        seen.push(infraCluster?.spec.controlPlaneEndpoint);
        return outcome.provisioned({ providerID: "odd://1" });
      },
      { infraCluster: true },
    );
    const { world, reconciler } = scene;
    expect(seen.at(-1)).toEqual({ host: "10.0.0.1", port: 6443 });
    expect(world.gets()).toBe(0);

    reconciler.removal = ({ cluster, infraCluster }) => {
      seen.push([cluster, infraCluster?.metadata.name]);
      return outcome.deleted();
    };
    await world.deleteOnly(Cluster, "c1");
    await world.settled();
    await world.delete(OddMachine);
    await world.settled();
    expect(seen.at(-1)).toEqual([undefined, "c1"]);
  });

  test("has no InfraCluster if the Cluster has another kind or none", async () => {
    const seen: unknown[] = [];
    await using scene = await startOddMachine(OddMachine, ({ infraCluster }) => {
      seen.push(infraCluster);
      return outcome.provisioned({ providerID: "odd://1" });
    });
    expect(scene.reconciler.calls).toBeGreaterThan(0);
    expect(new Set(seen)).toEqual(new Set([undefined]));
  });

  test("has the desired failure domain; the actual one is reported in status (IM-008, IM-010)", async () => {
    await using scene = await startOddMachine(
      OddMachine,
      ({ failureDomain = "any" }) => outcome.provisioned({ providerID: "odd://1", failureDomain }),
      { failureDomain: "zone-b" },
    );
    const machine = await scene.world.get(OddMachine);
    expect(machine).toMatchObject({ status: { failureDomain: "zone-b" } });
    expect(machine.spec).not.toHaveProperty("failureDomain");
  });
});

describe("scope.controlPlaneEndpoint", () => {
  test("ends the call until the Cluster has a complete endpoint, without an attempt and an error (IC-011)", async () => {
    const reconciler = new OddConfigReconciler();
    reconciler.answer = (scope) => outcome.data(`join ${scope.controlPlaneEndpoint().host}`);
    await using world = await ProviderScene.start([reconciler]);
    await world.createCluster();
    await world.createOwned(OddConfig, await world.createMachine({ bootstrap: OddConfig }));
    await world.settled();
    expect(await world.condition(OddConfig, "DataSecretAvailable")).toMatchObject({
      status: "False",
      reason: "WaitingForControlPlaneEndpoint",
    });
    expect(world.eventWrites()).toEqual([]);

    await world.patch(Cluster, "c1", { spec: { controlPlaneEndpoint: { host: "10.0.0.1", port: 6443 } } });
    await world.settled();
    expect(Buffer.from((await world.secret("m1")).data?.value ?? "", "base64").toString()).toBe("join 10.0.0.1");
  });

  test("lets an InfraCluster wait for an endpoint from another provider (IC-005)", async () => {
    const reconciler = new OddClusterReconciler();
    reconciler.answer = ({ controlPlaneEndpoint }) =>
      outcome.clusterProvisioned({ controlPlaneEndpoint: controlPlaneEndpoint() });
    await using world = await ProviderScene.start([reconciler]);
    const cluster = await world.createCluster({ provisioned: false, infrastructure: OddCluster });
    await world.createOwned(OddCluster, cluster);
    await world.settled();
    expect(await world.condition(OddCluster, "Ready", "c1")).toMatchObject({
      reason: "WaitingForControlPlaneEndpoint",
    });

    await world.patch(Cluster, "c1", { spec: { controlPlaneEndpoint: { host: "10.0.0.9", port: 6443 } } });
    await world.settled();
    expect(await world.get(OddCluster, "c1")).toMatchObject({
      spec: { controlPlaneEndpoint: { host: "10.0.0.9", port: 6443 } },
      status: { initialization: { provisioned: true } },
    });
  });
});

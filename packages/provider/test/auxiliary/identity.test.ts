import type { KubernetesObject } from "@capstan/contract";
import { Event } from "@capstan/runtime";
import { getCondition, isConditionTrue, Namespace, Secret } from "@capstan/provider";
import { TestEnvironment, type TestEnvironmentOptions } from "@capstan/testkit";
import { describe, expect, test } from "vitest";
import { CloudAccount, cloudCluster, CloudClusterReconciler, CloudNetwork } from "./tenant-clouds.ts";

const password = "t0ken-of-the-account";
const server = process.env.CAPSTAN_TEST_SERVER === "real" ? "real" : "embedded";

/** A provider with the permissions of its generated role, and an account Secret in a namespace of the operator. */
async function start(
  spec: object,
  options: { allowed?: readonly string[]; reconciler?: CloudClusterReconciler; labels?: Record<string, string> } = {},
) {
  const { reconciler = new CloudClusterReconciler(), allowed = ["accounts"], labels = {} } = options;
  const given: TestEnvironmentOptions = {
    reconcilers: [reconciler],
    server,
    manager: { secretNamespaces: allowed, generatedRole: true },
  };
  const env = await TestEnvironment.start(given);
  for (const name of ["accounts", "elsewhere"]) {
    await env.client.create(Namespace, { apiVersion: "v1", kind: "Namespace", metadata: { name } });
    await env.client.create(Secret, {
      apiVersion: "v1",
      kind: "Secret",
      metadata: { name: "gold", namespace: name, labels },
      data: { token: Buffer.from(password).toString("base64") },
    });
  }
  await env.createCluster({ infrastructure: reconciler.definition, infrastructureSpec: spec });
  await env.settled();
  const object = () => env.client.get(reconciler.definition.kind, { name: "test", namespace: "default" });
  return {
    env,
    reconciler,
    status: async () => ((await object()) as { status?: object }).status,
    ready: async () => getCondition(await object(), "Ready"),
    /** Types and reasons of all Events. */
    events: async () => (await env.client.list(Event)).items.map(({ type, reason }) => `${type} ${reason}`),
    account: (account: object) => env.apply(JSON.stringify(accountOf(account))),
    [Symbol.asyncDispose]: () => env[Symbol.asyncDispose](),
  };
}

function accountOf(spec: object): KubernetesObject & { spec: object } {
  const whole = { url: "https://cloud.example.com", secretRef: { name: "gold", namespace: "accounts" }, ...spec };
  const { group, version, kind } = CloudAccount.kind;
  return { apiVersion: `${group}/${version}`, kind, metadata: { name: "gold" }, spec: whole };
}

describe("an identity", () => {
  test("that is created later triggers the object, and provides the values of a Secret in the operator's namespace", async () => {
    await using scene = await start({ account: "gold" });
    expect(await scene.ready()).toMatchObject({ status: "False", reason: "IdentityNotFound" });
    await scene.account({ allowedNamespaces: {} });
    await scene.env.settled();
    expect(await scene.status()).toMatchObject({ url: "https://cloud.example.com", keys: "token" });
    expect(scene.reconciler.values).toEqual({ token: password });
  });

  test("triggers the objects that use it, and no others, when it changes", async () => {
    await using scene = await start({ account: "gold" });
    await scene.account({ allowedNamespaces: {} });
    await scene.env.settled();
    await scene.account({ allowedNamespaces: {}, url: "https://other.example.com" });
    await scene.env.settled();
    expect(await scene.status()).toMatchObject({ url: "https://other.example.com" });

    const { calls } = scene.reconciler;
    const other = accountOf({ allowedNamespaces: {} });
    await scene.env.apply(JSON.stringify({ ...other, metadata: { name: "silver" } }));
    await scene.env.settled();
    expect(scene.reconciler.calls).toBe(calls);
  });

  test.each([
    ["without allowedNamespaces", {}],
    ["for no namespace by name", { allowedNamespaces: { list: [] } }],
    ["for other namespaces", { allowedNamespaces: { list: ["elsewhere"] } }],
    ["with an empty selector", { allowedNamespaces: { selector: {} } }],
    ["with a selector that selects others", { allowedNamespaces: { selector: { matchLabels: { team: "b" } } } }],
  ])("%s is refused with one Warning Event", async (_, spec) => {
    await using scene = await start({ account: "gold" });
    await scene.account(spec);
    await scene.env.settled();
    expect(await scene.ready()).toMatchObject({ status: "False", reason: "IdentityNotAllowed" });
    expect(scene.reconciler.values).toBeUndefined();
    expect(await scene.events()).toEqual(["Warning IdentityNotAllowed"]);
  });

  test("is used when the labels of the namespace match its selector", async () => {
    await using scene = await start({ account: "gold" });
    await scene.account({ allowedNamespaces: { selector: { matchLabels: { team: "a" } } } });
    await scene.env.settled();
    expect(await scene.ready()).toMatchObject({ reason: "IdentityNotAllowed" });
    const body = { metadata: { labels: { team: "a" } } };
    await scene.env.client.patch(Namespace, { name: "default" }, { type: "merge", body });
    await scene.env.settled();
    expect(
      isConditionTrue(
        await scene.env.client.get(scene.reconciler.definition.kind, { name: "test", namespace: "default" }),
        "Ready",
      ),
    ).toBe(true);
  });

  test("with a missing Secret is awaited", async () => {
    await using scene = await start({ account: "gold" });
    await scene.account({ allowedNamespaces: {}, secretRef: { name: "silver", namespace: "accounts" } });
    await scene.env.settled();
    expect(await scene.ready()).toMatchObject({ reason: "IdentitySecretNotFound" });
    const silver = { apiVersion: "v1", kind: "Secret", metadata: { name: "silver", namespace: "accounts" }, data: {} };
    await scene.env.client.create(Secret, silver);
    await scene.env.clock.advance({ seconds: 10 });
    expect(await scene.ready()).toMatchObject({ status: "True" });
  });

  test("that is deleted, or no longer allows the namespace, keeps provisioned objects, with a Warning Event", async () => {
    await using scene = await start({ account: "gold" });
    await scene.account({ allowedNamespaces: {} });
    await scene.env.settled();
    const before = await scene.ready();
    expect(before).toMatchObject({ status: "True" });

    await scene.account({ allowedNamespaces: { list: ["elsewhere"] } });
    await scene.env.settled();
    expect(await scene.ready()).toEqual(before);
    expect(await scene.events()).toEqual(["Warning IdentityNotAllowed"]);

    await scene.env.client.delete(CloudAccount.kind, { name: "gold" });
    await scene.env.settled();
    expect(await scene.ready()).toEqual(before);
  });

  test("whose Secret lacks a requested value is awaited, without revealing the Secret's name", async () => {
    const reconciler = new CloudClusterReconciler();
    reconciler.asks = "password";
    await using scene = await start({ account: "gold" }, { reconciler });
    await scene.account({ allowedNamespaces: {} });
    await scene.env.settled();
    expect(await scene.ready()).toMatchObject({
      reason: "SecretValueNotFound",
      message: "CloudAccount gold must name a Secret with a value for key password",
    });

    const data = { password: Buffer.from("a-p4ssword\n").toString("base64") };
    await scene.env.client.patch(Secret, { name: "gold", namespace: "accounts" }, { type: "merge", body: { data } });
    await scene.env.clock.advance({ seconds: 10 });
    expect(await scene.ready()).toMatchObject({ status: "True" });
    expect(reconciler.value).toBe("a-p4ssword");
  });

  test("that is deleted blocks the object's deletion until it returns, and this is reported", async () => {
    await using scene = await start({ account: "gold" });
    await scene.account({ allowedNamespaces: {} });
    await scene.env.settled();
    await scene.env.client.delete(CloudAccount.kind, { name: "gold" });
    const key = { name: "test", namespace: "default" };
    await scene.env.client.delete(scene.reconciler.definition.kind, key);
    await scene.env.settled();
    expect(await scene.ready()).toMatchObject({
      status: "False",
      message: expect.stringContaining("CloudAccount gold") as string,
    });
    await scene.account({ allowedNamespaces: {} });
    await scene.env.settled();
    const { items } = await scene.env.client.list(scene.reconciler.definition.kind, { namespace: "default" });
    expect(items).toEqual([]);
  });
});

describe("a Secret of another namespace", () => {
  const elsewhere = { secret: { name: "gold", namespace: "elsewhere" } };

  test("is not requested where no definition or identity allows it", async () => {
    await using scene = await start(elsewhere);
    expect(await scene.ready()).toMatchObject({ status: "False", reason: "SecretNotAllowed" });
    expect(scene.reconciler.values).toBeUndefined();
    expect(
      scene.env.requests({ by: "provider" }).filter(({ verb, resource }) => verb === "get" && resource === "secrets"),
    ).toEqual([]);
  });

  test("is not read through an identity that names it", async () => {
    await using scene = await start({ account: "gold" });
    await scene.account({ allowedNamespaces: {}, secretRef: elsewhere.secret });
    await scene.env.settled();
    expect(await scene.ready()).toMatchObject({ reason: "SecretNotAllowed" });
  });

  test("is read if the definition allows its namespace", async () => {
    const reconciler = new CloudClusterReconciler(cloudCluster({ namespaces: ["elsewhere"] }));
    await using scene = await start(elsewhere, { allowed: [], reconciler });
    expect(scene.reconciler.values).toEqual({ token: password });
  });

  test("is read if it has the labels in the definition, and otherwise counts as missing", async () => {
    const definition = cloudCluster({ labels: { released: "yes" } });
    const released = { allowed: [], reconciler: new CloudClusterReconciler(definition), labels: { released: "yes" } };
    await using scene = await start(elsewhere, released);
    expect(scene.reconciler.values).toEqual({ token: password });
    const kept = { allowed: [], reconciler: new CloudClusterReconciler(definition), labels: { released: "no" } };
    await using other = await start(elsewhere, kept);
    expect(other.reconciler.calls).toBeGreaterThan(0);
    expect(other.reconciler.values).toBeUndefined();
  });

  test("appears in no condition, Event, error or log line", async () => {
    const reconciler = new CloudClusterReconciler();
    reconciler.leaks = true;
    // The environment fails if the value appears anywhere.
    await using scene = await start({ account: "gold" }, { reconciler });
    scene.env.expectError("the values are [secret]");
    await scene.account({ allowedNamespaces: {} });
    await scene.env.settled();
    expect(await scene.ready()).toMatchObject({ message: "the values are [secret]" });
  });
});

describe("an auxiliary object", () => {
  test("is read only in the object's namespace, and triggers it when it is created or deleted", async () => {
    await using scene = await start({ network: "blue" });
    const { group, version, kind } = CloudNetwork.kind;
    const network = (namespace: string) =>
      JSON.stringify({
        apiVersion: `${group}/${version}`,
        kind,
        metadata: { name: "blue", namespace },
        spec: { range: "10.0.0.0/8" },
      });
    await scene.env.apply(network("elsewhere"));
    await scene.env.settled();
    expect(await scene.status()).not.toHaveProperty("range");
    await scene.env.apply(network("default"));
    await scene.env.settled();
    expect(await scene.status()).toMatchObject({ range: "10.0.0.0/8" });
    await scene.env.client.delete(CloudNetwork.kind, { name: "blue", namespace: "default" });
    await scene.env.settled();
    expect(await scene.status()).not.toHaveProperty("range");
  });
});

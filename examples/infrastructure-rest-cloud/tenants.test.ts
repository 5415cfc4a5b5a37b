import { getCondition, Machine, type ResourceKind } from "@capstan/provider";
import { ClusterHandle } from "@capstan/testkit";
import { expect, test } from "vitest";
import { isProvisioned, namespace, startScene, token } from "./scene.ts";
import { RestCluster } from "./src/api/rest-cluster.ts";
import { RestMachine } from "./src/api/rest-machine.ts";
import { accounts, applyTemplate, grantAccount, identity } from "./tenant-scene.ts";

test("a tenant uses an account whose token it cannot read once the operator allows its namespace", async () => {
  await using scene = await startScene();
  const { env, cloud } = scene;
  await grantAccount(env, cloud, { list: ["another"] });
  await applyTemplate(env, 2);
  await env.settled();
  const ready = async () => getCondition(await env.client.get(RestCluster.kind, { name: "c1", namespace }), "Ready");
  expect(await ready()).toMatchObject({ status: "False", reason: "IdentityNotAllowed" });
  expect(cloud.requests).toEqual([]);

  await env.apply(JSON.stringify(identity(cloud.url, { list: [namespace] })));
  await scene.until("3 RestMachines are provisioned", async () => {
    const machines = await scene.machines();
    return machines.length === 3 && machines.every(isProvisioned);
  });

  expect(await ready()).toMatchObject({ status: "True" });
  const shown = JSON.stringify([await scene.machines(), await ready()]) + scene.logged.join("\n");
  expect(shown).not.toContain(token);
  expect(await env.manager().metrics.registry.metrics()).toMatch(/rest_cloud_requests_total\{result="ok"\} \d+/);
});

test("a tenant cannot make the provider read Secrets that were not released", async () => {
  await using scene = await startScene();
  const { env, cloud } = scene;
  await grantAccount(env, cloud, {});
  const stolen = { ...identity(cloud.url, {}), metadata: { name: "stolen" } };
  const kubeconfig = { secretRef: { name: "admin", namespace: "kube-system" }, url: cloud.url, allowedNamespaces: {} };
  await env.apply(JSON.stringify({ ...stolen, spec: kubeconfig }));
  await env.createCluster({ name: "c1", infrastructure: RestCluster, infrastructureSpec: { identityName: "stolen" } });
  await env.settled();

  const cluster = await env.client.get(RestCluster.kind, { name: "c1", namespace });
  expect(getCondition(cluster, "Ready")).toMatchObject({ status: "False", reason: "IdentitySecretNotFound" });
  expect(cloud.requests).toEqual([]);
  expect(accounts).not.toBe(namespace);
});

test("the MachineHealthCheck of the template replaces a server that was deleted in the cloud", async () => {
  await using scene = await startScene();
  const { env, cloud } = scene;
  await grantAccount(env, cloud, {});
  await applyTemplate(env, 2);
  await env.startWorkloadCluster(new ClusterHandle(env.client, "c1"));
  const running = async () => {
    const { items } = await env.client.list(Machine);
    return items.filter(({ status }) => status?.phase === "Running").map(({ metadata }) => metadata.name);
  };
  await env.until("3 Machines Running", async () => (await running()).length === 3);
  const [lost] = cloud.store.living.filter(({ name }) => name.startsWith("c1-workers"));
  if (lost === undefined) throw new Error("there is no worker");

  cloud.store.remove(lost, 0);

  const isReplaced = async () => {
    const names = await running();
    return names.length === 3 && !names.includes(lost.name);
  };
  await env.until("it is replaced", isReplaced, { within: { minutes: 30 } });
  expect(cloud.store.living).toHaveLength(3);
  expect(cloud.store.all).toHaveLength(4);
});

test("a client of the previous version reads servers in its own form and loses no unknown fields", async () => {
  await using scene = await startScene();
  const { env, cloud } = scene;
  await grantAccount(env, cloud, {});
  const cluster = await env.createCluster({
    name: "c1",
    infrastructure: RestCluster,
    infrastructureSpec: { identityName: "gold" },
  });
  await env.createMachine({
    cluster,
    infrastructure: RestMachine,
    spec: { serverType: "large", diskGiB: 200 },
    bootstrapData: "#!/bin/sh\n",
  });
  const old: ResourceKind = { ...RestMachine.kind, version: "v1alpha1" };
  const key = { name: "m1", namespace };
  expect(await env.client.get(old, key)).toMatchObject({ spec: { size: "large" } });

  const body = { metadata: { labels: { seen: "yes" } } };
  await env.client.patch(old, key, { type: "merge", body });
  await scene.until("all RestMachines are provisioned", async () => (await scene.machines()).every(isProvisioned));

  expect(await env.client.get(RestMachine.kind, key)).toMatchObject({ spec: { serverType: "large", diskGiB: 200 } });
  expect(cloud.store.living).toMatchObject([{ size: "large", diskGiB: 200 }]);
});

test.each([
  [{ identityName: "gold", url: "http://cloud.example" }, undefined, "identityName"],
  [{ url: "http://cloud.example" }, undefined, "identityName"],
  [{}, undefined, "identityName"],
  [{ url: "http://b.example", credentialsSecretName: "a" }, { url: "http://a.example" }, "url"],
])("a RestCluster of %j is rejected after %j", async (spec, previous, path) => {
  expect(await problems(RestCluster, { loadBalancer: true, requestsPerSecond: 1, ...spec }, previous)).toContain(
    `spec.${path}`,
  );
});

test("a small server with a large disk is rejected in either version", async () => {
  expect(await problems(RestMachine, { serverType: "small", diskGiB: 200 })).toEqual(["spec.diskGiB"]);
  expect(await problems(RestMachine, { serverType: "large", diskGiB: 200 })).toEqual([]);
});

test("a machine's pool is immutable, even if its spec named none", async () => {
  const small = { serverType: "small" };
  const from = (name: string) => ({
    addressFromPool: { apiGroup: "ipam.cluster.x-k8s.io", kind: "InClusterIPPool", name },
  });
  expect(await problems(RestMachine, { ...small, ...from("one") }, small)).toEqual(["spec.addressFromPool"]);
  expect(await problems(RestMachine, { ...small, ...from("two") }, { ...small, ...from("one") })).toEqual([
    "spec.addressFromPool",
  ]);
  expect(await problems(RestMachine, { serverType: "large", ...from("one") }, { ...small, ...from("one") })).toEqual(
    [],
  );
});

/** The fields of a spec that the admission rules reject. */
async function problems(
  { admissionWebhooks, kind }: typeof RestCluster | typeof RestMachine,
  spec: object,
  previous?: object,
): Promise<string[]> {
  const webhook = admissionWebhooks.find(({ type, kind: admitted }) => type === "validating" && admitted === kind.kind);
  const object = (of: object) => ({
    apiVersion: `${kind.group}/${kind.version}`,
    kind: kind.kind,
    metadata: { name: "a", namespace },
    spec: of,
  });
  const verdict = await webhook?.review({
    operation: previous === undefined ? "CREATE" : "UPDATE",
    kind: { group: kind.group, version: kind.version, kind: kind.kind },
    name: "a",
    dryRun: false,
    object: object(spec),
    ...(previous === undefined ? {} : { oldObject: object(previous) }),
  });
  return (verdict?.problems ?? []).map(({ path }) => path);
}

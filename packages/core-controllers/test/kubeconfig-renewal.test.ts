import { adminKubeconfig, renewalTimeMs } from "@capstan/kube/x509";
import { Cluster } from "@capstan/contract";
import { Secret } from "@capstan/runtime";
import { load } from "js-yaml";
import { X509Certificate } from "node:crypto";
import { describe, expect, test } from "vitest";
import { PlayedProviders } from "./scene/played-providers.ts";

const dayMs = 24 * 60 * 60 * 1000;
const key = (name: string) => ({ name, namespace: "default" });
const decode = (text: string | undefined) => Buffer.from(text ?? "", "base64").toString("utf8");
const encode = (text: string) => Buffer.from(text, "utf8").toString("base64");

/** A Cluster that is reached with the kubeconfig that the controller generated. */
async function reachable(): Promise<PlayedProviders> {
  const world = await PlayedProviders.start();
  await world.createCluster();
  await world.settled();
  await world.provisionCluster();
  await world.settled();
  return world;
}

async function kubeconfigOf(world: PlayedProviders): Promise<string> {
  return decode((await world.client.get(Secret, key("c1-kubeconfig"))).data?.value);
}

/** The kubeconfig as if it were generated at another time. */
async function madeAt(world: PlayedProviders, timeMs: number): Promise<string> {
  const { data } = await world.client.get(Secret, key("c1-ca"));
  const authority = { certificate: decode(data?.["tls.crt"]), privateKey: decode(data?.["tls.key"]) };
  const endpoint = { host: "127.0.0.1", port: world.workload.port };
  return adminKubeconfig({ clusterName: "c1", endpoint, authority, now: timeMs });
}

function certificateOf(kubeconfig: string): X509Certificate {
  const { users } = load(kubeconfig) as { users: { user: { "client-certificate-data": string } }[] };
  return new X509Certificate(decode(users[0]?.user["client-certificate-data"]));
}

async function put(world: PlayedProviders, kubeconfig: string, metadata: object = {}): Promise<void> {
  await world.patch(Secret, "c1-kubeconfig", { metadata, data: { value: encode(kubeconfig) } });
  await world.settled();
}

const secretWrites = (world: PlayedProviders, mark: number) =>
  world.writes(mark).filter((write) => write.includes(" secrets "));

describe("the kubeconfig of a Cluster without controlPlaneRef", () => {
  test("is renewed once after half of its certificate's lifetime, and can connect", async () => {
    await using world = await reachable();
    const old = await madeAt(world, world.clock.now() - 182.5 * dayMs + 210_000);
    expect((renewalTimeMs(old) ?? 0) - world.clock.now()).toBeGreaterThan(59_000);
    expect((renewalTimeMs(old) ?? 0) - world.clock.now()).toBeLessThan(61_000);
    await put(world, old);
    const mark = world.mark();
    await world.clock.advance({ seconds: 30 });
    expect(await kubeconfigOf(world)).toBe(old);
    await world.clock.advance({ minutes: 10 });
    const renewed = certificateOf(await kubeconfigOf(world));
    expect(Date.parse(renewed.validTo) - world.clock.now()).toBeGreaterThan(364 * dayMs);
    expect(secretWrites(world, mark)).toEqual(["patch secrets c1-kubeconfig"]);
    const probe = (await world.client.get(Cluster, key("c1"))).status?.conditions?.find(
      ({ type }) => type === "RemoteConnectionProbe",
    );
    expect(probe).toMatchObject({ status: "True" });
  });

  test("from a user is never changed", async () => {
    await using world = await reachable();
    const old = await madeAt(world, world.clock.now() - 300 * dayMs);
    const { metadata } = await world.client.get(Secret, key("c1-kubeconfig"));
    await world.client.delete(Secret, key("c1-kubeconfig"));
    await world.client.create(Secret, {
      apiVersion: "v1",
      kind: "Secret",
      metadata: { ...key("c1-kubeconfig"), labels: metadata.labels ?? {} },
      type: "Opaque",
      data: { value: encode(old) },
    });
    await world.settled();
    const mark = world.mark();
    await world.clock.advance({ minutes: 10 });
    expect(await kubeconfigOf(world)).toBe(old);
    expect(secretWrites(world, mark)).toEqual([]);
  });

  test("with another server address is used and never written, although the Cluster owns it", async () => {
    await using world = await reachable();
    const old = await madeAt(world, world.clock.now() - 183 * dayMs);
    const byName = old.replace("https://127.0.0.1:", "https://localhost:");
    expect(byName).not.toBe(old);
    await put(world, byName);
    await world.clock.advance({ minutes: 10 });

    expect(await kubeconfigOf(world)).toBe(byName);
    expect((await world.client.get(Cluster, key("c1"))).status?.conditions).toContainEqual(
      expect.objectContaining({ type: "RemoteConnectionProbe", status: "True" }),
    );
  });

  test("without its owner reference gets it back, and is renewed", async () => {
    await using world = await reachable();
    const old = await madeAt(world, world.clock.now() - 300 * dayMs);
    await put(world, old, { ownerReferences: null });
    const { uid } = (await world.client.get(Cluster, key("c1"))).metadata;
    const { ownerReferences } = (await world.client.get(Secret, key("c1-kubeconfig"))).metadata;
    expect(ownerReferences).toEqual([{ apiVersion: "cluster.x-k8s.io/v1beta2", kind: "Cluster", name: "c1", uid }]);
    expect(await kubeconfigOf(world)).not.toBe(old);
  });
});

test.each(["", "users: 5", "users: [{user: {token: t}}]", "users: [{user: {client-certificate-data: bm8=}}]", "{"])(
  "a kubeconfig without a readable certificate is never due: %s",
  (text) => {
    expect(renewalTimeMs(text)).toBeUndefined();
  },
);

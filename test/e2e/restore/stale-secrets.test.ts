import { Cluster, type KubernetesObject } from "@capstan/contract";
import { Event, Secret } from "@capstan/runtime";
import { describe, expect, test } from "vitest";
import { decoded, type Scene, servers } from "@capstan/harness/scenes";
import { clusterOfThree, deleteCluster, bringUp, LastingCloud, leftIn, managementWith } from "./backed-up-cluster.ts";

/** Creates Secrets of a deleted Cluster, without an owner. */
async function leaveBehind(scene: Scene, names: readonly string[]): Promise<void> {
  const kept = names.map((name) => structuredClone(scene.secret(name)));
  await deleteCluster(scene);
  expect(leftIn(scene)).toEqual([]);
  const stale = kept.map(({ apiVersion, metadata: { name, labels = {} }, type, data }): KubernetesObject => {
    return { apiVersion, kind: "Secret", metadata: { name, labels }, type, data } as Secret;
  });
  await scene.create(...stale);
}

const adopted = async (scene: Scene) =>
  (await scene.client.list(Event, { namespace: scene.namespace })).items.flatMap(({ reason, regarding, note = "" }) =>
    reason === "SuccessfulAdopt" && regarding.kind === "Cluster" ? [note] : [],
  );

describe.each(servers)(
  "a Cluster that finds Secrets of a deleted Cluster with the same name, on the %s server",
  (server) => {
    test("reports the stale kubeconfig, and continues once it is deleted", async () => {
      await using lasting = await LastingCloud.open();
      await using management = await managementWith(server, lasting);
      await using scene = await bringUp(management);
      await leaveBehind(scene, ["c1-kubeconfig"]);
      // when
      await clusterOfThree(scene);
      const { message } = await scene.until("RemoteConnectionProbe names Secret c1-kubeconfig", () => {
        const condition = scene.condition(Cluster, "c1", "RemoteConnectionProbe");
        return condition?.message.includes("Secret c1-kubeconfig") === true ? condition : undefined;
      });
      // then
      expect(message).toMatch(
        /Secret c1-kubeconfig (has another server|has another certificate).*; delete it if an earlier Cluster left it$/,
      );
      await scene.until("Available names the remedy", () =>
        scene.condition(Cluster, "c1", "Available")?.message.includes("delete it if an earlier Cluster left it"),
      );
      await scene.client.delete(Secret, scene.key("c1-kubeconfig"));
      await scene.until("Cluster Available", () => scene.condition(Cluster, "c1", "Available")?.status === "True");
      await deleteCluster(scene);
      expect(lasting.contents()).toEqual([]);
    });

    test("adopts the certificate authorities, reports it in an Event, and deletes them with the Cluster", async () => {
      await using lasting = await LastingCloud.open();
      await using management = await managementWith(server, lasting);
      await using scene = await bringUp(management);
      const before = decoded(scene.secret("c1-ca"), "tls.crt");
      await leaveBehind(scene, ["c1-ca", "c1-etcd", "c1-proxy", "c1-sa"]);
      // when
      await clusterOfThree(scene);
      await scene.until("Cluster Available", () => scene.condition(Cluster, "c1", "Available")?.status === "True");
      // then
      expect(decoded(scene.secret("c1-ca"), "tls.crt")).toBe(before);
      expect(await adopted(scene)).toEqual(["Adopted 4 Secrets: c1-ca, c1-etcd, c1-proxy, c1-sa"]);
      await deleteCluster(scene);
      expect(lasting.contents()).toEqual([]);
    });
  },
);

// Machines that are deleted at each of the first events of their life, next to a control plane that runs.
import { KubeadmConfig } from "@capstan/bootstrap-kubeadm";
import { labels, Machine } from "@capstan/contract";
import { MockMachine } from "@capstan/infrastructure-mock";
import { ConfigMap, Node, Secret } from "@capstan/runtime";
import { clusterObjects, decoded, machineObjects, ManagementCluster, names, servers } from "@capstan/harness/scenes";
import { describe, expect, test } from "vitest";

const workers = names("worker", 20);
/** The lifetime of a token, after which kube-controller-manager deletes it. */
const tokenLifeMs = 15 * 60_000;

const namesOf = (objects: readonly { readonly metadata: { readonly name: string } }[]) =>
  objects.map(({ metadata }) => metadata.name).toSorted();

describe.each(servers)("on the %s server", (server) => {
  test("a Machine leaves no object and no Node, at whichever event of its life it is deleted; its token expires", async () => {
    await using management = await ManagementCluster.start(server);
    await using scene = await management.scene();
    await scene.create(...clusterObjects("c1"), ...machineObjects("cp", { cluster: "c1", controlPlane: true }));
    await scene.running("cp");
    await management.settled();
    const secrets = namesOf(scene.list(Secret));
    // given workers, the nth of which is deleted at the nth change of its objects, after these have been created
    const changes = new Map<string, number>();
    const deletions = new Map<string, Promise<unknown>>();
    const remove = (name: string): void => {
      if (!deletions.has(name)) deletions.set(name, scene.client.delete(Machine, scene.key(name)));
    };
    scene.onChange(({ name }) => {
      const index = workers.indexOf(name);
      if (index === -1) return;
      const count = (changes.get(name) ?? 0) + 1;
      changes.set(name, count);
      if (count === index + 4) remove(name);
    });
    for (const name of workers) await scene.create(...machineObjects(name, { cluster: "c1" }));
    // when each of them is deleted or has come to its end
    const phase = (name: string) => scene.list(Machine).find(({ metadata }) => metadata.name === name)?.status?.phase;
    await scene.until("workers deleted or Running", () =>
      workers.every((name) => phase(name) === undefined || phase(name) === "Running"),
    );
    expect(deletions.size).toBeGreaterThan(9);
    for (const name of workers) remove(name);
    await Promise.all(deletions.values());
    await scene.until("workers deleted", () => scene.list(Machine).length === 1);
    await management.settled();
    // then nothing is left of them but tokens that end
    await scene.until("Secrets deleted", () => scene.list(Secret).length === secrets.length);
    expect(namesOf(scene.list(Secret))).toEqual(secrets);
    expect(namesOf(scene.list(MockMachine.kind))).toEqual(["cp"]);
    expect(namesOf(scene.list(KubeadmConfig.kind))).toEqual(["cp"]);
    expect(
      (await scene.client.list(ConfigMap, { namespace: scene.namespace, labelSelector: labels.clusterName })).items,
    ).toEqual([]);
    const workload = await scene.workload("c1");
    expect(namesOf((await workload.list(Node)).items)).toEqual(["cp"]);
    const tokens = (await workload.list(Secret, { namespace: "kube-system" })).items.filter(({ metadata }) =>
      metadata.name.startsWith("bootstrap-token-"),
    );
    const lives = tokens.map((token) => Date.parse(decoded(token, "expiration")) - Date.now());
    expect(lives.filter((lifeMs) => !(lifeMs <= tokenLifeMs))).toEqual([]);
  });
});

import { KubeadmConfig } from "@capstan/bootstrap-kubeadm";
import { annotations, Cluster, type KubernetesObject, Machine, type ResourceKind } from "@capstan/contract";
import { MockCluster, MockMachine } from "@capstan/infrastructure-mock";
import { Secret } from "@capstan/runtime";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clusterObjects, machineObjects, ManagementCluster, type Scene, servers } from "@capstan/harness/scenes";

const kinds: readonly ResourceKind[] = [Cluster, Machine, KubeadmConfig.kind, MockCluster.kind, MockMachine.kind];

async function pause(scene: Scene, paused: boolean): Promise<void> {
  await scene.client.patch(Cluster, scene.key("c1"), { type: "merge", body: { spec: { paused } } });
}

/** The objects, without the conditions that they are paused. */
function picture(scene: Scene): { kind: string; name: string; facts: object }[] {
  return kinds.flatMap((kind) =>
    scene.list<KubernetesObject>(kind).map((object) => {
      const { kind, metadata, ...rest } = object;
      const { name, finalizers, ownerReferences, deletionTimestamp } = metadata;
      const { spec, status } = rest as { spec?: object; status?: object };
      const said = { paused: undefined, conditions: undefined, observedGeneration: undefined, lastUpdated: undefined };
      const facts = { spec: { ...spec, ...said }, status: { ...status, ...said } };
      return { kind, name, facts: { ...facts, finalizers, ownerReferences, deletionTimestamp } };
    }),
  );
}

describe.each(servers)("a paused Cluster, on the %s server", (server) => {
  let management: ManagementCluster;
  beforeAll(async () => {
    management = await ManagementCluster.start(server);
  });
  afterAll(() => management[Symbol.asyncDispose]());

  test("paused from the start: nothing is created; unpaused: all Running", async () => {
    await using scene = await management.scene();
    await scene.create(
      ...clusterObjects("c1", { paused: true }),
      ...machineObjects("cp", { cluster: "c1", controlPlane: true }),
      ...machineObjects("w", { cluster: "c1" }),
    );
    const paused = { status: "True", reason: "Paused" };
    await scene.reports(Cluster, "c1", "Paused", "Paused");
    for (const name of ["cp", "w"]) {
      expect(await scene.reports(Machine, name, "Paused", "Paused")).toMatchObject(paused);
    }
    await management.settled();

    expect(scene.list(Secret)).toEqual([]);
    expect(scene.list(Machine).map(({ status }) => status?.phase)).toEqual([undefined, undefined]);
    expect(scene.list(MockMachine.kind).map(({ status }) => status?.initialization)).toEqual([undefined, undefined]);

    await pause(scene, false);
    await scene.running("cp", "w");
    for (const name of ["cp", "w"]) await scene.reports(Machine, name, "Paused", "NotPaused");
  });

  test("paused while it runs: every object reports it, new and deleted Machines wait; then both continue", async () => {
    await using scene = await management.scene();
    await scene.create(
      ...clusterObjects("c1"),
      ...machineObjects("cp", { cluster: "c1", controlPlane: true }),
      ...machineObjects("old", { cluster: "c1" }),
    );
    await scene.running("cp", "old");

    // when
    await pause(scene, true);
    for (const kind of kinds) {
      expect(scene.list(kind)).not.toEqual([]);
      for (const { metadata } of scene.list(kind)) {
        const condition = await scene.reports(kind, metadata.name, "Paused", "Paused");
        expect(condition).toMatchObject({ status: "True", message: expect.stringMatching(/paused/) as unknown });
      }
    }
    await management.settled();
    const before = picture(scene);
    await scene.client.delete(Machine, scene.key("old"));
    await scene.create(...machineObjects("new", { cluster: "c1" }));
    await scene.reports(Machine, "new", "Paused", "Paused");
    await management.settled();

    // then
    expect(scene.findSecret("new")).toBeUndefined();
    expect(scene.machine("old")).toMatchObject({ status: { phase: "Running" } });
    expect(scene.find(MockMachine.kind, "old")?.metadata.deletionTimestamp).toBeUndefined();
    const others = (objects: ReturnType<typeof picture>) =>
      objects.filter(({ name, kind }) => name !== "new" && !(name === "old" && kind === "Machine"));
    expect(others(picture(scene))).toEqual(others(before));

    // and when the pause ends
    await pause(scene, false);
    await scene.running("new");
    await scene.until("Machine old deleted", () => scene.find(Machine, "old") === undefined);
  });

  test("one Machine paused by its annotation: it waits, the others continue", async () => {
    await using scene = await management.scene();
    const worker = machineObjects("w", { cluster: "c1" }).map((object) =>
      object.kind === Machine.kind
        ? { ...object, metadata: { ...object.metadata, annotations: { [annotations.paused]: "" } } }
        : object,
    );
    await scene.create(
      ...clusterObjects("c1"),
      ...machineObjects("cp", { cluster: "c1", controlPlane: true }),
      ...worker,
    );

    const { message } = await scene.reports(Machine, "w", "Paused", "Paused");
    await scene.running("cp");
    await management.settled();
    expect(message).toContain("cluster.x-k8s.io/paused");
    expect(scene.machine("w").status?.phase).toBeUndefined();

    await scene.client.patch(Machine, scene.key("w"), {
      type: "merge",
      body: { metadata: { annotations: { [annotations.paused]: null } } },
    });
    await scene.running("w");
  });
});

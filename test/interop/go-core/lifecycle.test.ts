import { KubeadmConfig } from "@capstan/bootstrap-kubeadm";
import {
  Cluster,
  ClusterV1Beta1,
  isConditionTrue,
  type KubernetesObject,
  Machine,
  type ResourceKind,
} from "@capstan/contract";
import { MockCluster, MockMachine } from "@capstan/infrastructure-mock";
import { Secret } from "@capstan/runtime";
import type { AuditEntry } from "@capstan/testkit";
import { isNight } from "@capstan/harness/night";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  allRunning,
  clusterObjects,
  createControlPlane,
  createWorkers,
  scaleWorkers,
  type Scene,
  story,
} from "@capstan/harness/scenes";
import {
  byResource,
  goCoreAvailable,
  GoManagementCluster,
  ReferenceProviders,
  shownPerMachine,
  writesPerMachine,
} from "@capstan/harness/go";
import { quiet } from "./quiet.ts";
import { expectEveryRightUsed } from "./rights.ts";
import { summarize } from "./summarize.ts";

// The Go core retries an unreachable workload cluster only after 30 s.

/** ca, etcd, proxy and sa: the first created Secrets. */
const certificatesOfCluster = 4;

const owned: readonly ResourceKind[] = [Cluster, Machine, KubeadmConfig.kind, MockCluster.kind, MockMachine.kind];

function inScene(entries: readonly AuditEntry[], scene: Scene): AuditEntry[] {
  return entries.filter(({ objectRef }) => objectRef?.namespace === scene.namespace);
}

async function gone(scene: Scene): Promise<void> {
  await scene.until("objects deleted", () => owned.every((kind) => scene.list<KubernetesObject>(kind).length === 0));
}

describe.runIf(goCoreAvailable)("Capstan's providers under the Go core", () => {
  const closing = new AsyncDisposableStack();
  let management: GoManagementCluster;
  let providers: ReferenceProviders;
  beforeAll(async () => {
    management = closing.use(await GoManagementCluster.start());
    providers = closing.use(await ReferenceProviders.start(management));
  });
  afterAll(() => closing.disposeAsync());
  const step = story();

  afterEach(() => {
    for (const user of [...providers.users, management.core.user]) {
      expect(management.refusalsOf(user), user).toBe("");
    }
  });

  test("the API server calls the core to admit and convert objects", async () => {
    await using scene = await management.scene();
    const bad = createWorkers(scene, "md", { cluster: "c1", replicas: 1, version: "one" });
    await expect(bad).rejects.toThrow(/admission webhook "validation.machinedeployment.cluster.x-k8s.io" denied/);

    await scene.create(...clusterObjects("c1", { paused: true }));
    const old = await scene.client.get(ClusterV1Beta1, scene.key("c1"));
    // References in contract v1beta2 have no version.
    expect(old.spec?.infrastructureRef).toMatchObject({ apiVersion: "infrastructure.cluster.x-k8s.io/v1beta2" });
  });

  step(
    "one control plane and a MachineDeployment of 3 reach Running, scale to 5, and all go with the Cluster (S066)",
    async () => {
      await using scene = await management.scene();
      const started = performance.now();
      await scene.create(...clusterObjects("c1"));
      await createControlPlane(scene, "cp", { cluster: "c1" });
      await createWorkers(scene, "md", { cluster: "c1", replicas: 3 });
      await scene.until("4 Machines Running", () => allRunning(scene, 4));
      await scene.until("all Available", () => scene.list(Machine).every((each) => isConditionTrue(each, "Available")));
      const up = counted(scene);
      expect(writesPerMachine(up.ours, 4), byResource(up.ours)).toBeLessThanOrEqual(8);

      await scaleWorkers(scene, "md", 5);
      await scene.until("6 Machines Running", () => allRunning(scene, 6));
      const scaled = counted(scene);
      expect(writesPerMachine(scaled.ours, 6), byResource(scaled.ours)).toBeLessThanOrEqual(8);
      expect(writesPerMachine(scaled.core, 6), byResource(scaled.core)).toBeLessThanOrEqual(70);
      await settled(scene);

      await scene.client.delete(Cluster, scene.key("c1"));
      await gone(scene);
      await scene.until("bootstrap data deleted", () => scene.list(Secret).length === 0);
      summarize("bootstrap-kubeadm and infrastructure-mock under the Go core", [
        "6 Machines (1 control plane, 3 then 5 workers)",
        `writes per Machine ${shownPerMachine(scaled.ours, 6)}: ${byResource(scaled.ours)}`,
        `403s: ${[...providers.users, management.core.user].map((user) => management.refusalsOf(user) || "none").join(", ")}`,
        `${Math.round((performance.now() - started) / 1000)} s`,
      ]);
    },
  );

  step("what the generated roles allow beyond what was used is known to be for something (S130)", () => {
    for (const name of ["bootstrap-kubeadm", "infrastructure-mock"] as const) {
      summarize(`Rights of ${name} that were not used`, expectEveryRightUsed(management, providers.get(name)));
    }
  });

  test("a Cluster created paused provisions nothing until the pause ends", async () => {
    await using scene = await management.scene();
    await scene.create(...clusterObjects("c1", { paused: true }));
    await createControlPlane(scene, "cp", { cluster: "c1" });
    await createWorkers(scene, "md", { cluster: "c1", replicas: 1 });
    await scene.reports(Cluster, "c1", "Paused", "Paused");
    await scene.reports(Machine, "cp", "Paused", "Paused");

    expect(scene.find(MockCluster.kind, "c1")?.status ?? {}).not.toHaveProperty("initialization");
    expect(scene.find(MockMachine.kind, "cp")?.metadata.ownerReferences).toBeUndefined();
    expect(scene.list(Secret)).toEqual([]);

    await scene.client.patch(Cluster, scene.key("c1"), { type: "merge", body: { spec: { paused: false } } });
    await scene.until("2 Machines Running", () => allRunning(scene, 2));
    for (const kind of [KubeadmConfig.kind, MockMachine.kind]) {
      await scene.until(`${kind.kind} not paused`, () => {
        const objects = scene.list<KubernetesObject>(kind);
        return objects.every(({ metadata }) => scene.condition(kind, metadata.name, "Paused")?.status === "False");
      });
    }
  });

  test("a Cluster paused at runtime reports it on every object; a deleted MockMachine stays until resumed", async () => {
    await using scene = await management.scene();
    await scene.create(...clusterObjects("c1"));
    await createControlPlane(scene, "cp", { cluster: "c1" });
    await scene.until("Machine Running", () => allRunning(scene, 1));

    await scene.client.patch(Cluster, scene.key("c1"), { type: "merge", body: { spec: { paused: true } } });
    await scene.reports(Cluster, "c1", "Paused", "Paused");
    await scene.reports(Machine, "cp", "Paused", "Paused");
    await scene.reports(KubeadmConfig.kind, "cp", "Paused", "Paused");
    await scene.reports(MockMachine.kind, "cp", "Paused", "Paused");
    await scene.reports(MockCluster.kind, "c1", "Paused", "Paused");
    await scene.client.delete(MockMachine.kind, scene.key("cp"));
    await settled(scene);
    expect(scene.find(MockMachine.kind, "cp")?.metadata.deletionTimestamp).toBeDefined();

    await scene.client.delete(Cluster, scene.key("c1"));
    await scene.client.patch(Cluster, scene.key("c1"), { type: "merge", body: { spec: { paused: false } } });
    await gone(scene);
  });

  const moments = ["while machines boot", ...(isNight ? ["before the infrastructure is ready"] : [])];
  test.each(moments)("a Cluster deleted %s is removed with all its objects", async (moment) => {
    await using scene = await management.scene();
    await scene.create(...clusterObjects("c1"));
    await createControlPlane(scene, "cp", { cluster: "c1" });
    await createWorkers(scene, "md", { cluster: "c1", replicas: 2 });
    if (moment === "while machines boot") {
      await scene.until("control plane provisioned", () => scene.phases("cp").includes("Provisioned"));
    }
    await scene.client.delete(Cluster, scene.key("c1"));
    await gone(scene);
  });

  /** The writes for the Machines, without the one-time cost of a Cluster: its infrastructure, its lock, its certificates. */
  function counted(scene: Scene): { ours: AuditEntry[]; core: AuditEntry[] } {
    const ours = (["bootstrap-kubeadm", "infrastructure-mock"] as const)
      .flatMap((name) => inScene(management.writesOf(providers.get(name).user), scene))
      .filter(({ objectRef }) => !["mockclusters", "configmaps"].includes(objectRef?.resource ?? ""));
    const secrets = ours.filter(({ objectRef }) => objectRef?.resource === "secrets");
    const certificates = secrets.slice(0, certificatesOfCluster);
    return {
      ours: ours.filter((entry) => !certificates.includes(entry)),
      core: inScene(management.writesOf(management.core.user), scene),
    };
  }

  /** Resolves once neither core nor providers write. */
  async function settled(scene: Scene): Promise<void> {
    const everyone = [...providers.users, management.core.user];
    await quiet(() => everyone.flatMap((user) => inScene(management.writesOf(user), scene)).length);
  }
});

import process from "node:process";
import { Cluster, ClusterV1Beta1, type KubernetesObject, type ResourceKind } from "@capstan/contract";
import { byResource, goCoreAvailable, GoManagementCluster, ReferenceProviders } from "@capstan/harness/go";
import { allRunning, clusterObjects, createWorkers, scaleWorkers } from "@capstan/harness/scenes";
import { Secret } from "@capstan/runtime";
import { afterAll, beforeAll, describe, expect, onTestFailed, test } from "vitest";
import { kubeadmClusterKinds } from "./kubeadm-cluster-kinds.ts";
import { createKubeadmControlPlane, KubeadmControlPlane } from "./kubeadm-control-plane.ts";
import { summarize } from "./summarize.ts";

// The Go core retries an unreachable workload cluster only after 30 s.

describe.runIf(goCoreAvailable)("the three unmodified Go managers on the embedded server", () => {
  const closing = new AsyncDisposableStack();
  let management: GoManagementCluster;
  let providers: ReferenceProviders;
  beforeAll(async () => {
    management = closing.use(
      await GoManagementCluster.start({ server: "embedded", with: ["bootstrap", "controlplane"] }),
    );
    providers = closing.use(await ReferenceProviders.start(management, ["infrastructure-mock"]));
  });
  afterAll(() => closing.disposeAsync());

  test("their webhooks admit, default and convert", async () => {
    await using scene = await management.scene(kubeadmClusterKinds);
    const bad = createWorkers(scene, "md", { cluster: "c1", replicas: 1, version: "one" });
    await expect(bad).rejects.toThrow(/admission webhook "validation.machinedeployment.cluster.x-k8s.io" denied/);
    await scene.create(...clusterObjects("c1", { paused: true }));
    const old = await scene.client.get(ClusterV1Beta1, scene.key("c1"));
    // References in contract v1beta2 have no version.
    expect(old.spec?.infrastructureRef).toMatchObject({ apiVersion: "infrastructure.cluster.x-k8s.io/v1beta2" });
  });

  test("bring up, scale and delete a KubeadmControlPlane and a MachineDeployment; no permission is missing", async () => {
    await using scene = await management.scene([...kubeadmClusterKinds, Secret]);
    const users = ["bootstrap", "controlplane"] as const;
    const everyone = [...users.map((name) => management.provider(name).user), management.core.user, ...providers.users];
    onTestFailed(() => {
      const logs = [
        ...management.core.logs.slice(-20),
        ...users.flatMap((name) => management.provider(name).logs.slice(-20)),
      ];
      process.stderr.write(`${logs.join("\n")}\n`);
    });
    const controlPlaneRef = { apiGroup: KubeadmControlPlane.group, kind: KubeadmControlPlane.kind, name: "cp" };
    await scene.create(...clusterObjects("c1", { controlPlaneRef }));
    await createKubeadmControlPlane(scene, "cp", { replicas: 1, version: "v1.36.0" });
    await createWorkers(scene, "md", { cluster: "c1", replicas: 2 });
    await scene.until("3 Machines Running", () => allRunning(scene, 3));

    await scene.client.patch(KubeadmControlPlane, scene.key("cp"), { type: "merge", body: { spec: { replicas: 3 } } });
    await scaleWorkers(scene, "md", 3);
    await scene.until("6 Machines Running", () => allRunning(scene, 6));
    await scene.reports(Cluster, "c1", "Available", "Available");

    await scene.client.delete(Cluster, scene.key("c1"));
    const isGone = (kind: ResourceKind): boolean => scene.list<KubernetesObject>(kind).length === 0;
    await scene.until("all objects deleted", () => [...kubeadmClusterKinds, Secret].every(isGone));
    summarize(
      "the three Go managers on the embedded server",
      everyone.map((user) => `${user}: ${byResource(management.writesOf(user))}`),
    );
    for (const user of everyone) expect(management.refusalsOf(user), user).toBe("");
  });
});

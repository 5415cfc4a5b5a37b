import { readFile } from "node:fs/promises";
import path from "node:path";
import { KubeadmConfig } from "@capstan/bootstrap-kubeadm";
import { Cluster, type KubernetesObject, Machine, MachineDeployment, type ResourceKind } from "@capstan/contract";
import { MockCluster, MockMachine } from "@capstan/infrastructure-mock";
import { loadAll } from "js-yaml";
import { expect, test } from "vitest";
import { allRunning, ManagementCluster, Scene } from "@capstan/harness/scenes";

const examples = path.resolve(import.meta.dirname, "../../../examples");
const watched: readonly ResourceKind[] = [
  Cluster,
  MachineDeployment,
  Machine,
  KubeadmConfig.kind,
  KubeadmConfig.templateKind,
  MockCluster.kind,
  MockMachine.kind,
  MockMachine.templateKind,
];

async function manifests(...files: readonly string[]): Promise<KubernetesObject[]> {
  const strings = await Promise.all(files.map((file) => readFile(path.join(examples, file), "utf8")));
  return strings.flatMap((text) => loadAll(text) as KubernetesObject[]);
}

test("the workers of examples/machine-deployment join the Cluster of the quick start", async () => {
  await using management = await ManagementCluster.start("embedded");
  const { namespace } = await management.scene();
  await using scene = await Scene.open(management.client, namespace, watched);
  await scene.create(
    ...(await manifests("quickstart/cluster.yaml", "quickstart/control-plane.yaml", "machine-deployment/workers.yaml")),
  );
  await scene.until("6 Machines Running", () => allRunning(scene, 6));
  await scene.until("MachineDeployment Available", () => {
    return scene.condition(MachineDeployment, "quickstart-workers", "Available")?.status === "True";
  });
  const names = scene.list<Machine>(Machine).map(({ metadata }) => metadata.name);
  expect(names.filter((name) => name.startsWith("quickstart-workers-"))).toHaveLength(3);
});

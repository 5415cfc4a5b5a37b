import { KubeadmConfig } from "@capstan/bootstrap-kubeadm";
import {
  Cluster,
  type KubernetesObject,
  labels,
  Machine,
  MachineDeployment,
  MachineSet,
  type ResourceKind,
} from "@capstan/contract";
import { MockMachine } from "@capstan/infrastructure-mock";
import { apiVersionOf } from "@capstan/kube";
import { type Node } from "@capstan/runtime";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  allRunning,
  clusterObjects,
  createControlPlane,
  createWorkers,
  ManagementCluster,
  scaleWorkers,
  Scene,
  servers,
  sceneKinds,
} from "@capstan/harness/scenes";

const watched: readonly ResourceKind[] = [...sceneKinds, MachineDeployment, MachineSet];

describe.each(servers)("MachineDeployments with kubeadm and mock machines, on the %s server", (server) => {
  let management: ManagementCluster;
  beforeAll(async () => {
    management = await ManagementCluster.start(server);
  });
  afterAll(() => management[Symbol.asyncDispose]());

  /** One control plane Machine, and workers that are all Running and counted by their deployment. */
  async function bringUp(workers: number): Promise<Scene> {
    const { namespace } = await management.scene();
    const scene = await Scene.open(management.client, namespace, watched);
    await scene.create(...clusterObjects("c1"));
    await createControlPlane(scene, "cp", { cluster: "c1" });
    await createWorkers(scene, "md", { cluster: "c1", replicas: workers });
    await complete(scene, workers);
    return scene;
  }

  test("3 workers reach Running, then 5, and all are deleted with the deployment", async () => {
    const before = management.requests().length;
    await using scene = await bringUp(3);
    const requests = management.requests().slice(before);
    expect(requests.filter(({ status }) => status === 409).length, JSON.stringify(requests)).toBeLessThanOrEqual(1);
    const machines = workersOf(scene);
    expect(machines).toHaveLength(3);
    for (const machine of machines) {
      expect(machine.spec.version).toBe("v1.36.0");
      expect(scene.find(MockMachine.kind, machine.metadata.name)?.metadata.labels).toMatchObject({ deployment: "md" });
    }

    await scaleWorkers(scene, "md", 5);
    await complete(scene, 5);
    const names = new Set(workersOf(scene).map(({ metadata }) => metadata.name));
    expect(machines.every(({ metadata }) => names.has(metadata.name))).toBe(true);
    await scene.until("WorkersAvailable", () => scene.condition(Cluster, "c1", "WorkersAvailable")?.status === "True");

    await scene.client.delete(MachineDeployment, scene.key("md"));
    await scene.until("MachineDeployment deleted", () => scene.list<KubernetesObject>(MachineDeployment).length === 0);
    expect(scene.list(MachineSet)).toEqual([]);
    await scene.until("only the control plane's objects left", () => {
      const kinds = [Machine, KubeadmConfig.kind, MockMachine.kind];
      return kinds.every((kind) => scene.list<KubernetesObject>(kind).length === 1);
    });
    const nodes = await scene.nodes("c1");
    expect(nodes.map(({ metadata }: Node) => metadata.name)).toEqual(["cp"]);
  });

  test("a rollout of 5 to another template never has fewer than 5 Ready, nor more than 6 (S079)", async () => {
    await using scene = await bringUp(5);
    const old = new Set(workersOf(scene).map(({ metadata }) => metadata.name));
    const from = scene.history.length;
    await rollTo(scene, "md-2");
    await scene.until(
      "5 workers complete, all of the new template",
      () => isComplete(scene, 5) && workersOf(scene).every(({ metadata }) => !old.has(metadata.name)),
    );
    await scene.until("the old MachineSet deleted", () => scene.list<MachineSet>(MachineSet).length === 1);

    const states = replay(scene, from);
    expect(Math.min(...states.map(({ ready }) => ready))).toBe(5);
    expect(Math.max(...states.map(({ all }) => all))).toBe(6);
    // no object of the old set is left
    await scene.until("configs and MockMachines of the old Machines deleted", () =>
      [KubeadmConfig.kind, MockMachine.kind].every((kind) => scene.list<KubernetesObject>(kind).length === 6),
    );
    await management.settled();
  });
});

function workersOf(scene: Scene): Machine[] {
  return scene.list<Machine>(Machine).filter(({ metadata }) => !(labels.controlPlane in (metadata.labels ?? {})));
}

/** Whether the deployment reports a complete rollout. */
function isComplete(scene: Scene, workers: number): boolean {
  const { metadata, spec, status } = (scene.find(MachineDeployment, "md") ?? {}) as MachineDeployment;
  const counters = [status?.replicas, status?.readyReplicas, status?.availableReplicas, status?.upToDateReplicas];
  return (
    spec.replicas === workers &&
    status?.observedGeneration === metadata.generation &&
    counters.every((counter) => counter === workers) &&
    allRunning(scene, workers + 1)
  );
}

async function complete(scene: Scene, workers: number): Promise<void> {
  await scene.until(
    `${workers} workers complete`,
    () => scene.find(MachineDeployment, "md") && isComplete(scene, workers),
  );
}

/** Sets another infrastructure template. */
async function rollTo(scene: Scene, name: string): Promise<void> {
  await scene.client.create<KubernetesObject & { spec: object }>(MockMachine.templateKind, {
    apiVersion: apiVersionOf(MockMachine.templateKind),
    kind: MockMachine.templateKind.kind,
    metadata: { name, namespace: scene.namespace },
    spec: { template: { spec: {} } },
  });
  const body = { spec: { template: { spec: { infrastructureRef: { name } } } } };
  await scene.client.patch(MachineDeployment, scene.key("md"), { type: "merge", body });
}

/** The states of the workers, one for each Machine event since `from`. */
function replay(scene: Scene, from: number): { all: number; ready: number }[] {
  const known = new Map<string, boolean>();
  const states: { all: number; ready: number }[] = [];
  for (const [index, { type, kind, name, object }] of scene.history.entries()) {
    if (kind !== "Machine" || labels.controlPlane in (object.metadata.labels ?? {})) continue;
    if (type === "deleted") known.delete(name);
    else
      known.set(
        name,
        object.status?.conditions?.some((each) => each.type === "Ready" && each.status === "True") === true,
      );
    if (index >= from) states.push({ all: known.size, ready: [...known.values()].filter(Boolean).length });
  }
  return states;
}

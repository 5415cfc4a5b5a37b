import process from "node:process";
import { KubeadmConfig } from "@capstan/bootstrap-kubeadm";
import { Cluster, labels, Machine, MachinePool, type ResourceKind } from "@capstan/contract";
import { goCoreAvailable, GoManagementCluster, ReferenceProviders } from "@capstan/harness/go";
import type { Scene } from "@capstan/harness/scenes";
import {
  clusterRemains,
  DockerCluster,
  DockerMachine,
  DockerMachinePool,
  kubeadmInContainer,
  removeRemains,
} from "@capstan/infrastructure-docker";
import { applyYAML } from "@capstan/testkit";
import { type NodeEngine, type NodeImages, openNodeEngine } from "@capstan/testkit/real-nodes";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clusterNetwork, documents, objectIn, reference, startDocker } from "./go-core/docker-under-go.ts";

const isAvailable = goCoreAvailable && (process.env.CAPSTAN_NODE_IMAGE_ASSETS ?? "") !== "";
const kinds = [Cluster, Machine, MachinePool, DockerCluster.kind, DockerMachine.kind, DockerMachinePool.kind];
/** Longer than anything here takes on a busy machine. */
const timeout = 3_600_000;
const signal = new AbortController().signal;

/** The tests follow one another in the life of one Cluster. */
describe.runIf(isAvailable)("a MachinePool of containers, under the Go core", () => {
  const closing = new AsyncDisposableStack();
  let opened: NodeEngine;
  let management: GoManagementCluster;
  let scene: Scene;
  let user: string;

  beforeAll(async () => {
    opened = closing.use(await openNodeEngine());
    management = closing.use(await GoManagementCluster.start());
    closing.use(await ReferenceProviders.start(management, ["bootstrap-kubeadm"]));
    user = await startDocker(management, opened.engine, closing);
    scene = closing.use(await management.scene(kinds));
    scene.quietMs = 600_000;
    closing.defer(() => removeRemains(opened.engine, `${scene.namespace}.c1`, signal));
    await applyYAML(management.client, manifests(scene.namespace, opened.images));
    await scene.running("cp");
  }, timeout);

  afterAll(() => closing.disposeAsync(), timeout);

  const machines = () =>
    scene.list(Machine).filter(({ metadata }) => metadata.labels?.[labels.machinePoolName] !== undefined);
  const names = () => machines().map(({ metadata }) => metadata.name);
  const untilRunning = (replicas: number, isExpected: () => boolean = () => true) =>
    scene.until(`${replicas} Machines are Running`, () => {
      const pool = scene.find(MachinePool, "workers") as MachinePool | undefined;
      return (
        machines().length === replicas &&
        machines().every(({ status }) => status?.phase === "Running") &&
        pool?.status?.nodeRefs?.length === replicas &&
        isExpected()
      );
    });
  const scale = (replicas: number) =>
    scene.client.patch(MachinePool, scene.key("workers"), { type: "merge", body: { spec: { replicas } } });
  const remains = () => clusterRemains(opened.engine, `${scene.namespace}.c1`, signal);

  test("has a Machine with a Node for each of two replicas", { timeout }, async () => {
    await untilRunning(2);
    expect(scene.find(DockerMachinePool.kind, "workers")?.status).toMatchObject({ replicas: 2, ready: true });
    expect((await scene.nodes("c1")).map(({ metadata }) => metadata.name).toSorted()).toEqual(
      ["cp", ...names()].toSorted(),
    );
  });

  test("grows to three", { timeout }, async () => {
    const before = names();
    await scale(3);
    await untilRunning(3, () => before.every((name) => names().includes(name)));
  });

  test("shrinks to one, whose Node is the only worker", { timeout }, async () => {
    await scale(1);
    await untilRunning(1);
    expect((await scene.nodes("c1")).map(({ metadata }) => metadata.name).toSorted()).toEqual(
      ["cp", ...names()].toSorted(),
    );
    // The control plane, its load balancer and the network are the others.
    expect(await remains()).toHaveLength(4);
  });

  test("replaces a machine whose container is lost", { timeout }, async () => {
    const [lost = ""] = names();
    await opened.engine.removeContainer(`${scene.namespace}.${lost}`, signal);
    await untilRunning(1, () => !names().includes(lost));
  });

  test("leaves nothing when it is deleted, and then its Cluster", { timeout }, async () => {
    await scene.client.delete(MachinePool, scene.key("workers"));
    await scene.until("the MachinePool is gone", () => scene.find(MachinePool, "workers") === undefined);
    await scene.until("its Machines are gone", () => machines().length === 0);
    expect(await remains()).toHaveLength(3);

    await scene.client.delete(Cluster, scene.key("c1"));
    await scene.until("the Cluster is gone", () => scene.find(Cluster, "c1") === undefined);
    expect(await remains()).toEqual([]);
    expect(management.refusalsOf(user)).toBe("");
  });
});

/** A Cluster with one control plane Machine, and a MachinePool of two, as YAML. */
function manifests(namespace: string, { version, node, loadBalancer }: NodeImages): string {
  const object = (kind: ResourceKind, name: string, spec: object, own: Readonly<Record<string, string>> = {}) =>
    objectIn(namespace, kind, name, spec, { [labels.clusterName]: "c1", ...own });
  const [podRange] = clusterNetwork.pods.cidrBlocks;
  const init = { initConfiguration: { skipPhases: ["addon/coredns"] } };
  const machineSpec = (infrastructure: ResourceKind, name: string) => ({
    clusterName: "c1",
    version,
    bootstrap: { configRef: reference(KubeadmConfig.kind, name) },
    infrastructureRef: reference(infrastructure, name),
  });
  return documents([
    object(DockerCluster.kind, "c1", { loadBalancer: { image: loadBalancer } }),
    object(Cluster, "c1", { clusterNetwork, infrastructureRef: reference(DockerCluster.kind, "c1") }),
    object(KubeadmConfig.kind, "cp", kubeadmInContainer(init, podRange)),
    object(DockerMachine.kind, "cp", { customImage: node }),
    object(Machine, "cp", machineSpec(DockerMachine.kind, "cp"), { [labels.controlPlane]: "" }),
    object(KubeadmConfig.kind, "workers", kubeadmInContainer({ joinConfiguration: {} })),
    object(DockerMachinePool.kind, "workers", { template: { customImage: node } }),
    object(MachinePool, "workers", {
      clusterName: "c1",
      replicas: 2,
      template: { spec: machineSpec(DockerMachinePool.kind, "workers") },
    }),
  ]);
}

import { readFile } from "node:fs/promises";
import path from "node:path";
import { KubeadmConfig } from "@capstan/bootstrap-kubeadm";
import { Cluster, type KubernetesObject, type ResourceKind } from "@capstan/contract";
import { MockCluster, MockMachine } from "@capstan/infrastructure-mock";
import { apiVersionOf, parseManifests } from "@capstan/kube";
import { defineKind } from "@capstan/runtime";
import type { Scene } from "@capstan/harness/scenes";
import { ClusterClass } from "./topology-scene.ts";

const classFile = path.resolve(import.meta.dirname, "clusterclass-mock.yaml");

interface ClassOfWorkers {
  workers: { machineDeployments: { bootstrap: { templateRef: { name: string } } }[] };
}

/** Templates of the Go kubeadm control plane provider. */
const KubeadmControlPlaneTemplate: ResourceKind = defineKind({
  group: "controlplane.cluster.x-k8s.io",
  version: "v1beta2",
  kind: "KubeadmControlPlaneTemplate",
  plural: "kubeadmcontrolplanetemplates",
  namespaced: true,
});

/** The Templates that the topology of a Cluster has copies of, and whose change replaces Machines. */
export const templateKinds: readonly ResourceKind[] = [MockMachine.templateKind, KubeadmConfig.templateKind];

/** Creates the class `mock`, and the class `mock-next`, whose workers get one more file. */
export async function createMockClasses(scene: Scene): Promise<void> {
  const template = async (kind: ResourceKind, spec: object, name = "mock"): Promise<void> => {
    const metadata = { name, namespace: scene.namespace };
    const body = { apiVersion: apiVersionOf(kind), kind: kind.kind, metadata, spec: { template: { spec } } };
    await scene.client.create<KubernetesObject>(kind, body);
  };
  await template(MockCluster.templateKind, {});
  await template(MockMachine.templateKind, {});
  await template(KubeadmControlPlaneTemplate, { kubeadmConfigSpec: { format: "cloud-config" } });
  await template(KubeadmConfig.templateKind, { format: "cloud-config" });
  const files = [{ path: "/etc/next", content: "next\n" }];
  await template(KubeadmConfig.templateKind, { format: "cloud-config", files }, "mock-next");

  const [read] = parseManifests(classFile, await readFile(classFile, "utf8")) as [ClusterClass];
  const create = async (name: string, spec: ClusterClass["spec"]): Promise<void> => {
    await scene.client.create(ClusterClass, { ...read, metadata: { name, namespace: scene.namespace }, spec });
  };
  await create("mock", read.spec);
  const next = structuredClone(read.spec) as ClusterClass["spec"] & ClassOfWorkers;
  for (const { bootstrap } of next.workers.machineDeployments) bootstrap.templateRef.name = "mock-next";
  await create("mock-next", next);
}

/** A Cluster `c1` of the class `mock`, with a control plane Machine and two workers. */
export async function createMockTopology(scene: Scene, version: string): Promise<void> {
  const topology = {
    classRef: { name: "mock" },
    version,
    controlPlane: { replicas: 1 },
    workers: { machineDeployments: [{ class: "worker", name: "md", replicas: 2 }] },
  };
  await scene.client.create(Cluster, {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Cluster",
    metadata: { name: "c1", namespace: scene.namespace },
    spec: {
      clusterNetwork: { pods: { cidrBlocks: ["192.168.0.0/16"] }, services: { cidrBlocks: ["10.128.0.0/12"] } },
      topology,
    },
  } as KubernetesObject as Cluster);
}

/** Changes the topology of the Cluster. */
export async function changeTopology(scene: Scene, topology: object): Promise<void> {
  await scene.client.patch(Cluster, scene.key("c1"), { type: "merge", body: { spec: { topology } } });
}

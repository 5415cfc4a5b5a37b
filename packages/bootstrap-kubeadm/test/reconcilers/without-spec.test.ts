import { type KubernetesObject, labels, Machine } from "@capstan/provider";
import { expect, test } from "vitest";
import { KubeadmConfig } from "../../src/index.ts";
import { KubeadmScene } from "../scene/kubeadm-scene.ts";

test("a KubeadmConfig without a spec gets its data, and its spec stays unset", async () => {
  await using world = await KubeadmScene.start();
  const key = { namespace: "default", name: "cp-0" };
  const machine = await world.client.create(Machine, {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Machine",
    metadata: { ...key, labels: { [labels.clusterName]: "c1", [labels.controlPlane]: "" } },
    spec: {
      clusterName: "c1",
      version: "v1.36.0",
      bootstrap: { configRef: { apiGroup: "bootstrap.cluster.x-k8s.io", kind: "KubeadmConfig", name: "cp-0" } },
      infrastructureRef: { apiGroup: "infrastructure.cluster.x-k8s.io", kind: "SomeMachine", name: "cp-0" },
    },
  });
  const { apiVersion, kind, metadata } = machine;
  const owner = { apiVersion, kind, name: metadata.name, uid: metadata.uid ?? "", controller: true };
  await world.client.create<KubernetesObject>(KubeadmConfig.kind, {
    apiVersion: "bootstrap.cluster.x-k8s.io/v1beta2",
    kind: "KubeadmConfig",
    metadata: { ...key, labels: { [labels.clusterName]: "c1" }, ownerReferences: [owner] },
  });
  await world.settled();

  expect(await world.data("cp-0")).toContain("kubeadm init");
  expect(await world.client.get<KubernetesObject>(KubeadmConfig.kind, key)).not.toHaveProperty("spec");
});

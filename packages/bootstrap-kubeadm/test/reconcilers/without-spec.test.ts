import { type CustomResourceDefinition, type KubernetesObject, labels, Machine } from "@capstan/provider";
import { installCRDs } from "@capstan/runtime";
import { expect, test } from "vitest";
import { KubeadmConfig } from "../../src/index.ts";
import { World } from "../world.ts";

/** The CRD as upstream has it: a KubeadmConfig need not have a spec, and an empty one is refused. */
function upstreamLike(crd: CustomResourceDefinition): CustomResourceDefinition {
  const copy = structuredClone(crd) as unknown as {
    spec: { versions: { schema: { openAPIV3Schema: { properties: { spec: Record<string, unknown> } } } }[] };
  };
  for (const { schema } of copy.spec.versions) {
    delete schema.openAPIV3Schema.properties.spec.default;
    schema.openAPIV3Schema.properties.spec.minProperties = 1;
  }
  return copy as unknown as CustomResourceDefinition;
}

test("a KubeadmConfig without spec, which upstream's CRD admits, gets its data and no spec", async () => {
  await using world = await World.start();
  const [crd] = KubeadmConfig.crds;
  if (crd === undefined) throw new Error("KubeadmConfig has no CRD.");
  await installCRDs(world.client, [upstreamLike(crd)]);

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

import process from "node:process";
import { clusterSecretName, type Machine } from "@capstan/contract";
import { goCoreAvailable } from "@capstan/harness/go";
import { textAt } from "@capstan/kube";
import { createClient, Node, Secret } from "@capstan/runtime";
import { type NodeImages, openNodeEngine } from "@capstan/testkit/real-nodes";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { ControlPlaneOfContainers } from "./go-core/control-plane-of-containers.ts";
import { controlPlane, machineTemplateOf, machineTemplateYAML, names, workers } from "./go-core/manifests.ts";

const assets = process.env.CAPSTAN_NODE_IMAGE_ASSETS ?? "";
const olderAssets = process.env.CAPSTAN_OLDER_NODE_IMAGE_ASSETS ?? "";
/** Versions of kindest/node for an engine of the user, the older one first. */
const [olderVersion = "", newerVersion = ""] = (process.env.CAPSTAN_UPGRADE_VERSIONS ?? "").split(",");
const hasImages = assets === "" ? newerVersion !== "" : olderAssets !== "";
/** Longer than anything here takes on a busy machine. */
const timeout = 7_200_000;

const needs = "CAPSTAN_OLDER_NODE_IMAGE_ASSETS or CAPSTAN_UPGRADE_VERSIONS";
describe.skipIf(!goCoreAvailable || !hasImages)(`an upgrade of Kubernetes (${needs})`, () => {
  test("replaces three control plane Machines one by one, and then a worker", { timeout }, async () => {
    // given a Cluster of the older version
    const older = assets === "" ? { version: olderVersion } : await loadImage(olderAssets);
    await using opened = await openNodeEngine(assets === "" ? { version: newerVersion } : undefined);
    const { images } = opened;
    await using plane = await ControlPlaneOfContainers.start(opened, "Capstan's");
    const { scene } = plane;
    await plane.apply(controlPlane(scene.namespace, older));
    await plane.healthy(1);
    await plane.setSpec({ replicas: 3 });
    await plane.apply(workers(scene.namespace, older));
    await plane.healthy(3);
    await scene.until("a worker runs", () => areRunning(plane.machines("worker"), older));
    expect(await kubeletVersions(plane)).toEqual(Array(4).fill(older.version));

    // when the version of the control plane changes
    await plane.apply(machineTemplateYAML(scene.namespace, images));
    const infrastructureRef = machineTemplateOf(images.version);
    await plane.setSpec({ version: images.version, machineTemplate: { spec: { infrastructureRef } } });
    const most = await plane.healthy(3, ({ spec }) => spec.version === images.version);

    // then each Machine was replaced by one of the newer version, with an additional member of etcd meanwhile
    expect(most).toBe(4);
    expect(await kubeletVersions(plane)).toEqual([older.version, ...Array<string>(3).fill(images.version)].toSorted());

    // when the version of the worker changes, it follows
    await plane.apply(workers(scene.namespace, images));
    await scene.until("the worker is replaced", () => areRunning(plane.machines("worker"), images));
    expect(await kubeletVersions(plane)).toEqual(Array(4).fill(images.version));
    expect(await plane.remainsOfDeletion()).toEqual([]);
  });
});

/** Loads the image of another folder into the engine. */
async function loadImage(assets: string): Promise<NodeImages> {
  vi.stubEnv("CAPSTAN_NODE_IMAGE_ASSETS", assets);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  try {
    await using opened = await openNodeEngine();
    return opened.images;
  } finally {
    vi.unstubAllEnvs();
  }
}

function areRunning(machines: readonly Machine[], { version }: NodeImages): boolean {
  return (
    machines.length === 1 &&
    machines.every(({ spec, status }) => spec.version === version && status?.phase === "Running")
  );
}

/** The versions of the Nodes' kubelets, in order. */
async function kubeletVersions({ scene }: ControlPlaneOfContainers): Promise<readonly string[]> {
  const { data } = await scene.client.get(Secret, scene.key(clusterSecretName(names.cluster, "kubeconfig")));
  const kubeconfig = Buffer.from(data?.value ?? "", "base64").toString("utf8");
  await using closing = new AsyncDisposableStack();
  const client = createClient({ kubeconfig, userAgent: "upgrade" });
  closing.defer(() => client.close());
  const { items } = await client.list(Node);
  return items.map(({ status }) => textAt(status, "nodeInfo", "kubeletVersion") ?? "").toSorted();
}

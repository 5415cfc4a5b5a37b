import path from "node:path";
import process from "node:process";
import { KubeadmConfig } from "@capstan/bootstrap-kubeadm";
import { Cluster, Machine, type KubernetesObject } from "@capstan/contract";
import { generateManifests, goCoreAvailable, GoManagementCluster, ReferenceProviders } from "@capstan/harness/go";
import type { Scene } from "@capstan/harness/scenes";
import {
  clusterRemains,
  DockerCluster,
  DockerClusterReconciler,
  DockerInfrastructure,
  DockerMachine,
  DockerMachineReconciler,
  kubeadmInContainer,
  removeRemains,
} from "@capstan/infrastructure-docker";
import { createClient, createLogger, Manager } from "@capstan/runtime";
import { applyYAML } from "@capstan/testkit";
import { type NodeEngine, type NodeImages, openNodeEngine } from "@capstan/testkit/real-nodes";
import { describe, expect, test } from "vitest";
import { KubeadmControlPlane } from "../interop/go-core/kubeadm-control-plane.ts";
import { serveUpstreamWebhooks } from "../interop/go-core/upstream-webhooks.ts";

const isAvailable = goCoreAvailable && (process.env.CAPSTAN_NODE_IMAGE_ASSETS ?? "") !== "";
const silent = createLogger({ level: "error", format: "json", write: () => undefined });
const root = path.resolve(import.meta.dirname, "../..");
const kinds = [Cluster, Machine, KubeadmControlPlane, KubeadmConfig.kind, DockerCluster.kind, DockerMachine.kind];
/** Longer than anything here takes on a busy machine. */
const timeout = 3_600_000;
const signal = new AbortController().signal;

describe.runIf(isAvailable)("a KubeadmControlPlane of containers, under the Go core", () => {
  test.each(["Capstan's", "the Go"])(
    "grows to three etcd members, shrinks and rolls, with %s bootstrap provider",
    { timeout },
    async (whose) => {
      const isOurs = whose === "Capstan's";
      await using closing = new AsyncDisposableStack();
      const opened = closing.use(await openNodeEngine());
      const management = closing.use(
        await GoManagementCluster.start({ with: isOurs ? ["controlplane"] : ["bootstrap", "controlplane"] }),
      );
      if (isOurs) {
        closing.use(await serveUpstreamWebhooks(management.client));
        closing.use(await ReferenceProviders.start(management, ["bootstrap-kubeadm"]));
      }
      const user = await startDocker(management, opened, closing);
      const scene = closing.use(await management.scene(kinds));
      scene.quietMs = 600_000;
      const cluster = `${scene.namespace}.c1`;
      closing.defer(() => removeRemains(opened.engine, cluster, signal));
      const healthy = (replicas: number) =>
        scene.until(`${replicas} healthy members`, () => isHealthy(scene, replicas));

      await applyYAML(management.client, manifests(scene.namespace, opened.images));
      await healthy(1);
      await setSpec(scene, { replicas: 3 });
      await healthy(3);
      const names = new Set(machines(scene));
      await setSpec(scene, { replicas: 1 });
      await healthy(1);
      await setSpec(scene, { rollout: { after: new Date().toISOString() } });
      await scene.until("the last Machine is replaced", () => machines(scene).every((name) => !names.has(name)));
      await healthy(1);

      await scene.client.delete(Cluster, scene.key("c1"));
      await scene.until("the Cluster is gone", () => scene.find(Cluster, "c1") === undefined);
      expect(await clusterRemains(opened.engine, cluster, signal)).toEqual([]);
      expect(management.refusalsOf(user)).toBe("");
    },
  );
});

/** The Docker provider with the rights of its generated role. @returns its user. */
async function startDocker(
  management: GoManagementCluster,
  { engine }: NodeEngine,
  closing: AsyncDisposableStack,
): Promise<string> {
  const manifests = await generateManifests(path.join(root, "packages/infrastructure-docker/src/index.ts"));
  const { kubeconfig, user } = await management.install(manifests, { withCRDs: true });
  const client = createClient({ kubeconfig, userAgent: "infrastructure-docker/test" });
  closing.defer(() => client.close());
  const docker = closing.use(new DockerInfrastructure(engine));
  const manager = new Manager({ name: "infrastructure-docker", client, logger: silent, freeze: true });
  new DockerClusterReconciler(docker).setup(manager);
  new DockerMachineReconciler(docker).setup(manager);
  closing.defer(() => manager.stop());
  await manager.start();
  return user;
}

function machines(scene: Scene): readonly string[] {
  return scene.list(Machine).map(({ metadata }) => metadata.name);
}

/** Whether the control plane has so many Machines, all Running and members of a healthy etcd. */
function isHealthy(scene: Scene, replicas: number): boolean {
  const found = scene.list(Machine);
  return (
    found.length === replicas &&
    found.every(({ status }) => status?.phase === "Running") &&
    ["EtcdClusterHealthy", "ControlPlaneComponentsHealthy", "MachinesReady"].every(
      (type) => scene.condition(KubeadmControlPlane, "cp", type)?.status === "True",
    )
  );
}

async function setSpec(scene: Scene, spec: object): Promise<void> {
  await scene.client.patch(KubeadmControlPlane, scene.key("cp"), { type: "merge", body: { spec } });
}

/** A Cluster with a KubeadmControlPlane, as YAML. */
function manifests(namespace: string, { version, node, loadBalancer }: NodeImages): string {
  const reference = (kind: { readonly group: string; readonly kind: string }, name: string) => ({
    apiGroup: kind.group,
    kind: kind.kind,
    name,
  });
  const object = (kind: { group: string; version: string; kind: string }, name: string, spec: object) => ({
    apiVersion: `${kind.group}/${kind.version}`,
    kind: kind.kind,
    metadata: { namespace, name },
    spec,
  });
  const kubeadm = { initConfiguration: { skipPhases: ["addon/coredns"] }, joinConfiguration: {} };
  const objects: readonly KubernetesObject[] = [
    object(DockerCluster.kind, "c1", { loadBalancer: { image: loadBalancer } }),
    object(Cluster, "c1", {
      clusterNetwork: { pods: { cidrBlocks: ["10.244.0.0/16"] }, services: { cidrBlocks: ["10.96.0.0/12"] } },
      infrastructureRef: reference(DockerCluster.kind, "c1"),
      controlPlaneRef: reference(KubeadmControlPlane, "cp"),
    }),
    object(DockerMachine.templateKind, "cp", { template: { spec: { customImage: node } } }),
    object(KubeadmControlPlane, "cp", {
      replicas: 1,
      version,
      kubeadmConfigSpec: kubeadmInContainer(kubeadm, "10.244.0.0/16"),
      machineTemplate: { spec: { infrastructureRef: reference(DockerMachine.templateKind, "cp") } },
    }),
  ];
  return objects.map((one) => JSON.stringify(one)).join("\n---\n");
}

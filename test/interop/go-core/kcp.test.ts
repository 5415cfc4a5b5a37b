import process from "node:process";
import { KubeadmConfig } from "@capstan/bootstrap-kubeadm";
import {
  Cluster,
  type KubernetesObject,
  labels,
  Machine,
  MachineDeployment,
  type ResourceKind,
} from "@capstan/contract";
import { apiVersionOf } from "@capstan/kube";
import { type Client, defineKind, Secret } from "@capstan/runtime";
import type { AuditEntry } from "@capstan/testkit";
import { afterAll, beforeAll, describe, expect, onTestFailed, test } from "vitest";
import { clusterObjects, createWorkers, type Scene } from "@capstan/harness/scenes";
import {
  byResource,
  goCoreAvailable,
  GoManagementCluster,
  ReferenceProviders,
  shownPerMachine,
} from "@capstan/harness/go";
import { kubeadmClusterKinds } from "./kubeadm-cluster-kinds.ts";
import {
  createExternalEtcdSecrets,
  createKubeadmControlPlane,
  externalEtcd,
  KubeadmControlPlane,
} from "./kubeadm-control-plane.ts";
import { summarize } from "./summarize.ts";
import { serveUpstreamWebhooks } from "./upstream-webhooks.ts";

// The Go core retries an unreachable workload cluster only after 30 s.
const from = "v1.36.0";
const to = "v1.36.1";

const expiryAnnotation = "machine.cluster.x-k8s.io/certificates-expiry";

describe.runIf(goCoreAvailable)("Capstan's bootstrap provider in place of the Go one", () => {
  const closing = new AsyncDisposableStack();
  let management: GoManagementCluster;
  let providers: ReferenceProviders;
  beforeAll(async () => {
    management = closing.use(await GoManagementCluster.start({ with: ["controlplane"] }));
    closing.use(await serveUpstreamWebhooks(management.client));
    providers = closing.use(await ReferenceProviders.start(management, ["bootstrap-kubeadm", "infrastructure-mock"]));
  });
  afterAll(() => closing.disposeAsync());

  test("its webhooks admit and convert KubeadmConfigs in place of upstream's", async () => {
    await using scene = await management.scene(kubeadmClusterKinds);
    const config = (name: string, spec: object): KubernetesObject => ({
      apiVersion: apiVersionOf(KubeadmConfig.kind),
      kind: "KubeadmConfig",
      metadata: { name },
      ...{ spec },
    });
    const file = { path: "/a", content: "a", contentFrom: { secret: { name: "s", key: "k" } } };
    await expect(scene.create(config("bad", { files: [file] }))).rejects.toThrow(
      /admission webhook "validation.kubeadmconfig.bootstrap.cluster.x-k8s.io" denied/,
    );
    await scene.create(config("good", { joinConfiguration: { timeouts: { tlsBootstrapSeconds: 90 } } }));
    const old = { ...KubeadmConfig.kind, version: "v1beta1" };
    expect(await scene.client.get(old, scene.key("good"))).toMatchObject({
      apiVersion: "bootstrap.cluster.x-k8s.io/v1beta1",
      spec: { joinConfiguration: { discovery: { timeout: "1m30s" } } },
    });
  });

  test.each([
    ["of its own", { etcd: { local: { dataDir: "/var/lib/etcd-data" } } }],
    ["that is elsewhere", externalEtcd],
  ])(
    "a KubeadmControlPlane with an etcd %s scales to 3, rolls, and is deleted, with 5 workers",
    async (_, clusterConfiguration) => {
      await using scene = await management.scene([...kubeadmClusterKinds, Secret]);
      onTestFailed(() => {
        process.stderr.write(`${management.provider("controlplane").logs.slice(-40).join("\n")}\n`);
      });
      const users = [...providers.users, management.core.user, management.provider("controlplane").user];
      const before = new Map(users.map((user) => [user, management.requestsOf(user).length]));
      const isExternal = clusterConfiguration === externalEtcd;
      const steps = new Steps();
      if (isExternal) await createExternalEtcdSecrets(scene, "c1");
      const controlPlaneRef = { apiGroup: KubeadmControlPlane.group, kind: KubeadmControlPlane.kind, name: "cp" };
      await scene.create(...clusterObjects("c1", { controlPlaneRef }));
      await createKubeadmControlPlane(scene, "cp", { replicas: 1, version: from, clusterConfiguration });
      await createWorkers(scene, "md", { cluster: "c1", replicas: 5, version: from });
      await scene.until("1 + 5 Running", () => running(scene, from, { controlPlanes: 1, workers: 5 }));
      steps.passed("1 + 5 Running");

      await patchSpec(scene, KubeadmControlPlane, "cp", { replicas: 3 });
      await scene.until("3 + 5 Running", () => running(scene, from, { controlPlanes: 3, workers: 5 }));
      steps.passed("3 + 5 Running");

      await patchSpec(scene, KubeadmControlPlane, "cp", { version: to });
      await scene.until("control plane rolled", () => isRolled(scene));
      steps.passed("control plane rolled");
      await patchSpec(scene, MachineDeployment, "md", { template: { spec: { version: to } } });
      await scene.until("workers rolled", () => running(scene, to, { controlPlanes: 3, workers: 5 }));
      steps.passed("workers rolled");
      await scene.until("all well", () => isWell(scene, { managesEtcd: !isExternal }));
      steps.passed("Available, certificates' expiry known");
      expect(await imagesIn(await scene.workload("c1"))).toEqual(imagesAfter({ hasEtcd: !isExternal }));

      await scene.client.delete(Cluster, scene.key("c1"));
      const isGone = (kind: ResourceKind): boolean => scene.list<KubernetesObject>(kind).length === 0;
      await scene.until("all objects deleted", () => kubeadmClusterKinds.every(isGone));
      steps.passed("gone");
      const ours = management.writesOf(providers.get("bootstrap-kubeadm").user).filter(isForMachine(scene));
      const machines = new Set(scene.history.filter(({ kind }) => kind === "Machine").map(({ name }) => name)).size;
      summarize("bootstrap-kubeadm under the Go core and KubeadmControlPlane", [
        steps.shown,
        `${machines} Machines, writes of bootstrap-kubeadm per Machine ${shownPerMachine(ours, machines)}`,
        ...users.map((user) => `${user}: ${byResource(management.requestsOf(user).slice(before.get(user)))}`),
      ]);
      for (const user of users) expect(management.refusalsOf(user), user).toBe("");
    },
  );
});

interface WithContainers {
  readonly spec: { readonly containers: readonly { readonly image: string }[] };
}
type Pod = KubernetesObject & WithContainers;
const Pod: ResourceKind<Pod> = defineKind({ group: "", version: "v1", kind: "Pod", plural: "pods", namespaced: true });
type DaemonSet = KubernetesObject & { readonly spec: { readonly template: WithContainers } };
const DaemonSet: ResourceKind<DaemonSet> = defineKind({
  ...{ group: "apps", version: "v1", kind: "DaemonSet", plural: "daemonsets", namespaced: true },
});

/** Whether a request is for the Machines of a scene, not for the lock of its Cluster. */
function isForMachine({ namespace }: Scene): (entry: AuditEntry) => boolean {
  return ({ objectRef }) => objectRef?.namespace === namespace && objectRef.resource !== "configmaps";
}

/** The time of each step, in seconds from the beginning. */
class Steps {
  readonly #started = performance.now();
  readonly #reached: string[] = [];

  passed(step: string): void {
    this.#reached.push(`${step} after ${Math.round((performance.now() - this.#started) / 1000)} s`);
    process.stderr.write(`${this.#reached.at(-1)}\n`);
  }

  get shown(): string {
    return this.#reached.join(", ");
  }
}

function isControlPlane({ metadata }: Machine): boolean {
  return metadata.labels?.[labels.controlPlane] !== undefined;
}

/** Whether exactly these Machines exist, all with one version and Running. */
function running(scene: Scene, version: string, counts: { controlPlanes: number; workers: number }): boolean {
  const machines = scene.list(Machine);
  const controlPlanes = machines.filter(isControlPlane).length;
  return (
    controlPlanes === counts.controlPlanes &&
    machines.length - controlPlanes === counts.workers &&
    machines.every(({ spec, status }) => spec.version === version && status?.phase === "Running")
  );
}

function isRolled(scene: Scene): boolean {
  const machines = scene.list(Machine).filter(isControlPlane);
  const done = machines.every(({ spec, status }) => spec.version === to && status?.phase === "Running");
  return machines.length === 3 && done;
}

/** Whether Cluster and control plane are healthy, and the expiry of the API servers' certificates is known. */
function isWell(scene: Scene, { managesEtcd }: { managesEtcd: boolean }): boolean {
  const conditions = [
    ...["Available", "ControlPlaneComponentsHealthy", "CertificatesAvailable", "MachinesUpToDate"],
    ...(managesEtcd ? ["EtcdClusterHealthy"] : []),
  ];
  const configs = scene.list<KubernetesObject>(KubeadmConfig.kind);
  const dated = configs.filter(({ metadata }) => metadata.annotations?.[expiryAnnotation] !== undefined);
  return (
    scene.condition(Cluster, "c1", "Available")?.status === "True" &&
    conditions.every((type) => scene.condition(KubeadmControlPlane, "cp", type)?.status === "True") &&
    dated.length === 3
  );
}

/** The images of everything that kubeadm runs in a workload cluster, once for each instance. */
async function imagesIn(workload: Client): Promise<string[]> {
  const namespace = "kube-system";
  const { items } = await workload.list(Pod, { namespace, labelSelector: "tier=control-plane" });
  const proxy = await workload.get(DaemonSet, { namespace, name: "kube-proxy" });
  return [...items, proxy.spec.template].flatMap(({ spec }) => spec.containers.map(({ image }) => image)).toSorted();
}

/** The expected state after the upgrade. */
function imagesAfter(options: { hasEtcd: boolean }): string[] {
  const components = ["kube-apiserver", "kube-controller-manager", "kube-scheduler"].map((name) => `${name}:${to}`);
  const each = options.hasEtcd ? [...components, "etcd:3.6.8-0"] : components;
  return [...each, ...each, ...each, `kube-proxy:${to}`].map((image) => `registry.k8s.io/${image}`).toSorted();
}

async function patchSpec(scene: Scene, kind: ResourceKind, name: string, spec: object): Promise<void> {
  await scene.client.patch(kind, scene.key(name), { type: "merge", body: { spec } });
}

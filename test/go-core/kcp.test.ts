import process from "node:process";
import { KubeadmConfig } from "@capstan/bootstrap-kubeadm";
import {
  Cluster,
  isConditionTrue,
  type KubernetesObject,
  labels,
  Machine,
  MachineDeployment,
  type ResourceKind,
} from "@capstan/contract";
import { MockCluster, MockMachine } from "@capstan/infrastructure-mock";
import { Secret } from "@capstan/runtime";
import { afterAll, beforeAll, describe, expect, onTestFailed, test } from "vitest";
import { clusterObjects } from "../e2e/objects.ts";
import type { Scene } from "../e2e/scene.ts";
import { createWorkers } from "./fleet.ts";
import { goCoreAvailable, GoManagementCluster } from "./go-management-cluster.ts";
import {
  createExternalEtcdSecrets,
  createKubeadmControlPlane,
  externalEtcd,
  KubeadmControlPlane,
} from "./kubeadm-control-plane.ts";
import { ReferenceProviders } from "./reference-providers.ts";
import { summarize } from "./summarize.ts";
import { byResource } from "./writes.ts";

// The Go core asks a workload cluster again only 30 s after it could not reach it.
const patienceMs = 180_000;
const from = "v1.36.0";
const to = "v1.36.1";

const owned: readonly ResourceKind[] = [
  Cluster,
  KubeadmControlPlane,
  MachineDeployment,
  Machine,
  KubeadmConfig.kind,
  MockCluster.kind,
  MockMachine.kind,
];

describe.runIf(goCoreAvailable)("our bootstrap provider in place of the Go one", () => {
  const closing = new AsyncDisposableStack();
  let management: GoManagementCluster;
  let providers: ReferenceProviders;
  beforeAll(async () => {
    management = closing.use(await GoManagementCluster.start({ with: ["controlplane"] }));
    providers = closing.use(await ReferenceProviders.start(management, ["bootstrap-kubeadm", "infrastructure-mock"]));
  }, 240_000);
  afterAll(() => closing.disposeAsync(), 60_000);

  test("a KubeadmControlPlane goes from 1 to 3, rolls, and goes, with a MachineDeployment of 5", async () => {
    await using scene = await management.scene([...owned, Secret]);
    onTestFailed(() => {
      process.stderr.write(`${management.provider("controlplane").logs.slice(-40).join("\n")}\n`);
    });
    const steps = new Steps();
    const controlPlaneRef = { apiGroup: KubeadmControlPlane.group, kind: KubeadmControlPlane.kind, name: "cp" };
    await createExternalEtcdSecrets(scene, "c1");
    await scene.create(...clusterObjects("c1", { controlPlaneRef }));
    await createKubeadmControlPlane(scene, "cp", { replicas: 1, version: from, clusterConfiguration: externalEtcd });
    await createWorkers(scene, "md", { cluster: "c1", replicas: 5, version: from });
    await scene.until("1 + 5 Running", () => running(scene, from, { controlPlanes: 1, workers: 5 }), patienceMs);
    steps.passed("1 + 5 Running");

    await patchSpec(scene, KubeadmControlPlane, "cp", { replicas: 3 });
    await scene.until("3 + 5 Running", () => running(scene, from, { controlPlanes: 3, workers: 5 }), patienceMs);
    steps.passed("3 + 5 Running");

    await patchSpec(scene, KubeadmControlPlane, "cp", { version: to });
    await scene.until("control plane rolled", () => isRolled(scene), patienceMs);
    steps.passed("control plane rolled");
    await patchSpec(scene, MachineDeployment, "md", { template: { spec: { version: to } } });
    await scene.until("workers rolled", () => running(scene, to, { controlPlanes: 3, workers: 5 }), patienceMs);
    await scene.until("Available", () => isConditionTrue(scene.find(Cluster, "c1") ?? {}, "Available"), patienceMs);
    steps.passed("workers rolled");

    await scene.client.delete(Cluster, scene.key("c1"));
    await scene.until(
      "everything gone",
      () => owned.every((kind) => scene.list<KubernetesObject>(kind).length === 0),
      patienceMs,
    );
    steps.passed("gone");
    const users = [...providers.users, management.core.user, management.provider("controlplane").user];
    summarize("bootstrap-kubeadm under the Go core and KubeadmControlPlane", [
      steps.shown,
      ...users.map((user) => `${user}: ${byResource(management.requestsOf(user))}`),
    ]);
    for (const user of users) expect(management.refusalsOf(user), user).toBe("");
  }, 900_000);
});

/** When each step was reached, in seconds from the beginning. */
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

/** Whether there are exactly these Machines, all of one version and Running. */
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

async function patchSpec(scene: Scene, kind: ResourceKind, name: string, spec: object): Promise<void> {
  await scene.client.patch(kind, scene.key(name), { type: "merge", body: { spec } });
}

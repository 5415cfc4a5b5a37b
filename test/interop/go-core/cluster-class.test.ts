import { KubeadmConfig } from "@capstan/bootstrap-kubeadm";
import {
  Cluster,
  type KubernetesObject,
  labels,
  Machine,
  MachineDeployment,
  type ResourceKind,
} from "@capstan/contract";
import { MockCluster, MockMachine, type MockCloud, type MockMachineObject } from "@capstan/infrastructure-mock";
import { allRunning, type Scene, story } from "@capstan/harness/scenes";
import { goCoreAvailable, GoManagementCluster, openMockCloud, ReferenceProviders } from "@capstan/harness/go";
import type { GoManager } from "@capstan/testkit";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { kubeadmClusterKinds } from "./kubeadm-cluster-kinds.ts";
import { changeTopology, createMockClasses, createMockTopology, templateKinds } from "./mock-class.ts";
import { quiet } from "./quiet.ts";
import { summarize } from "./summarize.ts";
import { serveUpstreamWebhooks } from "./upstream-webhooks.ts";

const gates = "--feature-gates=ClusterTopology=true";
const [from, to] = ["v1.36.0", "v1.36.1"];
const kinds = [...kubeadmClusterKinds, ...templateKinds, MockCluster.templateKind];
const reconciles = 20;

// A change that a webhook or a default makes to a Template in each dry run of the topology controller would replace all Machines, forever.
describe.runIf(goCoreAvailable)("the reference providers' templates in a ClusterClass, under the Go core", () => {
  const closing = new AsyncDisposableStack();
  let management: GoManagementCluster;
  let cloud: MockCloud;
  let providers: ReferenceProviders;
  let scene: Scene;
  beforeAll(async () => {
    cloud = closing.use(await openMockCloud());
    management = closing.use(await GoManagementCluster.start({ with: ["controlplane"], flags: [gates] }));
    closing.use(await serveUpstreamWebhooks(management.client));
    closing.defer(() => providers[Symbol.asyncDispose]());
    providers = await startProviders();
    scene = closing.use(await management.scene(kinds));
    scene.quietMs = 240_000;
  });
  afterAll(() => closing.disposeAsync());
  const step = story();

  step("make a Cluster of a control plane Machine and two workers Running", async () => {
    await createMockClasses(scene);
    await createMockTopology(scene, from);
    await scene.until("3 Machines Running", () => allRunning(scene, 3));
    expect(machinesOf(scene, "worker")).toHaveLength(2);
  });

  step(`replace no Machine and no Template in ${reconciles} reconciles and a restart of every manager`, async () => {
    await settled();
    const before = rollable();
    for (let index = 0; index < reconciles; index += 1) await reconcileTopology(String(index));
    await management.restart();
    await providers[Symbol.asyncDispose]();
    providers = await startProviders();
    for (let index = 0; index < reconciles; index += 1) await reconcileTopology(`restarted-${index}`);
    await settled();
    expect(rollable()).toEqual(before);
    summarize("A ClusterClass of the reference providers", [`${2 * reconciles} reconciles: 0 rollouts`]);
  });

  step("replace the workers alone when a variable that only they have changes", async () => {
    const [controlPlane, workers] = [machinesOf(scene, "control plane"), machinesOf(scene, "worker")];
    await changeTopology(scene, { variables: [{ name: "creationMilliseconds", value: 10 }] });
    await scene.until("workers replaced", () => areReplaced(workers));
    expect(machinesOf(scene, "control plane")).toEqual(controlPlane);
    const delays = scene
      .list<MockMachineObject>(MockMachine.kind)
      .map(({ spec }) => spec.creationDuration?.maxMilliseconds);
    expect(delays.toSorted()).toEqual([10, 10, undefined]);
  });

  step("replace the workers when the Cluster moves to a class with another bootstrap template", async () => {
    const [controlPlane, workers] = [machinesOf(scene, "control plane"), machinesOf(scene, "worker")];
    await changeTopology(scene, { classRef: { name: "mock-next" } });
    await scene.until("workers replaced", () => areReplaced(workers));
    expect(machinesOf(scene, "control plane")).toEqual(controlPlane);
    const configs = scene.list<KubernetesObject & { spec?: { files?: object[] } }>(KubeadmConfig.kind);
    expect(configs.filter(({ spec }) => spec?.files !== undefined)).toHaveLength(2);
  });

  step("upgrade the control plane, then the workers", async () => {
    const firstSeen = scene.history.length;
    await changeTopology(scene, { version: to });
    await scene.until("upgraded", () => {
      const machines = scene.list(Machine);
      return allRunning(scene, 3) && machines.every(({ spec }) => spec.version === to);
    });
    const created = scene.history
      .slice(firstSeen)
      .filter(({ type, kind }) => type === "added" && kind === "Machine")
      .map(({ object }) => (object.metadata.labels?.[labels.controlPlane] === undefined ? "worker" : "control plane"));
    expect(created).toEqual(["control plane", "worker", "worker"]);
  });

  step("leave nothing of the Cluster when it is deleted, and keep the templates of the class", async () => {
    await scene.client.delete(Cluster, scene.key("c1"));
    const isGone = (kind: ResourceKind) => scene.list<KubernetesObject>(kind).length === 0;
    await scene.until("all objects deleted", () => kubeadmClusterKinds.every(isGone));
    await scene.until("its templates deleted", () =>
      templateKinds
        .flatMap((kind) => scene.list<KubernetesObject>(kind))
        .every(({ metadata }) => metadata.name.startsWith("mock")),
    );
    expect(
      templateKinds.flatMap((kind) => scene.list<KubernetesObject>(kind)).map(({ metadata }) => metadata.name),
    ).toEqual(["mock", "mock", "mock-next"]);
    for (const user of [...providers.users, management.core.user]) expect(management.refusalsOf(user), user).toBe("");
  });

  function startProviders(): Promise<ReferenceProviders> {
    return ReferenceProviders.start(management, ["bootstrap-kubeadm", "infrastructure-mock"], { cloud });
  }

  /** Has the topology controller look at the Cluster once more. */
  async function reconcileTopology(value: string): Promise<void> {
    const before = await topologyReconciles(management.core);
    const body = { metadata: { annotations: { "example.com/again": value } } };
    await scene.client.patch(Cluster, scene.key("c1"), { type: "merge", body });
    await expect.poll(() => topologyReconciles(management.core), { timeout: 60_000 }).toBeGreaterThan(before);
  }

  /** Resolves once no manager writes. */
  async function settled(): Promise<void> {
    const everyone = [...providers.users, management.core.user, management.provider("controlplane").user];
    await quiet(() => everyone.flatMap((user) => management.writesOf(user)).length);
  }

  /** What a rollout would change: the Machines, the Templates, and what MachineDeployments and control planes refer to. */
  function rollable(): string[] {
    const machines = scene.list(Machine).map(({ metadata }) => metadata.uid);
    const templates = [...templateKinds, MockCluster.templateKind, MockCluster.kind]
      .flatMap((kind) => scene.list<KubernetesObject>(kind))
      .map(({ metadata }) => `${metadata.name} ${metadata.uid} ${metadata.generation}`);
    const deployments = scene.list(MachineDeployment).map(({ metadata }) => `${metadata.name} ${metadata.generation}`);
    return [...machines, ...templates, ...deployments].map(String).toSorted();
  }

  function areReplaced(old: readonly string[]): boolean {
    const now = machinesOf(scene, "worker");
    return now.length === old.length && allRunning(scene, 3) && now.every((uid) => !old.includes(uid));
  }
});

/** The uids of the Machines of a role. */
function machinesOf(scene: Scene, role: "control plane" | "worker"): string[] {
  return scene
    .list(Machine)
    .filter(
      ({ metadata }) => (metadata.labels?.[labels.controlPlane] === undefined ? "worker" : "control plane") === role,
    )
    .map(({ metadata }) => metadata.uid ?? "")
    .toSorted();
}

/** How many reconciles of topologies have ended. */
async function topologyReconciles(core: GoManager): Promise<number> {
  const lines = (await core.metrics()).split("\n");
  const counts = lines.filter((line) =>
    line.startsWith('controller_runtime_reconcile_total{controller="topology/cluster"'),
  );
  return counts.map((line) => Number(line.split(" ").at(-1))).reduce((sum, count) => sum + count, 0);
}

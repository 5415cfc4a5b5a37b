import path from "node:path";
import { Cluster, type KubernetesObject, Machine } from "@capstan/contract";
import { generateManifests, goCoreAvailable, GoManagementCluster } from "@capstan/harness/go";
import { allRunning } from "@capstan/harness/scenes";
import { systemClock, WebhookServer } from "@capstan/runtime";
import { defineRuntimeExtension, ExtensionConfig, extensionEndpoints } from "@capstan/runtime-extension";
import { expect, test } from "vitest";
import { FakeService } from "../../../examples/control-plane-managed/fake-service/fake-service.ts";
import { ManagedControlPlane } from "../../../examples/control-plane-managed/src/api/managed-control-plane.ts";
import { CloudMachines } from "./cloud-machines.ts";
import { ExamplePair } from "./example-pair.ts";
import { ProviderProcess } from "./provider-process.ts";
import { summarize } from "./summarize.ts";
import { createClass, createFromClass } from "./topology-scene.ts";
import { WorkloadCluster } from "./workload-cluster.ts";

const gates = "--feature-gates=ClusterTopology=true,RuntimeSDK=true";
const [from, between, to] = ["v1.36.0", "v1.37.0", "v1.38.0"];
const example = path.resolve(import.meta.dirname, "../../../examples/control-plane-managed/src");

/** Each hook with the version that it is about, in the order of the first calls. */
class Calls {
  readonly all: string[] = [];
  /** Holds the upgrade before its first step. */
  isBlocking = true;

  readonly extension = defineRuntimeExtension({
    name: "steps",
    hooks: {
      BeforeClusterCreate: () => this.#note("BeforeClusterCreate"),
      AfterControlPlaneInitialized: () => this.#note("AfterControlPlaneInitialized"),
      GenerateUpgradePlan: ({ fromControlPlaneKubernetesVersion, toKubernetesVersion }) => {
        this.#note("GenerateUpgradePlan", `${fromControlPlaneKubernetesVersion} to ${toKubernetesVersion}`);
        const left = [between, to].filter((version) => version > fromControlPlaneKubernetesVersion);
        return { controlPlaneUpgrades: left.map((version) => ({ version })), workersUpgrades: [{ version: to }] };
      },
      BeforeClusterUpgrade: ({ toKubernetesVersion }) => {
        this.#note("BeforeClusterUpgrade", toKubernetesVersion);
        return this.isBlocking ? { retryAfterSeconds: 5, message: "waiting for the night" } : { retryAfterSeconds: 0 };
      },
      BeforeControlPlaneUpgrade: ({ toKubernetesVersion }) =>
        this.#note("BeforeControlPlaneUpgrade", toKubernetesVersion),
      AfterControlPlaneUpgrade: ({ kubernetesVersion }) => this.#note("AfterControlPlaneUpgrade", kubernetesVersion),
      BeforeWorkersUpgrade: ({ toKubernetesVersion }) => this.#note("BeforeWorkersUpgrade", toKubernetesVersion),
      AfterWorkersUpgrade: ({ kubernetesVersion }) => this.#note("AfterWorkersUpgrade", kubernetesVersion),
      AfterClusterUpgrade: ({ kubernetesVersion }) => this.#note("AfterClusterUpgrade", kubernetesVersion),
      BeforeClusterDelete: () => this.#note("BeforeClusterDelete"),
    },
  });

  #note(hook: string, about = ""): { readonly message?: string } {
    const call = `${hook} ${about}`.trim();
    if (!this.all.includes(call)) this.all.push(call);
    return {};
  }
}

test.runIf(goCoreAvailable)(
  "the Go core calls every hook of a Cluster's life and of its upgrades, in order, and waits where one blocks",
  async () => {
    // given a Cluster with a worker, of a class whose upgrades an extension plans
    await using closing = new AsyncDisposableStack();
    const management = closing.use(await GoManagementCluster.start({ flags: [gates] }));
    const service = closing.use(await FakeService.start({ clock: systemClock, workMs: 1_000 }));
    const pair = closing.use(await ExamplePair.start(management));
    const provider = await management.install(
      await generateManifests(path.join(example, "api/managed-control-plane.ts")),
    );
    closing.use(new ProviderProcess(path.join(example, "main.ts"), provider));
    const calls = new Calls();
    const server = closing.use(await WebhookServer.start({ endpoints: extensionEndpoints(calls.extension) }));
    await management.client.create(ExtensionConfig, {
      apiVersion: "runtime.cluster.x-k8s.io/v1beta2",
      kind: "ExtensionConfig",
      metadata: { name: "steps" },
      spec: { clientConfig: server.address },
    });
    const kinds = [Cluster, Machine, ManagedControlPlane.kind, pair.kind("RestCluster"), pair.kind("RestMachine")];
    const scene = closing.use(await management.scene(kinds));
    scene.quietMs = 240_000;
    const machines = closing.use(
      await CloudMachines.start({
        join: async (name, providerID) => {
          await using joined = WorkloadCluster.at(service.kubeconfigOf(service.ids[0] ?? "") ?? "");
          await joined.join(name, providerID);
        },
      }),
    );
    const config = () => management.client.get(ExtensionConfig, { name: "steps" });
    await expect
      .poll(async () => (await config()).status?.handlers?.length, { timeout: 120_000 })
      .toBe(calls.extension.handlers.length);
    await createClass(scene, pair, {
      serviceUrl: service.url,
      cloudUrl: machines.cloud.url,
      isPatched: false,
      upgradePlan: "generate-upgrade-plan.steps",
    });
    await createFromClass(scene);
    await scene.until("1 Machine Running", () => allRunning(scene, 1));
    expect(calls.all).toEqual(["BeforeClusterCreate", "AfterControlPlaneInitialized"]);

    // when a user wants another version, and the extension blocks the upgrade
    const body = { spec: { topology: { version: to } } };
    await scene.client.patch(Cluster, scene.key("c1"), { type: "merge", body });
    const waiting = () => {
      const condition = scene.condition(Cluster, "c1", "TopologyReconciled");
      return condition?.message.includes("waiting for the night") === true && condition.message;
    };
    const message = await scene.until("blocked", waiting);
    // then the Cluster says so, and nothing is upgraded
    expect(versionsOf(scene.list(ManagedControlPlane.kind))).toEqual([from]);

    // when the extension lets it go on
    calls.isBlocking = false;
    await scene.until("upgraded", () => calls.all.includes(`AfterClusterUpgrade ${to}`));
    // then each step had its hooks, and the control plane went through the version of the plan, the workers did not
    const isPlan = (call: string) => call.startsWith("GenerateUpgradePlan ");
    expect(calls.all.filter(isPlan).slice(0, 2)).toEqual([
      `GenerateUpgradePlan ${from} to ${to}`,
      `GenerateUpgradePlan ${between} to ${to}`,
    ]);
    expect(calls.all.slice(2).filter((call) => !isPlan(call))).toEqual([
      `BeforeClusterUpgrade ${to}`,
      `BeforeControlPlaneUpgrade ${between}`,
      `AfterControlPlaneUpgrade ${between}`,
      `BeforeControlPlaneUpgrade ${to}`,
      `AfterControlPlaneUpgrade ${to}`,
      `BeforeWorkersUpgrade ${to}`,
      `AfterWorkersUpgrade ${to}`,
      `AfterClusterUpgrade ${to}`,
    ]);
    // The core takes the workers for upgraded once the old Machine is deleted, before the new one runs.
    await scene.until("the worker upgraded", () => allRunning(scene, 1) && versionsOf(scene.list(Machine))[0] === to);
    const seen = (kind: string) =>
      versionsOf(scene.history.filter((each) => each.kind === kind).map(({ object }) => object));
    expect(seen(ManagedControlPlane.kind.kind)).toEqual([from, between, to]);
    expect(seen(Machine.kind)).toEqual([from, to]);

    // when it is deleted
    await scene.client.delete(Cluster, scene.key("c1"));
    await scene.until("all gone", () => kinds.every((kind) => scene.list<KubernetesObject>(kind).length === 0));
    expect(calls.all.at(-1)).toBe("BeforeClusterDelete");
    summarize("The hooks of an upgrade under the Go core", [message, ...calls.all]);
  },
);

/** The different versions in the specs of objects, in their order. */
function versionsOf(objects: readonly KubernetesObject[]): string[] {
  const versions = objects.map((object) => (object as { spec?: { version?: string } }).spec?.version ?? "none");
  return [...new Set(versions)];
}

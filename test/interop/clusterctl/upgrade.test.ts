import path from "node:path";
import { Cluster, Machine } from "@capstan/contract";
import {
  goCoreAvailable,
  GoManagementCluster,
  LegacyCluster,
  LegacyClusterReconciler,
  LegacyMachine,
  LegacyMachineReconciler,
  MigratedCluster,
  MigratedMachine,
  openMockCloud,
  ReferenceProviders,
  UpgradedCluster,
  UpgradedMachine,
} from "@capstan/harness/go";
import {
  allRunning,
  createCluster,
  createControlPlane,
  createWorkers,
  type Scene,
  scaleWorkers,
} from "@capstan/harness/scenes";
import type { MockCloud } from "@capstan/infrastructure-mock";
import { convertersOf } from "@capstan/provider";
import { Secret, WebhookServer } from "@capstan/runtime";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Clusterctl } from "./clusterctl.ts";
import { InstalledManager, storedVersions } from "./installed-manager.ts";
import { isEmpty, machineIdentities } from "./moved-objects.ts";

// The Go core retries an unreachable workload cluster only after 30 s.
const label = "infrastructure-legacy";
const sources = path.resolve(import.meta.dirname, "../../../packages/harness/src/go");

/** The releases of the provider: the first stores v1beta1, the next v1beta2, and the last does not serve v1beta1. */
const releases = ["legacy", "upgraded", "migrated"].map((name, index) => ({
  type: "infrastructure" as const,
  name: "legacy",
  version: `v0.${index + 1}.0`,
  from: path.join(sources, `${name}-infrastructure.ts`),
}));

describe.runIf(goCoreAvailable)("clusterctl upgrade of a Capstan provider from storage v1beta1 to v1beta2", () => {
  const closing = new AsyncDisposableStack();
  let clusterctl: Clusterctl;
  let kubeconfig = "";
  let management: GoManagementCluster;
  let bootstrap: ReferenceProviders;
  let cloud: MockCloud;

  beforeAll(async () => {
    const converters = [...convertersOf(UpgradedCluster), ...convertersOf(UpgradedMachine)];
    const webhook = closing.use(await WebhookServer.start({ converters }));
    clusterctl = closing.use(
      await Clusterctl.open(releases.map((release) => ({ ...release, webhook: webhook.clientConfig }))),
    );
    cloud = closing.use(await openMockCloud());
    management = closing.use(
      await GoManagementCluster.start({
        withBodies: true,
        // The core continues to watch a version that is no longer served, and notices changes of the kind only at its next resync.
        flags: ["--sync-period=10s"],
        prepare: async (server) => {
          kubeconfig = await clusterctl.keep("kubeconfig", server.kubeconfig);
          await clusterctl.init(server, kubeconfig);
        },
      }),
    );
    bootstrap = closing.use(await ReferenceProviders.start(management, ["bootstrap-kubeadm"]));
  });
  afterAll(() => closing.disposeAsync());

  function upgrade(version: string): Promise<string> {
    return clusterctl.run("upgrade", "apply", `--infrastructure=legacy:${version}`, `--kubeconfig=${kubeconfig}`);
  }

  /** The manager of a release. */
  async function startManager(
    cluster: ConstructorParameters<typeof LegacyClusterReconciler>[1],
    machine: ConstructorParameters<typeof LegacyMachineReconciler>[1],
  ): Promise<InstalledManager> {
    const started = await InstalledManager.start(management, label, (manager) => {
      new LegacyClusterReconciler(cloud, cluster).setup(manager);
      new LegacyMachineReconciler(cloud, machine).setup(manager);
    });
    return closing.use(started);
  }

  const stored = (): Promise<unknown> => storedVersions(management, label);

  test("finishes creating Machines and migrates stored objects, so that the next release can drop v1beta1", async () => {
    // given a Cluster of the first release
    const first = await startManager(LegacyCluster, LegacyMachine);
    await using scene = await management.scene([Cluster, Machine, Secret]);
    await createCluster(scene, "c1", LegacyCluster.kind);
    await createControlPlane(scene, "cp", { cluster: "c1", machines: LegacyMachine });
    await createWorkers(scene, "md", { cluster: "c1", replicas: 1, machines: LegacyMachine });
    await scene.until("2 Machines Running", () => allRunning(scene, 2));
    const before = machineIdentities(scene);
    expect(await stored()).toEqual(ofEach("v1beta1"));

    // when it is upgraded during a scale-up
    await scaleWorkers(scene, "md", 4);
    await first[Symbol.asyncDispose]();
    await upgrade("v0.2.0");
    expect(await stored()).toEqual(ofEach("v1beta1", "v1beta2"));
    const second = await startManager(UpgradedCluster, UpgradedMachine);

    // then the new release creates the Machines, and the existing ones are unchanged
    await scene.until("5 Machines Running", () => allRunning(scene, 5));
    expect(machineIdentities(scene)).toEqual(expect.arrayContaining(before));

    // and all objects are stored in v1beta2
    await expect.poll(() => stored()).toEqual(ofEach("v1beta2"));

    // when the release without v1beta1 is installed during another scale-up
    await scaleWorkers(scene, "md", 6);
    await second[Symbol.asyncDispose]();
    await upgrade("v0.3.0");
    const { user } = await startManager(MigratedCluster, MigratedMachine);
    // then each new Machine is created once, and the existing ones are unchanged
    await scene.until("7 Machines Running", () => allRunning(scene, 7));
    expect(machineIdentities(scene)).toEqual(expect.arrayContaining(before));
    expect(await nodeNames(scene)).toEqual(machineIdentities(scene).map(({ name }) => name));

    // and all objects can be deleted; no permission was missing, and no write left its object unchanged
    await scene.client.delete(Cluster, scene.key("c1"));
    await scene.until("Cluster and Machines deleted", () => [Cluster, Machine].every((kind) => isEmpty(scene, kind)));
    for (const name of [user, ...bootstrap.users]) {
      expect(management.writesOf(name), name).not.toEqual([]);
      expect(management.refusalsOf(name), name).toBe("");
      expect(
        management.unchangedBy(name).filter((write) => !isOfMigration(write)),
        name,
      ).toEqual([]);
    }
    expect(management.refusalsOf(management.core.user)).toBe("");
  });
});

/** A write without a change: it may be a migration, because the stored version of an object is not visible. */
function isOfMigration(write: string): boolean {
  return /^patch \S+ \{"metadata":\{"uid":"[^"]+","resourceVersion":"\d+"\}\}$/.test(write);
}

async function nodeNames(scene: Scene): Promise<string[]> {
  return (await scene.nodes("c1")).map(({ metadata }) => metadata.name).toSorted();
}

/** The same stored versions for every kind of the provider. */
function ofEach(...versions: readonly string[]): unknown {
  const kinds = [LegacyCluster, LegacyMachine].flatMap(({ kind, templateKind }) => [kind.kind, templateKind.kind]);
  return Object.fromEntries(kinds.map((kind) => [kind, versions]));
}

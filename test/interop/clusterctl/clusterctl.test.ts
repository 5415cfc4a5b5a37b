import { Cluster } from "@capstan/contract";
import {
  byResource,
  goCoreAvailable,
  GoManagementCluster,
  openMockCloud,
  ReferenceProviders,
} from "@capstan/harness/go";
import { allRunning, clusterObjects, createWorkers, scaleWorkers, Scene, story } from "@capstan/harness/scenes";
import { defineIdentity, Type } from "@capstan/provider";
import { createClient, CustomResourceDefinition, Secret, requestPath } from "@capstan/runtime";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { kubeadmClusterKinds } from "../go-core/kubeadm-cluster-kinds.ts";
import { createKubeadmControlPlane, KubeadmControlPlane } from "../go-core/kubeadm-control-plane.ts";
import { Clusterctl } from "./clusterctl.ts";
import { isEmpty, machineIdentities } from "./moved-objects.ts";

// The Go core retries an unreachable workload cluster only after 30 s.

const owned = [...kubeadmClusterKinds, Secret];

/** Credentials of the whole management cluster, as a provider author defines them. */
const CloudAccount = defineIdentity({
  kind: "CloudAccount",
  versions: { v1: { spec: Type.Object({ url: Type.String() }) } },
});

const account = {
  apiVersion: `${CloudAccount.kind.group}/${CloudAccount.kind.version}`,
  kind: CloudAccount.kind.kind,
  metadata: { name: "gold" },
  spec: { url: "https://cloud.example.com", allowedNamespaces: {} },
};

/** A management cluster that clusterctl has initialized, with the managers of the installed providers. */
interface Initialized {
  readonly management: GoManagementCluster;
  readonly infrastructure: ReferenceProviders;
  /** The output of `clusterctl init`. */
  readonly printed: string;
  /** The path of an administrator's kubeconfig. */
  readonly kubeconfig: string;
}

describe.runIf(goCoreAvailable)("clusterctl with two embedded servers", () => {
  const closing = new AsyncDisposableStack();
  let clusterctl: Clusterctl;
  let source: Initialized;
  let target: Initialized;

  beforeAll(async () => {
    clusterctl = closing.use(await Clusterctl.open());
    const cloud = closing.use(await openMockCloud());
    const initialize = async (name: string): Promise<Initialized> => {
      let [kubeconfig, printed] = ["", ""];
      const management = closing.use(
        await GoManagementCluster.start({
          server: "embedded",
          with: ["bootstrap", "controlplane"],
          prepare: async (server) => {
            kubeconfig = await clusterctl.keep(name, server.kubeconfig);
            printed = await clusterctl.init(server, kubeconfig);
            await installAccounts(server);
          },
        }),
      );
      const infrastructure = closing.use(
        await ReferenceProviders.start(management, ["infrastructure-mock"], { cloud }),
      );
      return { management, infrastructure, printed, kubeconfig };
    };
    source = await initialize("source");
    target = await initialize("target");
  });
  afterAll(() => closing.disposeAsync());

  test("init installs the providers, and lists them", async () => {
    expect(source.printed).toContain("Your management cluster has been initialized successfully!");
    const path = requestPath`/apis/clusterctl.cluster.x-k8s.io/v1alpha3/providers`;
    const { items } = (await source.management.client.request("GET", path)) as { items: Record<string, unknown>[] };
    expect(items.map(({ type, providerName, version }) => ({ type, providerName, version }))).toEqual([
      { type: "BootstrapProvider", providerName: "kubeadm", version: "v1.14.2" },
      { type: "ControlPlaneProvider", providerName: "kubeadm", version: "v1.14.2" },
      { type: "CoreProvider", providerName: "cluster-api", version: "v1.14.2" },
      { type: "InfrastructureProvider", providerName: "mock", version: "v0.1.0" },
    ]);
  });

  const step = story();

  step("a Cluster is described, moves to the other server with all that it has, goes on there, and goes", async () => {
    await using scene = await source.management.scene(owned);
    const { namespace } = scene;
    const controlPlaneRef = { apiGroup: KubeadmControlPlane.group, kind: KubeadmControlPlane.kind, name: "cp" };
    await scene.create(...clusterObjects("c1", { controlPlaneRef }));
    await createKubeadmControlPlane(scene, "cp", { replicas: 1, version: "v1.36.0" });
    await createWorkers(scene, "md", { cluster: "c1", replicas: 2 });
    await scene.until("3 Machines Running", () => allRunning(scene, 3));
    await scene.reports(Cluster, "c1", "Available", "Available");

    const described = await clusterctl.run(
      "describe",
      "cluster",
      "c1",
      "-n",
      namespace,
      `--kubeconfig=${source.kubeconfig}`,
    );
    expect(described).toMatch(/^Cluster \S+\/c1 +3\/3 +3 +3 +3 +True +Available/m);
    expect(described).toMatch(/MockCluster \S+\/c1 +True +Ready/);
    expect(described).toMatch(/KubeadmControlPlane \S+\/cp, v1\.36\.0 +1\/1 +1 +1 +1 +True +Available/);
    expect(described).toMatch(/MachineDeployment \S+\/md, v1\.36\.0 +2\/2 +2 +2 +2 +True +Available/);

    await source.management.client.create(CloudAccount.kind, account);
    const machines = machineIdentities(scene);
    const nodes = (await scene.nodes("c1")).map(({ metadata }) => metadata.uid).toSorted();
    const said = await clusterctl.move(namespace, source.kubeconfig, target.kubeconfig);
    expect(said).toMatch(/Creating objects in the target cluster[^]*Deleting objects from the source cluster/);
    await scene.until("all owned objects deleted", () => owned.every((kind) => isEmpty(scene, kind)));

    const [moved, kept] = await Promise.all(
      [target, source].map(({ management }) => management.client.get(CloudAccount.kind, account.metadata)),
    );
    expect(moved).toMatchObject(account);
    // It does not belong to a single Cluster: others on the old server may still use it.
    expect(kept).toMatchObject(account);

    await using there = await Scene.open(target.management.client, namespace, owned);
    await there.until("3 Machines Running", () => allRunning(there, 3));
    expect(machineIdentities(there)).toEqual(machines);
    expect((await there.nodes("c1")).map(({ metadata }) => metadata.uid).toSorted()).toEqual(nodes);

    await scaleWorkers(there, "md", 3);
    await there.until("4 Machines Running", () => allRunning(there, 4));
    await target.management.client.delete(Cluster, there.key("c1"));
    await there.until("everything gone", () => owned.every((kind) => isEmpty(there, kind)));
  });

  step("the release is printed, its upgrade is planned, and it is deleted", async () => {
    const at = `--kubeconfig=${source.kubeconfig}`;
    expect(await clusterctl.run("generate", "provider", "--infrastructure=mock:v0.1.0")).toContain("kind: Deployment");
    expect(await clusterctl.run("upgrade", "plan", at)).toMatch(
      /^infrastructure-mock .* v0\.1\.0 +Already up to date/m,
    );
    await clusterctl.run("delete", "--infrastructure=mock", at);
    const path = requestPath`/apis/clusterctl.cluster.x-k8s.io/v1alpha3/providers`;
    const { items } = (await source.management.client.request("GET", path)) as { items: Record<string, unknown>[] };
    expect(items.map(({ providerName }) => providerName)).toEqual(["kubeadm", "kubeadm", "cluster-api"]);
  });

  step("no manager lacked a right on either", () => {
    for (const { management, infrastructure } of [source, target]) {
      const managers = [management.core, management.provider("bootstrap"), management.provider("controlplane")];
      for (const user of [...managers.map((manager) => manager.user), ...infrastructure.users]) {
        expect(byResource(management.writesOf(user)), user).not.toBe("");
        expect(management.refusalsOf(user), user).toBe("");
      }
    }
  });
});

/** The kind of {@link account}, with the label that clusterctl sets on everything that it installs. */
async function installAccounts({ kubeconfig }: { readonly kubeconfig: string }): Promise<void> {
  const client = createClient({ kubeconfig, userAgent: "test" });
  for (const crd of CloudAccount.crds) {
    const labels = { ...crd.metadata.labels, "clusterctl.cluster.x-k8s.io": "" };
    await client.create(CustomResourceDefinition, { ...crd, metadata: { ...crd.metadata, labels } });
  }
  await client.close();
}

import { execFile } from "node:child_process";
import { mkdtempDisposable, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { KubeadmConfig } from "@capstan/bootstrap-kubeadm";
import { Cluster, type KubernetesObject, MachineDeployment, type ResourceKind } from "@capstan/contract";
import { goCoreAvailable, GoManagementCluster, ReferenceProviders } from "@capstan/harness/go";
import {
  allRunning,
  clusterObjects,
  createControlPlane,
  createWorkers,
  decoded,
  scaleWorkers,
  type Scene,
  sceneKinds,
  story,
} from "@capstan/harness/scenes";
import { flowServers } from "@capstan/harness/servers";
import { CustomResourceDefinition, Secret } from "@capstan/runtime";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { machineIdentities } from "../clusterctl/moved-objects.ts";
import { ProviderProcess } from "../go-core/provider-process.ts";

type Applied = KubernetesObject & { readonly spec?: object };

const root = path.resolve(import.meta.dirname, "../../..");
const assets = process.env.CAPSTAN_OLDEST_CLUSTER_API_ASSETS ?? "";
const crd = { name: `${KubeadmConfig.kind.plural}.${KubeadmConfig.kind.group}` };
const older: ResourceKind<Applied> = { ...KubeadmConfig.kind, version: "v1beta1" };

/** A KubeadmConfig as users of v1beta1 apply it, with a field that v1beta2 has in another form. */
const applied = {
  joinConfiguration: { nodeRegistration: { kubeletExtraArgs: { "max-pods": "20" } } },
};

// Nightly: the Go managers of the oldest supported release.
describe.runIf(goCoreAvailable && assets !== "").each(flowServers)(
  "docs/how-to/upgrade.md: from the Go kubeadm bootstrap provider, on the %s server",
  (server) => {
    const closing = new AsyncDisposableStack();
    let management: GoManagementCluster;
    let scene: Scene;
    let secrets: ReadonlyMap<string, string>;
    let provider: ProviderProcess;

    beforeAll(async () => {
      management = closing.use(await GoManagementCluster.start({ assets, server, with: ["bootstrap"] }));
      closing.use(await ReferenceProviders.start(management, ["infrastructure-mock"]));
      scene = closing.use(await management.scene([...sceneKinds, MachineDeployment]));
    });
    afterAll(() => closing.disposeAsync());
    const step = story();

    step("the Go provider of the oldest supported release has stored objects", async () => {
      await scene.create(...clusterObjects("c1"));
      await createControlPlane(scene, "cp", { cluster: "c1" });
      await createWorkers(scene, "md", { cluster: "c1", replicas: 2 });
      await scene.until("3 Machines Running", () => allRunning(scene, 3));
      await scene.client.patch(older, scene.key("user"), {
        type: "apply",
        body: {
          apiVersion: `${older.group}/${older.version}`,
          kind: older.kind,
          metadata: scene.key("user"),
          spec: applied,
        },
      });
      expect(await readOlder()).toMatchObject(applied);
      secrets = secretsOf(scene);
      expect(secrets.size).toBeGreaterThan(3);
    });

    step("the page's command deletes its manager and webhooks, and nothing else", async () => {
      await management.provider("bootstrap").stop();
      await runCommandOfPage(management.kubeconfig);
      expect((await management.client.get(CustomResourceDefinition, crd)).spec.names.kind).toBe("KubeadmConfig");
      expect(secretsOf(scene)).toEqual(secrets);
    });

    step("without --install Capstan's provider does not start, and says so", async () => {
      await using refused = start();
      await expect.poll(() => refused.running).toBe(false);
      // It names the fields that the CRDs lack, or that no process answers at the address of the Go manager's conversion webhook.
      expect(refused.output).toMatch(/kubeadmconfigs\.bootstrap.*--install/s);
    });

    step("with --install it continues: no Machine and no Secret changes, and a new Machine joins", async () => {
      const machines = machineIdentities(scene);
      provider = closing.use(start("--install"));
      await expect.poll(() => provider.output).toContain("The manager is running");
      await scaleWorkers(scene, "md", 3);
      await scene.until("4 Machines Running", () => allRunning(scene, 4));
      expect(machineIdentities(scene)).toEqual(expect.arrayContaining(machines));
      expect(secretsOf(scene)).toEqual(new Map([...secretsOf(scene), ...secrets]));
      // The Go webhook adds an empty discovery.
      expect(await readOlder()).toEqual(applied);
      await expect
        .poll(async () => (await management.client.get(CustomResourceDefinition, crd)).status?.storedVersions)
        .toEqual([KubeadmConfig.kind.version]);
    });

    step("deletes everything with the Cluster", async () => {
      await scene.client.delete(Cluster, scene.key("c1"));
      await scene.until("Cluster deleted", () => scene.list(Cluster).length === 0);
      expect(provider.running, provider.output).toBe(true);
    });

    function start(...flags: readonly string[]): ProviderProcess {
      const endpoints = ["--health-addr=127.0.0.1:0", "--diagnostics-address=127.0.0.1:0"];
      return new ProviderProcess(path.join(root, "packages/bootstrap-kubeadm/src/main.ts"), {
        kubeconfig: management.kubeconfig,
        arguments: [...endpoints, ...flags],
      });
    }

    /** The user's KubeadmConfig in v1beta1, which a webhook converts. */
    async function readOlder(): Promise<object | undefined> {
      return (await scene.client.get(older, scene.key("user"))).spec;
    }
  },
);

/** The bootstrap data and certificates of a namespace, by the names of their Secrets. */
function secretsOf(scene: Scene): ReadonlyMap<string, string> {
  const ofClusters = scene.list<Secret>(Secret).filter(({ type }) => type === "cluster.x-k8s.io/secret");
  return new Map(
    ofClusters.map((secret) => [
      secret.metadata.name,
      Object.keys(secret.data ?? {})
        .map((key) => decoded(secret, key))
        .join(),
    ]),
  );
}

/** Runs the first command of the page's section literally. */
async function runCommandOfPage(kubeconfig: string): Promise<void> {
  const page = await readFile(path.join(root, "docs/how-to/upgrade.md"), "utf8");
  const [, section = ""] = page.split("## From the Go kubeadm bootstrap provider\n");
  const [, command = ""] = /```sh\n([\s\S]*?)```/.exec(section) ?? [];
  expect(command).toContain("kubectl delete");
  await using folder = await mkdtempDisposable(path.join(tmpdir(), "takeover-"));
  const file = path.join(folder.path, "kubeconfig");
  await writeFile(file, kubeconfig, { mode: 0o600 });
  const PATH = `${process.env.KUBEBUILDER_ASSETS ?? ""}:${process.env.PATH ?? ""}`;
  await promisify(execFile)("bash", ["-euc", command], { env: { ...process.env, PATH, KUBECONFIG: file } });
}

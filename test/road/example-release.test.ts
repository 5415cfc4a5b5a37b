import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { ApiServer } from "@capstan/apiserver";
import {
  Cluster,
  clusterSecretName,
  type KubernetesObject,
  labels,
  Machine,
  MachineDeployment,
  type ResourceKind,
  secretType,
} from "@capstan/contract";
import { goCoreAvailable, GoManagementCluster } from "@capstan/harness/go";
import { allRunning, type Scene } from "@capstan/harness/scenes";
import { type Client, Secret, systemClock } from "@capstan/runtime";
import { applyYAML } from "@capstan/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FakeCloud } from "../../examples/infrastructure-rest-cloud/fake-cloud/fake-cloud.ts";
import { RestCluster } from "../../examples/infrastructure-rest-cloud/src/api/rest-cluster.ts";
import { RestMachine } from "../../examples/infrastructure-rest-cloud/src/api/rest-machine.ts";
import { deleteUpstreamWebhooks } from "../interop/clusterctl/delete-upstream-webhooks.ts";
import { InstalledRelease } from "./installed-release.ts";
import { playKubelets } from "./play-kubelets.ts";
import { writeLocalRepository } from "../interop/clusterctl/local-repository.ts";

const root = path.resolve(import.meta.dirname, "../..");
const example = path.join(root, "examples/infrastructure-rest-cloud");
const assets = process.env.CAPSTAN_CLUSTER_API_ASSETS ?? "";
const label = "infrastructure-rest-cloud";
const token = "t0ken-of-the-account";
const kinds: readonly ResourceKind[] = [Cluster, Machine, MachineDeployment, RestCluster.kind, RestMachine.kind];

describe.runIf(goCoreAvailable)("the release of infrastructure-rest-cloud, installed by clusterctl", () => {
  const closing = new AsyncDisposableStack();
  let folder: string;
  let configuration: string;
  let management: GoManagementCluster;
  let release: InstalledRelease;
  let cloud: FakeCloud;
  let checked: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "example-release-"));
    closing.defer(() => rm(folder, { recursive: true }));
    checked = await generateRelease(path.join(folder, "release"));
    const repository = path.join(folder, "repository");
    await mkdir(repository);
    const url = path.join(folder, "release", label, "v0.1.0/infrastructure-components.yaml");
    const provider = { name: "rest-cloud", type: "InfrastructureProvider", url };
    configuration = await writeLocalRepository(repository, assets, [provider]);
    management = closing.use(
      await GoManagementCluster.start({
        prepare: async (server) => {
          await writeFile(path.join(folder, "kubeconfig"), server.kubeconfig, { mode: 0o600 });
          await clusterctl("init", "--bootstrap=-", "--control-plane=-", "--infrastructure=rest-cloud");
          await deleteUpstreamWebhooks(server);
        },
      }),
    );
    cloud = closing.use(
      await FakeCloud.start({ clock: systemClock, token, createMs: 500, deleteMs: 200, listLagMs: 500 }),
    );
    const main = path.join(example, "src/main.ts");
    const certificates = path.join(folder, "serving-certs");
    const toRun = { label, main, certificates, conditions: ["source"] };
    release = closing.use(await InstalledRelease.start(management, toRun));
  });
  afterAll(() => closing.disposeAsync());

  async function clusterctl(...args: readonly string[]): Promise<string> {
    const env = { ...process.env, NO_COLOR: "1", CLUSTERCTL_DISABLE_VERSIONCHECK: "true", XDG_CONFIG_HOME: folder };
    const given = [...args, `--config=${configuration}`, `--kubeconfig=${path.join(folder, "kubeconfig")}`];
    return (await promisify(execFile)(path.join(assets, "clusterctl"), given, { env })).stdout;
  }

  test("violates no MUST rule; it is in Cluster API's group, and has one control plane Machine", () => {
    expect(checked).toMatch(/^Findings: 0 MUST, 2 SHOULD, 0 MAY/m);
  });

  test("creates and deletes a tenant's Machines with the operator's account, and serves both versions", async () => {
    await using scene = await management.scene(kinds);
    const { client, namespace } = scene;
    await grantAccount(client, cloud, namespace);
    const service = closing.use(await ApiServer.start());
    closing.use(await playKubelets(management, service, namespace));
    await createSecret(
      client,
      clusterSecretName("c1", "kubeconfig"),
      namespace,
      { value: service.kubeconfig },
      secretType,
    );
    for (const name of ["c1-control-plane", "c1-workers"]) {
      await createSecret(client, name, namespace, { value: "#!/bin/sh\ntrue\n" });
    }
    const template = await clusterctl(
      ...["generate", "cluster", "c1", "--infrastructure=rest-cloud:v0.1.0", `--target-namespace=${namespace}`],
      ...["--kubernetes-version=v1.36.0", "--worker-machine-count=2"],
    );

    await applyYAML(client, template);
    await reached(scene, release, "3 Machines Running", () => allRunning(scene, 3));

    // The API server calls the webhooks of the provider's process for conversion and admission.
    const old: ResourceKind = { ...RestMachine.kind, version: "v1alpha1" };
    const key = { name: "c1-control-plane", namespace };
    expect(await client.get(old, key)).toMatchObject({ spec: { size: "large" } });
    const tooLarge = { type: "merge", body: { spec: { serverType: "small", diskGiB: 500 } } } as const;
    await expect(client.patch(RestMachine.kind, key, tooLarge)).rejects.toThrow(/choose the type large/);
    expect(cloud.store.living).toHaveLength(3);

    await client.delete(Cluster, scene.key("c1"));
    await reached(scene, release, "everything gone", () =>
      kinds.every((kind) => scene.list<KubernetesObject>(kind).length === 0),
    );
    expect(cloud.store.living).toEqual([]);
    expect(release.output).not.toContain(token);
    expect(management.refusalsOf(release.user)).toBe("");
  });
});

/** Runs `capstan generate release`, and resolves with the output of `capstan check`. */
async function generateRelease(out: string): Promise<string> {
  const capstan = async (...args: readonly string[]): Promise<string> => {
    const program = ["--conditions=source", path.join(root, "packages/cli/src/main.ts"), ...args];
    return (await promisify(execFile)(process.execPath, program, { cwd: example })).stdout;
  };
  await capstan(
    ...["generate", "release", "--from", path.join(example, "src/api/definitions.ts"), "--name", "rest-cloud"],
    ...["--image", "registry.example.com/rest-cloud", "--release", "v0.1.0", "--templates", "templates", "--out", out],
  );
  return capstan("check", out);
}

/** The token is in the provider's namespace, which the Deployment permits by --secret-namespaces. */
async function grantAccount(client: Client, cloud: FakeCloud, namespace: string): Promise<void> {
  await createSecret(client, "gold", `${label}-system`, { token });
  const identity = {
    apiVersion: "infrastructure.cluster.x-k8s.io/v1beta1",
    kind: "RestIdentity",
    metadata: { name: "default" },
    spec: {
      url: cloud.url,
      secretRef: { name: "gold", namespace: `${label}-system` },
      allowedNamespaces: { selector: { matchLabels: { "kubernetes.io/metadata.name": namespace } } },
    },
  };
  await applyYAML(client, JSON.stringify(identity));
}

async function createSecret(
  client: Client,
  name: string,
  namespace: string,
  values: Readonly<Record<string, string>>,
  type = "Opaque",
): Promise<void> {
  const data = Object.entries(values).map(([key, value]) => [key, Buffer.from(value).toString("base64")] as const);
  await client.create(Secret, {
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name, namespace, labels: { [labels.clusterName]: "c1" } },
    type,
    data: Object.fromEntries(data),
  });
}

async function reached(scene: Scene, release: InstalledRelease, what: string, fact: () => boolean): Promise<void> {
  try {
    await scene.until(what, fact);
  } catch (error) {
    throw new Error(`${String(error)}\n${release.output}`, { cause: error });
  }
}

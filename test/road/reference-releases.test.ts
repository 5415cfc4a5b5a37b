import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { Cluster, type KubernetesObject, Machine, MachineDeployment, type ResourceKind } from "@capstan/contract";
import { KubeadmConfig } from "@capstan/bootstrap-kubeadm";
import { AuditedRequests, startAuditedServer } from "@capstan/harness/audit";
import { goCoreAvailable } from "@capstan/harness/go";
import { allRunning, createCluster, createControlPlane, createWorkers, Scene } from "@capstan/harness/scenes";
import { MockCluster, MockMachine } from "@capstan/infrastructure-mock";
import { defineInfraMachine, Type } from "@capstan/provider";
import { releasedProvider, rolesOf, yamlOf } from "@capstan/provider/release";
import { createClient, Namespace, Secret, requestPath } from "@capstan/runtime";
import { applyYAML, type RealApiServer } from "@capstan/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildImage } from "../../build/images/build-image.ts";
import { imagePrograms } from "../../build/images/programs.ts";
import { writeConfiguration } from "../interop/clusterctl/local-repository.ts";
import { InstalledRelease, type Management } from "./installed-release.ts";

const kinds: readonly ResourceKind[] = [
  Cluster,
  Machine,
  MachineDeployment,
  KubeadmConfig.kind,
  MockMachine.kind,
  Secret,
];

/** The providers that clusterctl installs, each from the folder of its image. */
const releases = [
  { image: "capstan-core", label: "cluster-api", name: "cluster-api", type: "CoreProvider", flag: "core" },
  {
    image: "capstan-bootstrap-kubeadm",
    label: "bootstrap-kubeadm",
    name: "kubeadm",
    type: "BootstrapProvider",
    flag: "bootstrap",
  },
  {
    image: "capstan-infrastructure-mock",
    label: "infrastructure-mock",
    name: "mock",
    type: "InfrastructureProvider",
    flag: "infrastructure",
  },
] as const;

describe.runIf(goCoreAvailable)("the releases of the core and both reference providers", () => {
  const closing = new AsyncDisposableStack();
  const managers: InstalledRelease[] = [];
  let folder: string;
  let server: RealApiServer;
  let management: Management;
  let printed: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "reference-releases-"));
    closing.defer(() => rm(folder, { recursive: true }));
    for (const program of imagePrograms) await buildImage(program, path.join(folder, program.name));
    server = closing.use(await startAuditedServer({ withBodies: true }));
    await writeFile(path.join(folder, "kubeconfig"), server.kubeconfig, { mode: 0o600 });
    const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "test" });
    closing.defer(() => client.close());
    management = { client, kubeconfig: server.kubeconfig };
    printed = await initialize();
    for (const { image, label } of releases) {
      const [main, certificates] = [path.join(folder, image, `${image}.mjs`), path.join(folder, `${image}-certs`)];
      managers.push(closing.use(await InstalledRelease.start(management, { label, main, certificates })));
    }
  });
  afterAll(() => closing.disposeAsync());

  /** Resolves with the output of `clusterctl init` for these releases. */
  async function initialize(): Promise<string> {
    const repository = path.join(folder, "repository");
    await mkdir(repository);
    const providers = releases.map(({ image, label, name, type, flag }) => {
      return { name, type, url: path.join(folder, image, label, "v0.1.0", `${flag}-components.yaml`) };
    });
    const configuration = await writeConfiguration(repository, providers);
    const wanted = releases.map(({ flag, name }) => `--${flag}=${name}:v0.1.0`);
    const env = { ...process.env, NO_COLOR: "1", CLUSTERCTL_DISABLE_VERSIONCHECK: "true", XDG_CONFIG_HOME: folder };
    const program = path.join(process.env.CAPSTAN_CLUSTER_API_ASSETS ?? "", "clusterctl");
    const given = ["init", ...wanted, "--control-plane=-", `--config=${configuration}`];
    const kubeconfig = `--kubeconfig=${path.join(folder, "kubeconfig")}`;
    const { stdout, stderr } = await promisify(execFile)(program, [...given, kubeconfig], { env });
    return stdout + stderr;
  }

  /** Whether a user has a permission, as the server decides it. */
  async function mayDo(user: string, resourceAttributes: Readonly<Record<string, string>>): Promise<boolean> {
    const review = await management.client.request(
      "POST",
      requestPath`/apis/authorization.k8s.io/v1/subjectaccessreviews`,
      {
        apiVersion: "authorization.k8s.io/v1",
        kind: "SubjectAccessReview",
        spec: { user, resourceAttributes },
      },
    );
    return (review as { readonly status: { readonly allowed: boolean } }).status.allowed;
  }

  /** Adds the managers' output to the message of a failure. */
  async function reached(scene: Scene, what: string, fact: () => boolean): Promise<void> {
    try {
      await scene.until(what, fact);
    } catch (error) {
      throw new Error(`${String(error)}\n${managers.map(({ output }) => output).join("\n")}`, { cause: error });
    }
  }

  test("are installed by clusterctl, with Capstan's core in place of Cluster API's", async () => {
    expect(printed).toContain("Your management cluster has been initialized successfully!");
    const at = requestPath`/apis/clusterctl.cluster.x-k8s.io/v1alpha3/providers`;
    const { items } = (await management.client.request("GET", at)) as { items: Record<string, unknown>[] };
    expect(
      items.map(({ type, providerName, version }) => `${String(type)} ${String(providerName)} ${String(version)}`),
    ).toEqual(
      expect.arrayContaining([
        "CoreProvider cluster-api v0.1.0",
        "BootstrapProvider kubeadm v0.1.0",
        "InfrastructureProvider mock v0.1.0",
      ]),
    );
  });

  test("grant the core access to a provider's separate API group by an aggregated role", async () => {
    const Foreign = defineInfraMachine({
      kind: "ForeignMachine",
      group: "infrastructure.example.com",
      versions: { v1: { contract: "v1beta2", spec: Type.Object({}) } },
    });
    const { group, plural } = Foreign.kind;
    const [core] = managers;
    const mayPatch = () => mayDo(core?.user ?? "", { verb: "patch", group, resource: plural, namespace: "default" });
    expect(await mayPatch()).toBe(false);

    const added = rolesOf(releasedProvider([Foreign], {})).filter(({ metadata }) =>
      metadata.name.includes("aggregated"),
    );
    await applyYAML(management.client, yamlOf(added));

    await expect.poll(mayPatch).toBe(true);
  });

  test("create and delete Machines with the arguments and permissions of their Deployments", async () => {
    const name = `test-${randomBytes(4).toString("hex")}`;
    await management.client.create(Namespace, { apiVersion: "v1", kind: "Namespace", metadata: { name } });
    await using scene = await Scene.open(management.client, name, kinds);
    await createCluster(scene, "c1", MockCluster.kind);
    await createControlPlane(scene, "cp", { cluster: "c1" });
    await createWorkers(scene, "md", { cluster: "c1", replicas: 2 });
    await reached(scene, "3 Machines Running", () => allRunning(scene, 3));

    // The API server calls the webhook of the core's process for conversion.
    const old: ResourceKind = { ...MachineDeployment, version: "v1beta1" };
    expect(await management.client.get(old, scene.key("md"))).toMatchObject({
      spec: { template: { spec: { infrastructureRef: { apiVersion: "infrastructure.cluster.x-k8s.io/v1beta2" } } } },
    });

    await scene.client.delete(Cluster, scene.key("c1"));
    await reached(scene, "everything gone", () =>
      kinds.every((kind) => scene.list<KubernetesObject>(kind).length === 0),
    );
    const requests = new AuditedRequests(server);
    expect(managers).toHaveLength(3);
    for (const { user } of managers) {
      expect(requests.writesOf(user), user).not.toEqual([]);
      expect(requests.refusalsOf(user), user).toBe("");
      expect(requests.unchangedBy(user), user).toEqual([]);
    }
  });
});

import path from "node:path";
import {
  Cluster,
  type KubernetesObject,
  labels,
  Machine,
  readProviderObject,
  type ResourceKind,
} from "@capstan/contract";
import { Secret, systemClock } from "@capstan/runtime";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FakeService } from "../../../examples/control-plane-managed/fake-service/fake-service.ts";
import { ManagedControlPlane } from "../../../examples/control-plane-managed/src/api/managed-control-plane.ts";
import { allRunning, createWorkers, scaleWorkers, type Scene } from "@capstan/harness/scenes";
import { joinScript } from "./boot.ts";
import { CloudMachines, cloudToken } from "./cloud-machines.ts";
import { ExamplePair } from "./example-pair.ts";
import {
  byResource,
  generateManifests,
  goCoreAvailable,
  GoManagementCluster,
  type InstalledProvider,
} from "@capstan/harness/go";
import { ProviderProcess } from "./provider-process.ts";
import { expectEveryRightUsed } from "./rights.ts";
import { summarize } from "./summarize.ts";
import { WorkloadCluster } from "./workload-cluster.ts";

const example = path.resolve(import.meta.dirname, "../../../examples/control-plane-managed");
const from = "v1.36.0";
const to = "v1.36.1";

describe.runIf(goCoreAvailable)("a managed control plane under the Go core, with its generated role", () => {
  const closing = new AsyncDisposableStack();
  let management: GoManagementCluster;
  let service: FakeService;
  let pair: ExamplePair;
  let provider: InstalledProvider;
  let running: ProviderProcess;
  beforeAll(async () => {
    management = closing.use(await GoManagementCluster.start({ withBodies: true }));
    service = closing.use(await FakeService.start({ clock: systemClock, workMs: 2_000 }));
    pair = closing.use(await ExamplePair.start(management));
    const manifests = await generateManifests(path.join(example, "src/api/managed-control-plane.ts"));
    provider = await management.install(manifests);
    running = closing.use(new ProviderProcess(path.join(example, "src/main.ts"), provider));
  });
  afterAll(() => closing.disposeAsync());

  test("its Cluster reaches Provisioned, workers join, it is upgraded, and is deleted after its Machines", async () => {
    const kinds = [Cluster, Machine, ManagedControlPlane.kind, pair.kind("RestCluster"), pair.kind("RestMachine")];
    await using scene = await management.scene([...kinds, Secret]);
    const id = `${scene.namespace}.c1`;
    const workload = () => WorkloadCluster.at(service.kubeconfigOf(id) ?? "");
    await using machines = await CloudMachines.start({
      join: async (name, providerID) => {
        await using joined = workload();
        await joined.join(name, providerID);
      },
    });
    const reached = async (what: string, fact: () => boolean) => {
      await scene.until(what, fact).catch((error: unknown) => {
        const failures = machines.failures.map(String).join("\n");
        throw new Error(`${String(error)}\n${failures}\n${running.output}\n${pair.output}`, { cause: error });
      });
    };

    await apply(scene, pair, { serviceUrl: service.url, cloudUrl: machines.cloud.url });
    await reached("Cluster Provisioned, with a control plane", () => isControlled(scene));
    const { spec, status } = theCluster(scene);
    const controlPlane = theControlPlane(scene);
    expect(spec.controlPlaneEndpoint).toEqual(controlPlane.controlPlaneEndpoint);
    expect(controlPlane.externalManagedControlPlane).toBe(true);
    expect(status?.initialization).toMatchObject({ controlPlaneInitialized: true, infrastructureProvisioned: true });
    expect(status?.controlPlane?.versions).toMatchObject([{ version: from }]);
    await reached("2 Machines Running", () => allRunning(scene, 2));
    await reached("Cluster Available", () => scene.condition(Cluster, "c1", "Available")?.status === "True");
    const names = scene.list(Machine).map(({ metadata }) => metadata.name);
    {
      await using joined = workload();
      expect(await joined.nodeNames()).toEqual(names.toSorted());
    }

    await scene.client.patch(ManagedControlPlane.kind, scene.key("c1"), {
      type: "merge",
      body: { spec: { version: to } },
    });
    await reached("rolling out", () => scene.condition(Cluster, "c1", "RollingOut")?.status === "True");
    expect(scene.condition(Cluster, "c1", "ControlPlaneAvailable")).toMatchObject({ status: "True" });
    await reached("upgraded", () => theCluster(scene).status?.controlPlane?.versions?.[0]?.version === to);
    await reached("rolled out", () => scene.condition(Cluster, "c1", "RollingOut")?.status === "False");

    // Without control plane Machines, core removes a Node only for externalManagedControlPlane.
    await scaleWorkers(scene, "md", 1);
    await reached("1 Machine left", () => allRunning(scene, 1));
    {
      await using joined = workload();
      expect(await joined.nodeNames()).toEqual(scene.list(Machine).map(({ metadata }) => metadata.name));
    }

    await scene.client.delete(Cluster, scene.key("c1"));
    const isGone = (kind: ResourceKind) => scene.list<KubernetesObject>(kind).length === 0;
    await reached("all gone", () => kinds.every(isGone));
    await reached("kubeconfig gone", () => scene.list(Secret).every(({ metadata }) => metadata.name === "cloud"));
    expect(service.ids).toEqual([]);
    expectOrder(scene, [Machine, ManagedControlPlane.kind, pair.kind("RestCluster")]);

    const users = [provider, ...pair.installed].map(({ user }) => user).concat(management.core.user);
    summarize("A managed control plane under the Go core", [
      `writes of the provider: ${byResource(management.writesOf(provider.user))}`,
      `403s: ${users.map((user) => `${user.split(":").at(-1) ?? ""} ${management.refusalsOf(user) || "none"}`).join(", ")}`,
    ]);
    for (const user of users) expect(management.refusalsOf(user), user).toBe("");
    expect(management.unchangedBy(provider.user), "written without a change").toEqual([]);
    summarize("Rights of the provider that were not used", expectEveryRightUsed(management, provider));
  });
});

/** Creates all objects at the same time, like a user: the Cluster, both objects of the provider, and a MachineDeployment of 2. */
async function apply(
  scene: Scene,
  pair: ExamplePair,
  { serviceUrl, cloudUrl }: { readonly serviceUrl: string; readonly cloudUrl: string },
): Promise<void> {
  const metadata = { name: "c1", namespace: scene.namespace };
  const reference = ({ group, kind }: ResourceKind) => ({ apiGroup: group, kind, name: "c1" });
  const [restCluster, { kind: controlPlane }] = [pair.kind("RestCluster"), ManagedControlPlane];
  await scene.create({
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name: "cloud", labels: { [labels.clusterName]: "c1" } },
    ...{ data: { token: Buffer.from(cloudToken).toString("base64") } },
  });
  const inCloud = { url: cloudUrl, credentialsSecretName: "cloud", loadBalancer: false };
  await scene.create(
    ofKind(restCluster, metadata, inCloud),
    ofKind(controlPlane, metadata, { url: serviceUrl, version: from }),
    ofKind(Cluster, metadata, {
      controlPlaneRef: reference(controlPlane),
      infrastructureRef: reference(restCluster),
    }),
  );
  await createWorkers(scene, "md", {
    cluster: "c1",
    replicas: 2,
    version: from,
    bootstrap: {
      kind: pair.kind("ShellConfig"),
      templateKind: pair.kind("ShellConfigTemplate"),
      spec: { inTemplate: { script: joinScript } },
    },
    machines: { kind: pair.kind("RestMachine"), templateKind: pair.kind("RestMachineTemplate") },
  });
}

function ofKind({ group, version, kind }: ResourceKind, metadata: KubernetesObject["metadata"], spec: object) {
  return { apiVersion: `${group}/${version}`, kind, metadata, spec };
}

function theCluster(scene: Scene): Cluster {
  return scene.find(Cluster, "c1") as Cluster;
}

function theControlPlane(scene: Scene) {
  return readProviderObject("ControlPlane", scene.find(ManagedControlPlane.kind, "c1"), "v1beta2");
}

function isControlled(scene: Scene): boolean {
  const holds = (type: string) => scene.condition(Cluster, "c1", type)?.status === "True";
  return (
    ["ControlPlaneInitialized", "ControlPlaneAvailable", "InfrastructureReady"].every(holds) &&
    theCluster(scene).status?.phase === "Provisioned"
  );
}

/** Each deletion was requested only after all earlier objects were deleted; resource versions are those of etcd. */
function expectOrder(scene: Scene, kinds: readonly ResourceKind[]): void {
  const revisions = ({ kind }: ResourceKind, isMeant: (seen: Scene["history"][number]) => boolean) =>
    scene.history
      .filter((seen) => seen.kind === kind && isMeant(seen))
      .map(({ object }) => Number(object.metadata.resourceVersion));
  expect(kinds.length).toBeGreaterThan(1);
  for (const [index, later] of kinds.entries()) {
    const earlier = kinds[index - 1];
    if (earlier === undefined) continue;
    const gone = Math.max(...revisions(earlier, ({ type }) => type === "deleted"));
    const asked = Math.min(...revisions(later, ({ object }) => object.metadata.deletionTimestamp !== undefined));
    expect(asked, `${later.kind} is asked to go after ${earlier.kind} has gone`).toBeGreaterThan(gone);
  }
}

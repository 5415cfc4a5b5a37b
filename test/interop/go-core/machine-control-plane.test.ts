import path from "node:path";
import {
  Cluster,
  type KubernetesObject,
  labels,
  Machine,
  readProviderObject,
  type ResourceKind,
} from "@capstan/contract";
import { generateManifests, goCoreAvailable, GoManagementCluster, type InstalledProvider } from "@capstan/harness/go";
import { allRunning, type Scene } from "@capstan/harness/scenes";
import { Secret } from "@capstan/runtime";
import { freePorts } from "@capstan/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FakeMachines } from "../../../examples/control-plane-machines/fake-machines/fake-machines.ts";
import { LightConfig } from "../../../examples/control-plane-machines/src/api/light-config.ts";
import { LightControlPlane } from "../../../examples/control-plane-machines/src/api/light-control-plane.ts";
import { CloudMachines, cloudToken } from "./cloud-machines.ts";
import { ExamplePair } from "./example-pair.ts";
import { ProviderProcess } from "./provider-process.ts";
import { summarize } from "./summarize.ts";

const example = path.resolve(import.meta.dirname, "../../../examples/control-plane-machines");
const from = "v1.36.0";
const to = "v1.36.1";

describe.runIf(goCoreAvailable)("a control plane of Machines under the Go core, with its generated role", () => {
  const closing = new AsyncDisposableStack();
  let management: GoManagementCluster;
  let pair: ExamplePair;
  let provider: InstalledProvider;
  const processes: ProviderProcess[] = [];
  beforeAll(async () => {
    management = closing.use(await GoManagementCluster.start({ withBodies: true }));
    pair = closing.use(await ExamplePair.start(management));
    const start = async (definition: string, main: string) => {
      const installed = await management.install(await generateManifests(path.join(example, "src/api", definition)));
      processes.push(closing.use(new ProviderProcess(path.join(example, "src", main), installed)));
      return installed;
    };
    await start("light-config.ts", "bootstrap.ts");
    provider = await start("light-control-plane.ts", "control-plane.ts");
  });
  afterAll(() => closing.disposeAsync());

  test("its three Machines run, are replaced for another version, shrink to one, take other labels in place, and are deleted", async () => {
    const machineKinds = [pair.kind("RestCluster"), pair.kind("RestMachine")];
    const kinds = [Cluster, Machine, LightControlPlane.kind, LightConfig.kind, ...machineKinds];
    await using scene = await management.scene([...kinds, pair.kind("RestMachineTemplate"), Secret]);
    await using booted = new FakeMachines();
    await using machines = await CloudMachines.start(booted);
    const reached = async (what: string, fact: () => boolean) => {
      await scene.until(what, fact).catch((error: unknown) => {
        const failures = machines.failures.map(String).join("\n");
        throw new Error(
          `${String(error)}\n${failures}\n${processes.map(({ output }) => output).join("\n")}\n${pair.output}`,
          { cause: error },
        );
      });
    };
    const namesOf = () => scene.list(Machine).map(({ metadata }) => metadata.name);
    const reading = () =>
      readProviderObject("ControlPlane", scene.find(LightControlPlane.kind, "c1"), LightControlPlane.contract);
    const isReady = (replicas: number, version: string) => {
      const { readyReplicas, upToDateReplicas, versions = [] } = reading();
      const isAt = versions.length === 1 && versions[0]?.version === version;
      return isAt && [readyReplicas, upToDateReplicas, namesOf().length].every((count) => count === replicas);
    };

    await apply(scene, pair, machines.cloud.url);
    await reached("3 Machines Running", () => allRunning(scene, 3));
    await reached("3 Machines ready", () => isReady(3, from));
    await reached("Cluster Available", () => scene.condition(Cluster, "c1", "Available")?.status === "True");
    expect([...booted.started.values()].filter(({ options }) => "cluster-init" in options)).toHaveLength(1);
    const first = namesOf();

    const upgrade = { spec: { version: to } };
    await scene.client.patch(LightControlPlane.kind, scene.key("c1"), { type: "merge", body: upgrade });
    await reached("upgraded", () => isReady(3, to));
    expect(namesOf().filter((name) => first.includes(name))).toEqual([]);
    expect(booted.started.size).toBe(6);

    const shrink = { spec: { replicas: 1 } };
    await scene.client.patch(LightControlPlane.kind, scene.key("c1"), { type: "merge", body: shrink });
    await reached("1 Machine left", () => isReady(1, to));

    const relabel = { spec: { machineTemplate: { metadata: { labels: { tier: "gold" } } } } };
    await scene.client.patch(LightControlPlane.kind, scene.key("c1"), { type: "merge", body: relabel });
    const tiers = () =>
      [Machine, LightConfig.kind, pair.kind("RestMachine")].flatMap((kind) =>
        scene.list<KubernetesObject>(kind).map(({ metadata }) => metadata.labels?.tier),
      );
    await reached("labels changed in place", () => tiers().every((tier) => tier === "gold"));
    expect(tiers()).toHaveLength(3);

    await scene.client.delete(Cluster, scene.key("c1"));
    const isGone = (kind: ResourceKind) => scene.list<KubernetesObject>(kind).length === 0;
    await reached("all gone", () => kinds.every(isGone));
    await reached("Secrets gone", () => scene.list(Secret).every(({ metadata }) => metadata.name === "cloud"));

    expect(machines.failures).toEqual([]);
    summarize("A control plane of Machines under the Go core", [
      `403s of the provider: ${management.refusalsOf(provider.user) || "none"}`,
    ]);
    expect(management.refusalsOf(provider.user)).toBe("");
    expect(management.unchangedBy(provider.user), "written without a change").toEqual([]);
  });
});

/** Creates all objects at the same time, like a user. */
async function apply(scene: Scene, pair: ExamplePair, url: string): Promise<void> {
  const metadata = { name: "c1", namespace: scene.namespace };
  const template = pair.kind("RestMachineTemplate");
  const { group, kind } = LightControlPlane.kind;
  const restCluster = pair.kind("RestCluster");
  const [port] = await freePorts(1);
  await scene.create({
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name: "cloud", labels: { [labels.clusterName]: "c1" } },
    ...{ data: { token: Buffer.from(cloudToken).toString("base64") } },
  });
  await scene.create(
    ofKind(restCluster, metadata, { url, credentialsSecretName: "cloud", loadBalancer: false }),
    ofKind(template, metadata, { template: { spec: {} } }),
    ofKind(LightControlPlane.kind, metadata, {
      version: from,
      replicas: 3,
      machineTemplate: { spec: { infrastructureRef: { apiGroup: template.group, kind: template.kind, name: "c1" } } },
    }),
    ofKind(Cluster, metadata, {
      controlPlaneEndpoint: { host: "127.0.0.1", port },
      controlPlaneRef: { apiGroup: group, kind, name: "c1" },
      infrastructureRef: { apiGroup: restCluster.group, kind: restCluster.kind, name: "c1" },
    }),
  );
}

function ofKind({ group, version, kind }: ResourceKind, metadata: KubernetesObject["metadata"], spec: object) {
  return { apiVersion: `${group}/${version}`, kind, metadata, spec };
}

import {
  annotations,
  Cluster,
  finalizers,
  type KubernetesObject,
  labels,
  Machine,
  MachineDeployment,
  MachineHealthCheck,
  MachinePool,
  MachineSet,
  type ResourceKind,
} from "@capstan/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clusterReads } from "../src/controllers/cluster/reads.ts";
import { machineDeploymentReads } from "../src/controllers/machine-deployment/reads.ts";
import { machineHealthCheckReads } from "../src/controllers/machine-health-check/reads.ts";
import { machineReads } from "../src/controllers/machine/reads.ts";
import { machineSetReads } from "../src/controllers/machine-set/reads.ts";
import { changeOf, conditionChange, deprecatedChange, type FieldChange } from "./changes.ts";
import { machineDeployment, machineSet } from "./scene/sets.ts";
import { namespace, PlayedProviders } from "./scene/played-providers.ts";
import { poolDefinition } from "./scene/provider-kinds.ts";

interface Declared {
  readonly kind: ResourceKind;
  readonly selection: Partial<
    Record<"metadata" | "spec" | "status" | "conditions" | "deprecatedConditions", readonly string[]>
  >;
}

/** The fields that each controller declares to read, by the controller's name. */
const reads: Readonly<Record<string, Readonly<Record<string, Declared>>>> = {
  cluster: clusterReads,
  machine: machineReads,
  machineset: machineSetReads,
  machinedeployment: machineDeploymentReads,
  machinehealthcheck: machineHealthCheckReads,
};

interface Pair {
  readonly controller: string;
  readonly kind: ResourceKind;
  readonly field: string;
  readonly change: FieldChange | "deletion";
}

const pairs = Object.entries(reads).flatMap(([controller, kinds]) =>
  Object.values(kinds).flatMap(({ kind, selection }) =>
    changesOf(kind.kind, selection).map(([field, change]): Pair => ({ controller, kind, field, change })),
  ),
);

function changesOf(
  kind: string,
  selection: Declared["selection"],
): [field: string, change: FieldChange | "deletion"][] {
  const { metadata = [], spec = [], status = [], conditions = [], deprecatedConditions = [] } = selection;
  const fields = [
    ...metadata.map((name) => `metadata.${name}`),
    ...spec.map((name) => `spec.${name}`),
    ...status.map((name) => `status.${name}`),
  ];
  return [
    // The Cluster name of an object never changes.
    ...fields
      .filter((field) => field !== "spec.clusterName")
      .map((field): [string, FieldChange | "deletion"] => [
        field,
        field === "metadata.deletionTimestamp" ? "deletion" : changeOf(kind, field),
      ]),
    ...conditions.map((type): [string, FieldChange] => [`condition ${type}`, conditionChange(type)]),
    ...deprecatedConditions.map((type): [string, FieldChange] => [`v1beta1 condition ${type}`, deprecatedChange(type)]),
  ];
}

const paused = { [annotations.paused]: "" };
const keep = ["example.com/keep"];

/**
 * One object of each kind in one Cluster, owned top down and all paused: controllers reconcile and write nothing, so only the change itself
 * can cause a reconcile.
 */
class Scene {
  readonly world: PlayedProviders;
  #count = 0;

  constructor(world: PlayedProviders) {
    this.world = world;
  }

  /** Separate objects for each change, so that each change is the first. */
  async build(): Promise<ReadonlyMap<string, number>> {
    const name = `c${++this.#count}`;
    const { client } = this.world;
    const meta = (object: KubernetesObject, owner?: KubernetesObject, more: object = {}) => ({
      ...object.metadata,
      annotations: paused,
      finalizers: keep,
      labels: { [labels.clusterName]: name },
      ...(owner === undefined ? {} : { ownerReferences: [controllerReference(owner)] }),
      ...more,
    });
    const create = async <T extends KubernetesObject>(kind: ResourceKind<T>, object: T) =>
      (await client.create(kind, object)) as KubernetesObject;
    const infrastructureRef = { apiGroup: "infrastructure.cluster.x-k8s.io", kind: "TestCluster", name };
    await create(Cluster, {
      apiVersion: "cluster.x-k8s.io/v1beta2",
      kind: "Cluster",
      metadata: { name, namespace, annotations: paused, finalizers: keep },
      spec: { infrastructureRef },
    });
    const of = (kind: string) => ({
      clusterName: name,
      bootstrap: { dataSecretName: "data" },
      infrastructureRef: ref(kind),
    });
    const template = { spec: of("TestMachineTemplate") };
    const spec = { clusterName: name, selector: { matchLabels: { [labels.clusterName]: name } }, template };
    const deployment = machineDeployment(name, spec);
    const owner = await create(MachineDeployment, { ...deployment, metadata: meta(deployment) });
    const set = machineSet(name, spec);
    const setOwner = await create(MachineSet, { ...set, metadata: meta(set, owner) });
    const machine = (machineName: string): Machine => ({
      apiVersion: "cluster.x-k8s.io/v1beta2",
      kind: "Machine",
      metadata: meta({ metadata: { name: machineName, namespace } } as KubernetesObject, setOwner),
      spec: of("TestMachine"),
    });
    await create(Machine, machine(name));
    await create(Machine, {
      ...machine(`${name}-going`),
      metadata: { ...machine(`${name}-going`).metadata, finalizers: [...keep, finalizers.machine] },
    });
    await client.delete(Machine, { name: `${name}-going`, namespace });
    await create(MachinePool, {
      apiVersion: "cluster.x-k8s.io/v1beta2",
      kind: "MachinePool",
      metadata: meta({ metadata: { name, namespace } } as KubernetesObject),
      spec: { clusterName: name, template },
    });
    await create(MachineHealthCheck, {
      apiVersion: "cluster.x-k8s.io/v1beta2",
      kind: "MachineHealthCheck",
      metadata: meta({ metadata: { name, namespace } } as KubernetesObject),
      spec: { clusterName: name, selector: { matchLabels: { [labels.clusterName]: name } } },
    });
    await this.world.settled();
    return await this.world.reconciles();
  }

  async change({ kind, change }: Pick<Pair, "kind" | "change">): Promise<void> {
    const { client } = this.world;
    const key = { name: `c${this.#count}`, namespace };
    if (change === "deletion") await client.delete(kind, key);
    else {
      const options = change.status === undefined ? {} : { subresource: "status" as const };
      await client.patch(kind, key, { type: "merge", body: change }, options);
    }
    await this.world.settled();
  }
}

function ref(kind: string) {
  return { apiGroup: "infrastructure.cluster.x-k8s.io", kind, name: "some" };
}

function controllerReference({ apiVersion, kind, metadata }: KubernetesObject) {
  return { apiVersion, kind, name: metadata.name, uid: metadata.uid ?? "", controller: true };
}

describe("a field of another kind that a controller declares to read", () => {
  let world: PlayedProviders;
  let scene: Scene;
  beforeAll(async () => {
    world = await PlayedProviders.start();
    await world.install([poolDefinition()]);
    await world.settled();
    scene = new Scene(world);
  });
  afterAll(async () => {
    await world[Symbol.asyncDispose]();
  });

  test.each(
    pairs.map((pair) => [`${pair.controller} is woken by ${pair.field} of a ${pair.kind.kind}`, pair] as const),
  )("%s", async (_, pair) => {
    const before = await scene.build();
    await scene.change(pair);
    const after = await world.reconciles();
    expect(after.get(pair.controller) ?? 0).toBeGreaterThan(before.get(pair.controller) ?? 0);
  });

  test("triggers only controllers that declare it", async () => {
    const before = await scene.build();
    await scene.change({
      kind: Machine,
      change: { status: { addresses: [{ type: "InternalIP", address: "10.0.0.9" }] } },
    });
    const after = await world.reconciles();
    const woken = [...after].filter(([name, count]) => count > (before.get(name) ?? 0)).map(([name]) => name);
    expect(woken).toEqual(["machine"]);
  });
});

test("a version change of a waiting standalone Machine updates the sums of its Cluster", async () => {
  // given a standalone worker without a Node
  await using world = await PlayedProviders.start();
  await world.createCluster();
  await world.createMachine("w", { spec: { version: "v1.36.0" } });
  await world.settled();
  await world.clock.advance({ seconds: 2 });
  const versions = async () => (await world.client.get(Cluster, { name: "c1", namespace })).status?.workers?.versions;
  expect(await versions()).toEqual([{ version: "v1.36.0", replicas: 1 }]);

  // when its version changes, and nothing else
  await world.patch(Machine, "w", { spec: { version: "v1.36.1" } });
  await world.settled();
  await world.clock.advance({ seconds: 2 });

  // then the Cluster shows it
  expect(await versions()).toEqual([{ version: "v1.36.1", replicas: 1 }]);
});

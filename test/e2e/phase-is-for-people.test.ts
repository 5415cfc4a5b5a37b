import { KubeadmConfig } from "@capstan/bootstrap-kubeadm";
import { coreCRDs, Cluster, Machine, MachineDeployment, MachineSet, type ResourceKind } from "@capstan/contract";
import { MockCluster, MockMachine } from "@capstan/infrastructure-mock";
import { isNotFound, Node } from "@capstan/runtime";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  clusterObjects,
  createControlPlane,
  createWorkers,
  machineObjects,
  ManagementCluster,
  names,
  scaleWorkers,
  Scene,
  servers,
} from "@capstan/harness/scenes";
import { SeededRandom } from "@capstan/harness/random";

/** The kinds that have a phase, with every value that their CRDs admit. */
const phasesOf: Readonly<Record<string, { readonly kind: ResourceKind; readonly phases: readonly string[] }>> = {
  Machine: {
    kind: Machine,
    phases: ["Pending", "Provisioning", "Provisioned", "Running", "Deleting", "Deleted", "Failed", "Unknown"],
  },
  Cluster: { kind: Cluster, phases: ["Pending", "Provisioning", "Provisioned", "Deleting", "Failed", "Unknown"] },
  MachineDeployment: {
    kind: MachineDeployment,
    phases: ["ScalingUp", "ScalingDown", "Running", "Failed", "Unknown"],
  },
};

/** Responds to changes with wrong phases. */
interface Corruption {
  /** Restarts the wrong phases for every object that changes. */
  readonly refill: () => void;
  /** The writes of wrong phases. */
  readonly writes: readonly Promise<unknown>[];
  /** Resolves when all of them have a response, and the scene has observed the results. */
  readonly seen: () => Promise<unknown>;
}

/** Writes a wrong phase whenever an object of `kinds` has changed, `times` times each. */
function corrupt(scene: Scene, kinds: readonly string[], times: number, random: SeededRandom): Corruption {
  const left = new Map<string, number>();
  const writes: Promise<unknown>[] = [];
  const corruptOne = (name: string, kind: ResourceKind, phases: readonly string[]): void => {
    const id = `${kind.kind} ${name}`;
    const remaining = left.get(id) ?? times;
    if (remaining === 0) return;
    left.set(id, remaining - 1);
    const body = { status: { phase: random.pick(phases) } };
    writes.push(corruptedBy(scene, kind, name, body));
  };
  scene.onChange(({ kind, name, type }) => {
    const known = kinds.includes(kind) ? phasesOf[kind] : undefined;
    if (known !== undefined && type !== "deleted") corruptOne(name, known.kind, known.phases);
  });
  return {
    refill: () => {
      left.clear();
    },
    writes,
    seen: () => Promise.all(writes),
  };
}

/** Resolves when the scene has observed the object with `body` in its status, or its deletion. */
async function corruptedBy(scene: Scene, kind: ResourceKind, name: string, body: object): Promise<void> {
  try {
    const written = await scene.client.patch(kind, scene.key(name), { type: "merge", body }, { subresource: "status" });
    const version = BigInt(written.metadata.resourceVersion ?? 0);
    await scene.until(`${kind.kind} ${name} observed with the wrong phase`, () => {
      const found = scene.find(kind, name);
      return found === undefined || BigInt(found.metadata.resourceVersion ?? 0) >= version;
    });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

/** None of these must be left behind. */
const counted: readonly ResourceKind[] = [Cluster, MachineDeployment, MachineSet, Machine, MockMachine.kind];
const watched: readonly ResourceKind[] = [
  ...counted,
  MockCluster.kind,
  MockMachine.templateKind,
  KubeadmConfig.kind,
  KubeadmConfig.templateKind,
];

/** The result of one stage, without generated names. */
function outcome(scene: Scene, nodes: number): object {
  const [deployment] = scene.list(MachineDeployment);
  const [cluster] = scene.list(Cluster);
  const { replicas, readyReplicas, availableReplicas, phase } = deployment?.status ?? {};
  return {
    cluster: cluster?.status?.phase,
    deployment: { replicas, readyReplicas, availableReplicas, phase },
    sets: scene.list(MachineSet).length,
    machines: scene.list(Machine).map(({ status }) => status?.phase),
    mockMachines: scene.list(MockMachine.kind).length,
    nodes,
  };
}

/** Scales a Cluster with three workers to five, then two, and deletes it; returns the result of each stage. */
async function lifeOfACluster(scene: Scene, corruption: Corruption | undefined): Promise<object[]> {
  const outcomes: object[] = [];
  const stage = async (workers: number): Promise<void> => {
    const isDone = (): boolean => {
      const all = scene.list(Machine);
      const { replicas, availableReplicas, phase } = scene.list(MachineDeployment)[0]?.status ?? {};
      const isRunning = all.length === workers + 1 && all.every(({ status }) => status?.phase === "Running");
      const isCounted = replicas === workers && availableReplicas === workers && phase === "Running";
      return isRunning && isCounted && scene.list(Cluster)[0]?.status?.phase === "Provisioned";
    };
    const workload = await scene.workload("c1");
    let nodes: number;
    // A correct phase may immediately be answered by a wrong one, which must be corrected as well before the result is recorded.
    do {
      await scene.until(`${workers} workers`, isDone);
      nodes = (await workload.list(Node)).items.length;
      await corruption?.seen();
    } while (!isDone());
    outcomes.push(outcome(scene, nodes));
    corruption?.refill();
  };
  await scene.create(...clusterObjects("c1"));
  await createControlPlane(scene, "cp", { cluster: "c1" });
  await createWorkers(scene, "md", { cluster: "c1", replicas: 3 });
  await stage(3);
  await scaleWorkers(scene, "md", 5);
  await stage(5);
  await scaleWorkers(scene, "md", 2);
  await stage(2);
  await scene.client.delete(Cluster, scene.key("c1"));
  await scene.until("all objects deleted", () => counted.every((kind) => scene.list(kind).length === 0));
  await corruption?.seen();
  const gone = (kind: string) => scene.history.filter((seen) => seen.kind === kind && seen.type === "deleted").length;
  outcomes.push({ machines: gone("Machine"), sets: gone("MachineSet"), mockMachines: gone("MockMachine") });
  return outcomes;
}

test("the test corrupts the phase of every kind that has one (S029)", () => {
  // Some of Cluster API's CRDs define kinds that no controller here reconciles.
  const crds = [...coreCRDs, ...[KubeadmConfig, MockCluster, MockMachine].flatMap((definition) => definition.crds)];
  const withPhase = crds.filter(({ spec }) =>
    spec.versions.some(({ schema }) => schema.openAPIV3Schema.properties?.status?.properties?.phase !== undefined),
  );
  expect(withPhase.map(({ spec }) => spec.names.kind).toSorted()).toEqual(Object.keys(phasesOf).toSorted());
});

describe.each(servers)("status.phase is for people: no controller acts on it, on the %s server", (server) => {
  let management: ManagementCluster;
  beforeAll(async () => {
    management = await ManagementCluster.start(server);
  });
  afterAll(() => management[Symbol.asyncDispose]());

  test.each([1, 2, 3])("wrong phases throughout (seed %i): the same end, no duplicates (S029)", async (seed) => {
    await using scene = await management.scene();
    const controlPlanes = names("cp", 3);
    const workers = names("w", 3);
    const all = [...controlPlanes, ...workers];

    // when every change of a Machine is answered by a wrong phase, eight times each
    const { writes } = corrupt(scene, ["Machine"], 8, new SeededRandom(seed));
    await scene.create(
      ...clusterObjects("c1"),
      ...controlPlanes.flatMap((name) => machineObjects(name, { cluster: "c1", controlPlane: true })),
      ...workers.flatMap((name) => machineObjects(name, { cluster: "c1" })),
    );

    // then
    await scene.until("all phases corrupted, all Machines Running", () => {
      return writes.length === 8 * all.length && all.every((name) => scene.machine(name).status?.phase === "Running");
    });
    await Promise.all(writes);
    await management.settled();
    expect(scene.list(Machine).map(({ status }) => status?.phase)).toEqual(Array<string>(6).fill("Running"));
    expect(scene.list(MockMachine.kind)).toHaveLength(6);
    const nodes = (await (await scene.workload("c1")).list(Node)).items;
    expect(nodes.map(({ metadata }) => metadata.name).sort()).toEqual([...all].sort());
    // and a Machine that seemed to be deleted or to have failed was never deleted
    expect(scene.history.filter(({ type }) => type === "deleted")).toEqual([]);
  });

  test.each([1])(
    "wrong phases of Clusters, deployments and Machines while they are created, scaled and deleted (seed %i): no effect",
    async (seed) => {
      const open = async () => Scene.open(management.client, (await management.scene()).namespace, watched);
      await using plain = await open();
      await using wronged = await open();
      const corruption = corrupt(wronged, Object.keys(phasesOf), 5, new SeededRandom(seed));
      const expected = await lifeOfACluster(plain, undefined);
      expect(await lifeOfACluster(wronged, corruption)).toEqual(expected);
      // the control plane, and five workers of which three were deleted early
      expect(expected.at(-1)).toEqual({ machines: 6, sets: 1, mockMachines: 6 });
      expect(corruption.writes.length).toBeGreaterThan(4 * 5);
    },
  );
});

import { KubeadmConfig } from "@capstan/bootstrap-kubeadm";
import { Cluster, Machine, MachineDeployment, MachineSet, type ResourceKind } from "@capstan/contract";
import { MockCluster, MockMachine } from "@capstan/infrastructure-mock";
import { describe, expect, test } from "vitest";
import { ManagementCluster } from "../../../test/e2e/management-cluster.ts";
import { clusterObjects } from "../../../test/e2e/objects.ts";
import { type AnyObject, Scene } from "../../../test/e2e/scene.ts";
import { allRunning, createControlPlane, createWorkers } from "../../../test/go-core/fleet.ts";
import { goCoreAvailable, GoManagementCluster } from "../../../test/go-core/go-management-cluster.ts";
import { ReferenceProviders } from "../../../test/go-core/reference-providers.ts";

const watched: readonly ResourceKind[] = [
  Cluster,
  MachineDeployment,
  MachineSet,
  Machine,
  KubeadmConfig.kind,
  KubeadmConfig.templateKind,
  MockCluster.kind,
  MockMachine.kind,
  MockMachine.templateKind,
];
const patienceMs = 120_000;

/** The same manifests, until the workers are what the deployment wants. */
async function run(scene: Scene): Promise<void> {
  await scene.create(...clusterObjects("c1"));
  await createControlPlane(scene, "cp", { cluster: "c1" });
  await createWorkers(scene, "md", { cluster: "c1", replicas: 2 });
  await scene.until(
    "2 workers complete",
    () => {
      const { status } = (scene.find(MachineDeployment, "md") ?? {}) as Partial<MachineDeployment>;
      const set = scene.list<MachineSet>(MachineSet).at(0);
      const done = [status?.availableReplicas, status?.upToDateReplicas, set?.status?.availableReplicas];
      const isFresh = set?.status?.observedGeneration === set?.metadata.generation;
      const ofNodes = [status, set?.status].map((each) => each?.deprecated?.v1beta1?.readyReplicas);
      const isDone = [...done, ...ofNodes].every((count) => count === 2);
      return isDone && isFresh && allRunning(scene, 3) && isReady(status);
    },
    patienceMs,
  );
}

function isReady(status: MachineDeployment["status"]): boolean {
  const conditions = status?.deprecated?.v1beta1?.conditions ?? [];
  return conditions.some(({ type, status: state }) => type === "Ready" && state === "True");
}

/** What has to be the same of an object, whoever runs it: names without chance, and no times, UIDs or versions. */
function essence(scene: Scene, kind: ResourceKind): unknown[] {
  const set = scene.list<MachineSet>(MachineSet).at(0);
  const hash = set?.metadata.labels?.["machine-template-hash"] ?? "-";
  const plain = (text: string) =>
    text
      .replaceAll(hash, "<hash>")
      .replaceAll(set?.metadata.name ?? "-", "<set>")
      .replaceAll(/<set>-[a-z0-9]{5}/g, "<machine>");
  const objects = scene.list<AnyObject>(kind).filter(({ metadata }) => !["cp", "c1"].includes(metadata.name));
  return objects
    .map((object) => JSON.parse(plain(JSON.stringify(described(object)))) as unknown)
    .sort((left, right) => (JSON.stringify(left) < JSON.stringify(right) ? -1 : 1));
}

function described({ kind, metadata, spec, status }: AnyObject): object {
  const counters = { ...((status ?? {}) as Record<string, unknown>) };
  const { conditions, deprecated } = counters;
  for (const key of ["conditions", "deprecated", "observedGeneration"]) Reflect.deleteProperty(counters, key);
  const isSet = kind === "MachineSet" || kind === "MachineDeployment";
  return {
    name: metadata.name,
    labels: metadata.labels,
    annotations: Object.keys(metadata.annotations ?? {}).sort(),
    finalizers: metadata.finalizers,
    owners: metadata.ownerReferences?.map(({ apiVersion, kind: owner, name, controller, blockOwnerDeletion }) => ({
      apiVersion,
      kind: owner,
      name,
      controller,
      blockOwnerDeletion,
    })),
    ...(isSet ? { spec, counters, conditions: stated(conditions), deprecated: stated(deprecated) } : {}),
  };
}

/** Conditions without their times and messages, in the order of their types. */
function stated(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value ?? null, (key, entry: unknown) => {
      if (["lastTransitionTime", "message", "observedGeneration"].includes(key)) return undefined;
      return Array.isArray(entry) ? entry.toSorted((left, right) => (typeOf(left) < typeOf(right) ? -1 : 1)) : entry;
    }),
  );
}

function typeOf(condition: unknown): string {
  return (condition as { type?: string }).type ?? "";
}

describe.runIf(goCoreAvailable)("beside the Go core, with the same manifests", () => {
  test("sets, Machines and what is behind them have the same metadata, specs, counters and conditions", async () => {
    await using theirs = await GoManagementCluster.start();
    await using providers = await ReferenceProviders.start(theirs);
    await using ours = await ManagementCluster.start("real");
    await using theirScene = await theirs.scene(watched);
    const { namespace } = await ours.scene();
    await using ourScene = await Scene.open(ours.client, namespace, watched);
    await run(ourScene);
    await run(theirScene);
    expect(providers.users.map((user) => theirs.refusalsOf(user)).join("")).toBe("");
    const kinds = watched.filter((kind) => kind !== Cluster && kind !== MockCluster.kind);
    const compared = (scene: Scene) => Object.fromEntries(kinds.map((kind) => [kind.kind, essence(scene, kind)]));
    expect(compared(ourScene)).toEqual(compared(theirScene));
  }, 400_000);
});

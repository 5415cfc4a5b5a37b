import { patienceMs } from "@capstan/harness/patience";
import { KubeadmConfig } from "@capstan/bootstrap-kubeadm";
import {
  Cluster,
  Machine,
  MachineDeployment,
  MachineHealthCheck,
  MachineSet,
  type ResourceKind,
} from "@capstan/contract";
import { MockCluster, MockMachine } from "@capstan/infrastructure-mock";
import { describe, expect, test, vi } from "vitest";
import {
  allRunning,
  type AnyObject,
  clusterObjects,
  createControlPlane,
  createWorkers,
  ManagementCluster,
  Scene,
} from "@capstan/harness/scenes";
import { effectiveMachineDeployment } from "../src/controllers/machine-deployment/effective-machine-deployment.ts";
import { effectiveMachineSet } from "../src/controllers/machine-set/effective-machine-set.ts";
import { goCoreAvailable, GoManagementCluster, ReferenceProviders } from "@capstan/harness/go";

const watched: readonly ResourceKind[] = [
  Cluster,
  MachineDeployment,
  MachineSet,
  Machine,
  MachineHealthCheck,
  KubeadmConfig.kind,
  KubeadmConfig.templateKind,
  MockCluster.kind,
  MockMachine.kind,
  MockMachine.templateKind,
];

/** The same manifests, until the deployment has the desired workers. */
async function run(scene: Scene): Promise<void> {
  await scene.create(...clusterObjects("c1"));
  await createControlPlane(scene, "cp", { cluster: "c1" });
  await createWorkers(scene, "md", { cluster: "c1", replicas: 2 });
  await scene.until("2 workers available, up to date and Running", () => {
    const { status } = (scene.find(MachineDeployment, "md") ?? {}) as Partial<MachineDeployment>;
    const set = scene.list<MachineSet>(MachineSet).at(0);
    const done = [status?.availableReplicas, status?.upToDateReplicas, set?.status?.availableReplicas];
    const isFresh = set?.status?.observedGeneration === set?.metadata.generation;
    const ofNodes = [status, set?.status].map((each) => each?.deprecated?.v1beta1?.readyReplicas);
    const isDone = [...done, ...ofNodes].every((count) => count === 2);
    return isDone && isFresh && allRunning(scene, 3) && isReady(status);
  });
}

function isReady(status: MachineDeployment["status"]): boolean {
  const conditions = status?.deprecated?.v1beta1?.conditions ?? [];
  return conditions.some(({ type, status: state }) => type === "Ready" && state === "True");
}

/** The part of an object that must be equal in both cores: names without random parts; no times, UIDs or versions. */
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

function described(object: AnyObject): object {
  const { kind, metadata, status } = object;
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
    ...(isSet
      ? { spec: effectiveSpec(object), counters, conditions: stated(conditions), deprecated: stated(deprecated) }
      : {}),
  };
}

/** Fields that the webhooks of the Go core write. Capstan leaves them unset, with the same meaning. */
function effectiveSpec(set: AnyObject): object {
  const { spec } =
    set.kind === "MachineSet"
      ? effectiveMachineSet(set as unknown as MachineSet)
      : effectiveMachineDeployment(set as unknown as MachineDeployment);
  return spec;
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

/** The summary in the Cluster, and its v1beta1 report. */
function summary(scene: Scene): object {
  const { status } = scene.find(Cluster, "c1") as Cluster;
  const machine = scene.list<Machine>(Machine).find(({ metadata }) => metadata.name !== "cp");
  const summed = ["WorkersAvailable", "WorkerMachinesReady", "WorkerMachinesUpToDate", "ControlPlaneMachinesReady"];
  const types = [...summed, "RollingOut", "ScalingUp", "ScalingDown", "Remediating"];
  return {
    workers: status?.workers,
    controlPlane: status?.controlPlane,
    conditions: stated(status?.conditions?.filter(({ type }) => types.includes(type))),
    deprecated: stated(status?.deprecated),
    machine: stated(machine?.status?.deprecated),
  };
}

const remediated = "cluster.x-k8s.io/remediate-machine";

/** A health check that may not remediate, and a worker that a user marks for remediation. */
async function checkHealth(scene: Scene): Promise<void> {
  await scene.client.create(MachineHealthCheck, {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "MachineHealthCheck",
    metadata: { name: "hc", namespace: scene.namespace },
    spec: {
      clusterName: "c1",
      selector: { matchLabels: { deployment: "md" } },
      checks: { nodeStartupTimeoutSeconds: 600 },
      remediation: { triggerIf: { unhealthyLessThanOrEqualTo: 0 } },
    },
  });
  await scene.until("2 workers healthy", () => healthOf(scene)?.currentHealthy === 2);
  const body = { metadata: { annotations: { [remediated]: "" } } };
  await scene.client.patch(Machine, scene.key(workersOf(scene)[0]?.metadata.name ?? ""), { type: "merge", body });
  await scene.until(
    "1 worker unhealthy",
    () => healthOf(scene)?.currentHealthy === 1 && workersOf(scene).some(isUnhealthy),
  );
}

/** Allows remediation, until the worker has been replaced. */
async function remediate(scene: Scene): Promise<void> {
  const [asked] = workersOf(scene).filter(({ metadata }) => metadata.annotations?.[remediated] !== undefined);
  const body = { spec: { remediation: { triggerIf: { unhealthyLessThanOrEqualTo: "100%" } } } };
  await scene.client.patch(MachineHealthCheck, scene.key("hc"), { type: "merge", body });
  await scene.until("the unhealthy worker replaced, 2 workers healthy", () => {
    const isGone = scene.find(Machine, asked?.metadata.name ?? "") === undefined;
    const { currentHealthy, observedGeneration, remediationsAllowed } = healthOf(scene) ?? {};
    return isGone && currentHealthy === 2 && observedGeneration === 2 && remediationsAllowed === 2;
  });
}

function workersOf(scene: Scene): Machine[] {
  return scene.list<Machine>(Machine).filter(({ metadata }) => metadata.name !== "cp");
}

function healthOf(scene: Scene): MachineHealthCheck["status"] {
  return (scene.find(MachineHealthCheck, "hc") as MachineHealthCheck | undefined)?.status;
}

function isUnhealthy(machine: Machine): boolean {
  const isFalse = ({ type, status }: { type: string; status: string }) =>
    type === "HealthCheckSucceeded" && status === "False";
  const { conditions = [], deprecated } = machine.status ?? {};
  return conditions.some(isFalse) && (deprecated?.v1beta1?.conditions ?? []).some(isFalse);
}

/** The health check, with its messages, and what the Machines report. */
function health(scene: Scene): object {
  const { metadata, status } = scene.find(MachineHealthCheck, "hc") as MachineHealthCheck;
  const { targets = [], ...rest } = status ?? {};
  const verdicts = workersOf(scene).map(({ status: of }) =>
    [...(of?.conditions ?? []), ...(of?.deprecated?.v1beta1?.conditions ?? [])].filter(({ type }) =>
      ["HealthCheckSucceeded", "OwnerRemediated"].includes(type),
    ),
  );
  return JSON.parse(
    JSON.stringify(
      {
        labels: metadata.labels,
        owners: metadata.ownerReferences?.map(({ kind, name }) => `${kind} ${name}`),
        targets: targets.length,
        status: rest,
        generation: status?.observedGeneration,
        verdicts: verdicts.sort((left, right) => (JSON.stringify(left) < JSON.stringify(right) ? -1 : 1)),
      },
      (key, entry: unknown) => {
        if (key === "lastTransitionTime" || key === "observedGeneration") return undefined;
        if (!Array.isArray(entry)) return entry;
        return entry.toSorted((left, right) => (JSON.stringify(left) < JSON.stringify(right) ? -1 : 1)) as unknown[];
      },
    ),
  ) as object;
}

/** Both cores report a summary some time after the objects change. */
async function same(reportOf: (scene: Scene) => object, ours: Scene, theirs: Scene): Promise<void> {
  await vi.waitFor(
    () => {
      expect(reportOf(ours)).toEqual(reportOf(theirs));
    },
    { timeout: patienceMs, interval: 1_000 },
  );
}

describe.runIf(goCoreAvailable)("alongside the Go core, with the same manifests", () => {
  test("sets, Machines and their objects have the same metadata, specs, counters and conditions", async () => {
    await using theirs = await GoManagementCluster.start();
    await using providers = await ReferenceProviders.start(theirs);
    await using ours = await ManagementCluster.start("real");
    await using theirScene = await theirs.scene(watched);
    const { namespace } = await ours.scene();
    await using ourScene = await Scene.open(ours.client, namespace, watched);
    await run(ourScene);
    await run(theirScene);
    expect(providers.users.map((user) => theirs.refusalsOf(user)).join("")).toBe("");
    const apart: readonly ResourceKind[] = [Cluster, MachineHealthCheck, MockCluster.kind];
    const kinds = watched.filter((kind) => !apart.includes(kind));
    const compared = (scene: Scene) => Object.fromEntries(kinds.map((kind) => [kind.kind, essence(scene, kind)]));
    expect(compared(ourScene)).toEqual(compared(theirScene));
    await same(summary, ourScene, theirScene);

    for (const scene of [ourScene, theirScene]) await checkHealth(scene);
    await same(health, ourScene, theirScene);
    for (const scene of [ourScene, theirScene]) await remediate(scene);
    await same(health, ourScene, theirScene);
  });
});

import { readdir } from "node:fs/promises";
import path from "node:path";
import { KubeadmConfig } from "@capstan/bootstrap-kubeadm";
import {
  Cluster,
  conditionTypes,
  type KubernetesObject,
  Machine,
  MachineDeployment,
  type MachineDeploymentStatus,
  MachineSet,
  type ResourceKind,
} from "@capstan/contract";
import { MockCluster, MockMachine } from "@capstan/infrastructure-mock";
import { ConfigMap, createClient, Node, Secret } from "@capstan/runtime";
import type { RecordedWatch } from "../workers/recorded-watch.ts";
import { isComplete } from "../workers/workers-manifest.ts";
import { machinesFolder, namespace, type SoakedCluster } from "./soaked-cluster.ts";

/** The criteria by which a MachineDeployment counts Machines. */
const awaitedConditions: ReadonlySet<string> = new Set([conditionTypes.available, conditionTypes.upToDate]);

const ofTheCluster = ["ca", "etcd", "kubeconfig", "proxy", "sa"];

/** The desired state. */
export interface Wanted {
  readonly cluster: string;
  readonly workers: number;
  /** The infrastructure template of the workers. */
  readonly template: string;
}

/** The deviations from the desired state with this many workers; empty once it is reached. */
export async function problemsWhileUp(world: SoakedCluster, { cluster, workers, template }: Wanted): Promise<string[]> {
  const { client } = world;
  const list = async <T extends KubernetesObject>(kind: ResourceKind<T>): Promise<T[]> =>
    (await client.list(kind, { namespace })).items;
  const machines = await list(Machine);
  const names = namesOf(machines);
  const problems = [
    ...differs("Machines", [String(workers + 1)], [String(machines.length)]),
    ...machines
      .filter(({ status }) => status?.phase !== "Running")
      .map(({ metadata, status }) => `Machine ${metadata.name} is ${status?.phase ?? "new"}`),
    ...differs("KubeadmConfigs", names, namesOf(await list<KubernetesObject>(KubeadmConfig.kind))),
    ...(await list(MachineDeployment))
      .filter((each) => !isComplete(each))
      .map(({ status }) => `The MachineDeployment is not complete: ${countersOf(status)}`),
    ...machines.flatMap(({ metadata, status }) =>
      (status?.conditions ?? [])
        .filter(({ type, status: state }) => awaitedConditions.has(type) && state !== "True")
        .map(({ type, reason, message }) => `Machine ${metadata.name} is not ${type}: ${reason}: ${message}`),
    ),
    ...differs("MachineSets", ["1"], [String((await list(MachineSet)).length)]),
  ];
  const { items } = await client.list(Secret, { namespace, labelSelector: "cluster.x-k8s.io/cluster-name" });
  const secrets = [...names, ...ofTheCluster.map((purpose) => `${cluster}-${purpose}`)].sort();
  problems.push(...differs("Secrets", secrets, namesOf(items)));
  const infrastructure = await list<KubernetesObject>(MockMachine.kind);
  const outdated = infrastructure.filter(({ metadata }) => {
    const from = metadata.annotations?.["cluster.x-k8s.io/cloned-from-name"];
    return from !== undefined && from !== template;
  });
  problems.push(...outdated.map(({ metadata }) => `MockMachine ${metadata.name} is not made from ${template}`));
  problems.push(...differs("MockMachines", names, namesOf(infrastructure)));
  const uids = infrastructure.map(({ metadata }) => metadata.uid ?? "").sort();
  problems.push(...differs("Cloud machines", uids, await cloudMachines(world)));
  if (problems.length > 0) return problems;
  return problemsOfWorkload(world, cluster, machines);
}

function countersOf({
  observedGeneration = 0,
  replicas = 0,
  availableReplicas = 0,
  upToDateReplicas = 0,
}: MachineDeploymentStatus = {}): string {
  return Object.entries({ observedGeneration, replicas, availableReplicas, upToDateReplicas })
    .map(([name, count]) => `${name} ${count}`)
    .join(", ");
}

/** The remaining objects after the deletion; empty once there are none. */
export async function problemsAfterDeletion(world: SoakedCluster): Promise<string[]> {
  const { client } = world;
  const kinds: readonly ResourceKind[] = [
    Cluster,
    MachineDeployment,
    MachineSet,
    Machine,
    KubeadmConfig.kind,
    KubeadmConfig.templateKind,
    MockCluster.kind,
    MockMachine.kind,
    MockMachine.templateKind,
    Secret,
    ConfigMap,
  ];
  const problems: string[] = [];
  for (const kind of kinds) {
    const { items } = await client.list<KubernetesObject>(kind, { namespace });
    problems.push(...items.map(({ metadata }) => `${kind.kind} ${metadata.name} is left`));
  }
  const clusters = await entries(path.join(world.cloudDirectory, "clusters", namespace));
  return [...problems, ...clusters.map((name) => `Cluster ${name} is left in the cloud`)];
}

/** The objects that a stage had to create, and its start in the record of Machines. */
export interface StageRecord {
  readonly name: string;
  readonly machines: number;
  readonly least: number;
  readonly beginsAt: number;
}

/** The objects that were created too often or deleted too soon, in the whole history. */
export function problemsOfHistory(world: SoakedCluster, stages: readonly StageRecord[]): string[] {
  const { machines, configs, infrastructure } = world.history;
  const made = createdOf(machines);
  const problems = stages.flatMap(({ name, machines: most, least, beginsAt }, index) => {
    const names = createdOf(machines, beginsAt, stages[index + 1]?.beginsAt);
    if (names.length >= least && names.length <= most) return [];
    return [
      `${name}: ${least === most ? most : `${least} to ${most}`} Machines had to be made, and these were: ${names.join(", ")}`,
    ];
  });
  for (const [what, record] of Object.entries({
    Machine: machines,
    KubeadmConfig: configs,
    MockMachine: infrastructure,
  })) {
    const names = createdOf(record);
    const twice = names.filter((name, index) => names.indexOf(name) !== index);
    problems.push(...twice.map((name) => `${what} ${name} was made twice`));
    const strange = names.filter((name) => !made.includes(name));
    problems.push(...strange.map((name) => `${what} ${name} was made for no Machine`));
  }
  problems.push(...world.leaks.map((name) => `MockMachine ${name} went while its machine was still in the cloud`));
  return problems;
}

/** The Nodes and bootstrap tokens of the workload cluster: one Node per Machine, no token without its config. */
async function problemsOfWorkload(
  world: SoakedCluster,
  cluster: string,
  machines: readonly Machine[],
): Promise<string[]> {
  const secret = await world.client.get(Secret, { namespace, name: `${cluster}-kubeconfig` });
  const kubeconfig = Buffer.from(secret.data?.value ?? "", "base64").toString("utf8");
  const workload = createClient({ kubeconfig, userAgent: "soak" });
  try {
    const nodes = (await workload.list(Node)).items.map(({ spec }) => spec?.providerID ?? "");
    const wanted = machines.map(({ spec }) => spec.providerID ?? "");
    const tokens = (await workload.list(Secret, { namespace: "kube-system" })).items.filter(({ metadata }) =>
      metadata.name.startsWith("bootstrap-token-"),
    );
    // The machine that initializes the control plane has no token.
    const most = createdOf(world.history.configs).length - 1;
    return [
      ...differs("providerIDs of Nodes", wanted.sort(), nodes.sort()),
      ...(tokens.length > most ? [`There are ${tokens.length} bootstrap tokens of ${most} machines that joined`] : []),
    ];
  } finally {
    await workload.close();
  }
}

async function cloudMachines({ cloudDirectory }: SoakedCluster): Promise<string[]> {
  const clusters = path.join(cloudDirectory, "clusters", namespace);
  const files = await Promise.all(
    (await entries(clusters)).map((cluster) => entries(machinesFolder(cloudDirectory, cluster))),
  );
  return files
    .flat()
    .filter((name) => name.endsWith(".json"))
    .map((name) => name.slice(0, -".json".length))
    .sort();
}

async function entries(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch {
    return [];
  }
}

function createdOf(record: RecordedWatch<KubernetesObject>, from = 0, to = Infinity): string[] {
  record.throwIfIncomplete();
  return record.events
    .slice(from, to)
    .filter(({ type }) => type === "ADDED")
    .map(({ object }) => object.metadata.name);
}

function namesOf(objects: readonly KubernetesObject[]): string[] {
  return objects.map(({ metadata }) => metadata.name).sort();
}

function differs(what: string, expected: readonly string[], found: readonly string[]): string[] {
  if (JSON.stringify(expected) === JSON.stringify(found)) return [];
  return [`${what}: expected ${expected.join(", ")}, found ${found.join(", ")}`];
}

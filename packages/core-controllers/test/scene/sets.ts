import { type KubernetesObject, Machine, type MachineDeployment, MachineSet } from "@capstan/contract";
import { expect } from "vitest";
import { namespace, PlayedProviders, type PlayedProvidersOptions } from "./played-providers.ts";
import { TestConfigTemplate, TestMachineTemplate } from "./provider-kinds.ts";

const bootstrap = "bootstrap.cluster.x-k8s.io";
const infrastructure = "infrastructure.cluster.x-k8s.io";

export const key = (name: string) => ({ name, namespace });

/** The template of Machines whose objects are created from the templates of this name. */
export function machineTemplate(template = "t1", spec: object = {}): MachineSet["spec"]["template"] {
  return {
    spec: {
      clusterName: "c1",
      bootstrap: { configRef: { apiGroup: bootstrap, kind: "TestConfigTemplate", name: template } },
      infrastructureRef: { apiGroup: infrastructure, kind: "TestMachineTemplate", name: template },
      ...spec,
    },
  };
}

export function machineSet(name: string, spec: Partial<MachineSet["spec"]> = {}): MachineSet {
  return {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "MachineSet",
    metadata: { name, namespace },
    spec: { clusterName: "c1", selector: {}, template: machineTemplate(), ...spec },
  };
}

export function machineDeployment(name: string, spec: Partial<MachineDeployment["spec"]> = {}): MachineDeployment {
  return {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "MachineDeployment",
    metadata: { name, namespace },
    spec: { clusterName: "c1", selector: {}, template: machineTemplate(), ...spec },
  };
}

/** A reachable Cluster, and templates `t1` and `t2`. */
export async function worldWithTemplates(options: PlayedProvidersOptions = {}): Promise<PlayedProviders> {
  const world = await PlayedProviders.start(options);
  await world.createCluster();
  await world.settled();
  await world.provisionCluster();
  for (const name of ["t1", "t2"]) await createTemplates(world, name);
  await world.settled();
  return world;
}

export async function createTemplates(world: PlayedProviders, name: string): Promise<void> {
  for (const kind of [TestConfigTemplate, TestMachineTemplate]) {
    await world.client.create(kind, {
      apiVersion: `${kind.group}/v1`,
      kind: kind.kind,
      metadata: { name, namespace },
      spec: { template: { metadata: { labels: { from: name } }, spec: { made: name } } },
    });
  }
}

export async function machines(world: PlayedProviders): Promise<Machine[]> {
  const { items } = await world.client.list(Machine, { namespace });
  return items.sort((left, right) => (left.metadata.name < right.metadata.name ? -1 : 1));
}

export async function sets(world: PlayedProviders): Promise<MachineSet[]> {
  const { items } = await world.client.list(MachineSet, { namespace });
  return items.sort((left, right) => revision(left) - revision(right));
}

function revision({ metadata }: MachineSet): number {
  return Number(metadata.annotations?.["machinedeployment.clusters.x-k8s.io/revision"] ?? 0);
}

/** Plays the providers for every Machine without a Node, until each has one. */
export async function bringUp(
  world: PlayedProviders,
  which: (machine: Machine) => boolean = () => true,
): Promise<void> {
  await world.settled();
  for (const machine of await machines(world)) {
    const { name, deletionTimestamp } = machine.metadata;
    if (machine.status?.nodeRef !== undefined || deletionTimestamp !== undefined || !which(machine)) continue;
    await world.bootstrapData(name);
    await world.provisionMachine(name);
    await world.settled();
    await world.join(name);
    await world.settled();
  }
  await world.clock.advance({ seconds: 1 });
}

export function conditionOf(object: KubernetesObject, type: string) {
  const { status } = object as { status?: { conditions?: { type: string; status: string; reason: string }[] } };
  return status?.conditions?.find((condition) => condition.type === type);
}

/** The conditions of an object as `type: status`. */
export function summaryOf(object: KubernetesObject): Record<string, string> {
  const { status } = object as { status?: { conditions?: { type: string; status: string }[] } };
  return Object.fromEntries((status?.conditions ?? []).map((condition) => [condition.type, condition.status]));
}

export function expectOwner(object: KubernetesObject, kind: string, name: string): void {
  expect(object.metadata.ownerReferences).toContainEqual(expect.objectContaining({ kind, name, controller: true }));
}

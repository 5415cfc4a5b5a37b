import { Cluster, isConditionTrue, Machine, MachineDeployment, type ResourceKind } from "@capstan/contract";
import { type Client } from "@capstan/runtime";
import { MockCluster, MockMachine } from "@capstan/testkit";
import { kindOf } from "./installed-kinds.ts";
import { machineTemplates, type Manifest, tenantsObjects } from "./manifests.ts";
import { victim as namespace } from "./tenants.ts";

/** An action of the victim, and the condition of its completion. */
export interface Step {
  readonly title: string;
  act(client: Client): Promise<void>;
  isDone(client: Client): Promise<boolean>;
}

const deployment = { name: "md", namespace };

async function create(client: Client, manifests: readonly Manifest[]): Promise<void> {
  for (const { metadata, ...manifest } of manifests)
    await client.create(kindOf(manifest), { ...manifest, metadata: { ...metadata, namespace } });
}

async function patch(client: Client, spec: object): Promise<void> {
  await client.patch(MachineDeployment, deployment, { type: "merge", body: { spec } });
}

/** Whether the control plane and this many workers run, all as desired. */
async function isComplete(client: Client, replicas: number): Promise<boolean> {
  const { items: machines } = await client.list(Machine, { namespace });
  if (machines.length !== replicas + 1 || !machines.every(({ status }) => status?.phase === "Running")) return false;
  const { metadata, status = {} } = await client.get(MachineDeployment, deployment);
  const counts = [status.replicas, status.availableReplicas, status.upToDateReplicas];
  if (status.observedGeneration !== metadata.generation || counts.some((count) => count !== replicas)) return false;
  return isConditionTrue(await client.get(Cluster, { name: "c1", namespace }), "Available");
}

async function isGone(client: Client, kinds: readonly ResourceKind[]): Promise<boolean> {
  for (const kind of kinds) if ((await client.list(kind, { namespace })).items.length > 0) return false;
  return true;
}

/** The whole life of a Cluster, from creation to deletion. */
export const victimsFlow: readonly Step[] = [
  { title: "create", act: (client) => create(client, tenantsObjects()), isDone: (client) => isComplete(client, 2) },
  { title: "scale up", act: (client) => patch(client, { replicas: 3 }), isDone: (client) => isComplete(client, 3) },
  { title: "scale down", act: (client) => patch(client, { replicas: 1 }), isDone: (client) => isComplete(client, 1) },
  {
    title: "roll out",
    act: async (client) => {
      await create(client, machineTemplates("others"));
      const others = { name: "others" };
      await patch(client, { template: { spec: { infrastructureRef: others, bootstrap: { configRef: others } } } });
    },
    isDone: (client) => isComplete(client, 1),
  },
  {
    title: "delete the workers",
    act: async (client) => {
      await client.delete(MachineDeployment, deployment);
    },
    isDone: async (client) => (await client.list(Machine, { namespace })).items.length === 1,
  },
  {
    title: "delete",
    act: async (client) => {
      await client.delete(Cluster, { name: "c1", namespace });
    },
    isDone: (client) => isGone(client, [Cluster, Machine, MockCluster.kind, MockMachine.kind]),
  },
];

import { type KubernetesObject, labels, Machine, MachinePool, ownerOfKind, type ResourceKind } from "@capstan/contract";
import { apiVersionOf } from "@capstan/kube";
import { type Client, isAlreadyExists } from "@capstan/runtime";
import { namespace, ownerReferenceTo, type Referable, referenceTo } from "./test-objects.ts";

/** Creates the missing Machines of the machines of all MachinePools, as the MachinePool controller does. */
export async function createPoolMachines(client: Client, definition: Referable): Promise<void> {
  const kind: ResourceKind = definition.kind;
  for (const object of (await client.list(kind, { namespace, labelSelector: labels.machinePoolName })).items) {
    if (ownerOfKind(object, Machine.group, Machine.kind) !== undefined) continue;
    await client.create(Machine, await machineOf(client, definition, object)).catch((error: unknown) => {
      if (!isAlreadyExists(error)) throw error;
    });
  }
}

async function machineOf(client: Client, definition: Referable, { metadata }: KubernetesObject): Promise<Machine> {
  const pool = await client.get(MachinePool, { namespace, name: metadata.labels?.[labels.machinePoolName] ?? "" });
  return {
    apiVersion: apiVersionOf(Machine),
    kind: Machine.kind,
    metadata: {
      namespace,
      name: metadata.name,
      labels: { ...metadata.labels },
      ownerReferences: [ownerReferenceTo(pool)],
    },
    spec: {
      clusterName: pool.spec.clusterName,
      bootstrap: { dataSecretName: "" },
      infrastructureRef: referenceTo(definition, metadata.name),
    },
  };
}

import {
  type KubernetesObject,
  labels,
  Machine,
  MachinePool,
  type ObjectMeta,
  ownerOfKind,
  type ResourceKind,
} from "@capstan/contract";
import { apiVersionOf } from "@capstan/kube";
import { type Client, isAlreadyExists } from "@capstan/runtime";
import { ownerReferenceTo } from "./test-objects.ts";

/** Options of {@link createPoolMachines}. */
interface PoolMachinesOptions extends Pick<ObjectMeta, "finalizers"> {
  readonly namespace: string;
}

/** Creates the missing Machines of the machines of all MachinePools in a namespace, as the MachinePool controller does. */
export async function createPoolMachines(
  client: Client,
  kind: ResourceKind,
  { namespace, finalizers }: PoolMachinesOptions,
): Promise<void> {
  for (const object of (await client.list(kind, { namespace, labelSelector: labels.machinePoolName })).items) {
    const isMade = ownerOfKind(object, Machine.group, Machine.kind) !== undefined;
    if (isMade || object.metadata.deletionTimestamp !== undefined) continue;
    const name = object.metadata.labels?.[labels.machinePoolName] ?? "";
    const machine = machineOf(kind, object, await client.get(MachinePool, { namespace, name }));
    const metadata = { ...machine.metadata, ...(finalizers === undefined ? {} : { finalizers }) };
    await client.create(Machine, { ...machine, metadata }).catch((error: unknown) => {
      if (!isAlreadyExists(error)) throw error;
    });
  }
}

function machineOf(kind: ResourceKind, { metadata }: KubernetesObject, pool: MachinePool): Machine {
  const { namespace, name } = metadata;
  return {
    apiVersion: apiVersionOf(Machine),
    kind: Machine.kind,
    metadata: {
      ...(namespace === undefined ? {} : { namespace }),
      name,
      labels: { ...metadata.labels },
      ownerReferences: [ownerReferenceTo(pool)],
    },
    spec: {
      clusterName: pool.spec.clusterName,
      bootstrap: { dataSecretName: "" },
      infrastructureRef: { apiGroup: kind.group, kind: kind.kind, name },
    },
  };
}

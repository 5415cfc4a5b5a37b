import {
  type KubernetesObject,
  labels,
  labelValue,
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
  const pools = (await client.list(MachinePool, { namespace })).items;
  for (const object of (await client.list(kind, { namespace, labelSelector: labels.machinePoolName })).items) {
    const isMade = ownerOfKind(object, Machine.group, Machine.kind) !== undefined;
    if (isMade || object.metadata.deletionTimestamp !== undefined) continue;
    // The label of a long name is a hash.
    const ofPool = object.metadata.labels?.[labels.machinePoolName];
    const pool = pools.find(({ metadata }) => labelValue(metadata.name) === ofPool);
    if (pool === undefined) continue;
    const machine = machineOf(kind, object, pool);
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
      namespace,
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

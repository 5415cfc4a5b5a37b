import type { OwnerReference } from "@capstan/contract";
import { type Client, MachinePool } from "@capstan/provider";

/** The objects of a pool, in addition to its name. */
export interface PoolOptions {
  /** Default: "default". */
  readonly namespace?: string | undefined;
  readonly replicas?: number;
  readonly version?: string;
  readonly dataSecretName?: string;
  /** Kind of its InfraMachinePool. Default: a kind that does not exist. */
  readonly infrastructure?: Referred;
  readonly annotations?: Readonly<Record<string, string>>;
}

interface Referred {
  readonly group: string;
  readonly kind: string;
}

const unknownInfrastructure: Referred = { group: "infrastructure.cluster.x-k8s.io", kind: "SomeMachinePool" };

/** Creates a MachinePool of Cluster `c1` that refers to a config and an InfraMachinePool of its own name. */
export function createPool(
  client: Client,
  name: string,
  config: Referred,
  options: PoolOptions = {},
): Promise<MachinePool> {
  const { namespace = "default", replicas, version = "v1.36.0", dataSecretName, annotations = {} } = options;
  const { infrastructure = unknownInfrastructure } = options;
  return client.create(MachinePool, {
    apiVersion: `${MachinePool.group}/${MachinePool.version}`,
    kind: MachinePool.kind,
    metadata: { namespace, name, labels: { "cluster.x-k8s.io/cluster-name": "c1" }, annotations: { ...annotations } },
    spec: {
      clusterName: "c1",
      ...(replicas === undefined ? {} : { replicas }),
      template: {
        spec: {
          clusterName: "c1",
          version,
          bootstrap: {
            configRef: { apiGroup: config.group, kind: config.kind, name },
            ...(dataSecretName === undefined ? {} : { dataSecretName }),
          },
          infrastructureRef: { apiGroup: infrastructure.group, kind: infrastructure.kind, name },
        },
      },
    },
  });
}

/** Sets the Nodes of a pool that have joined. */
export async function joinPool(
  client: Client,
  name: string,
  nodes: readonly string[],
  namespace = "default",
): Promise<void> {
  const body = { status: { nodeRefs: nodes.map((node) => ({ name: node })) } };
  await client.patch(MachinePool, { namespace, name }, { type: "merge", body }, { subresource: "status" });
}

/** The owner reference with which the core makes a config belong to its pool. */
export function ownedBy({ apiVersion, kind, metadata }: MachinePool): OwnerReference {
  return { apiVersion, kind, name: metadata.name, uid: metadata.uid ?? "", controller: true };
}

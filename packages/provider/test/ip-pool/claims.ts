import {
  apiVersionOf,
  Cluster,
  defineIPPool,
  type DeletionOutcome,
  IPAddress,
  IPAddressClaim,
  IPPoolReconciler,
  labels,
  Type,
} from "@capstan/provider";
import type { TestEnvironment } from "@capstan/testkit";

/** Pools of single addresses, of a namespace. */
export const ListPool = defineIPPool({
  kind: "ListIPPool",
  versions: { v1: { spec: Type.Object({ addresses: Type.Array(Type.String()) }) } },
});

/** The same for all namespaces, in a group of the author's own. */
export const GlobalListPool = defineIPPool({
  kind: "GlobalListIPPool",
  group: "ipam.example.com",
  scope: "Cluster",
  versions: { v1: { spec: Type.Object({ addresses: Type.Array(Type.String()) }) } },
});

export class ListPoolReconciler extends IPPoolReconciler<typeof ListPool | typeof GlobalListPool> {
  readonly definition: typeof ListPool | typeof GlobalListPool;
  readonly released: string[] = [];

  constructor(definition: typeof ListPool | typeof GlobalListPool = ListPool) {
    super();
    this.definition = definition;
  }

  allocate({ pool, inUse }: this["Scope"]) {
    const address = pool.spec.addresses.find((each) => !inUse.has(each));
    return address === undefined ? this.outcome.exhausted() : this.outcome.allocated({ address, prefix: 24 });
  }

  override release({ address }: this["ReleaseScope"]): DeletionOutcome | Promise<DeletionOutcome> {
    if (address !== undefined) this.released.push(address.spec.address);
    return this.outcome.deleted();
  }
}

export const namespace = "default";

/** Creates a pool of these addresses. */
export async function createPool(
  env: TestEnvironment,
  addresses: readonly string[],
  {
    name = "pool",
    definition = ListPool,
  }: { name?: string; definition?: typeof ListPool | typeof GlobalListPool } = {},
) {
  const { kind } = definition;
  return env.client.create(kind, {
    apiVersion: apiVersionOf(kind),
    kind: kind.kind,
    metadata: { name, ...(kind.namespaced ? { namespace } : {}) },
    spec: { addresses: [...addresses] },
  });
}

/** Creates a claim on a pool. */
export async function createClaim(
  env: TestEnvironment,
  name: string,
  more: {
    readonly pool?: string;
    readonly definition?: typeof ListPool | typeof GlobalListPool;
    readonly clusterName?: string;
    readonly labels?: Record<string, string>;
    readonly namespace?: string;
  } = {},
) {
  const { pool = "pool", definition = ListPool, clusterName } = more;
  const { group: apiGroup, kind } = definition.kind;
  return env.client.create(IPAddressClaim, {
    apiVersion: apiVersionOf(IPAddressClaim),
    kind: IPAddressClaim.kind,
    metadata: { name, namespace: more.namespace ?? namespace, labels: more.labels ?? {} },
    spec: { poolRef: { apiGroup, kind, name: pool }, ...(clusterName === undefined ? {} : { clusterName }) },
  });
}

/** A Cluster that nothing reconciles. */
export async function createCluster(env: TestEnvironment, name: string, paused: boolean) {
  return env.client.create(Cluster, {
    apiVersion: apiVersionOf(Cluster),
    kind: Cluster.kind,
    metadata: { name, namespace },
    spec: { paused, controlPlaneEndpoint: { host: "c1.example.com", port: 6443 } },
  });
}

export const claimNamed = (env: TestEnvironment, name: string, where = namespace) =>
  env.client.get(IPAddressClaim, { name, namespace: where });

export const addressNamed = (env: TestEnvironment, name: string) => env.client.get(IPAddress, { name, namespace });

/** All addresses, by claim. */
export async function addresses(env: TestEnvironment): Promise<Record<string, string>> {
  const { items } = await env.client.list(IPAddress);
  return Object.fromEntries(items.map(({ metadata, spec }) => [metadata.name, spec.address]));
}

/** Reason and message of the claim's condition Ready. */
export async function readyOf(env: TestEnvironment, name: string, where = namespace) {
  const { status } = await claimNamed(env, name, where);
  return status?.conditions?.find(({ type }) => type === "Ready");
}

export const clusterLabel = labels.clusterName;

/** Creates an IPAddress of the pool without a claim, as a manager that has lost its Lease may, or a user. Default: a confirmed one. */
export async function leaveAddress(env: TestEnvironment, name: string, address: string, more: Leftover = {}) {
  const labels = { [addressLabel]: address, ...more.labels };
  return reserveAddress(env, name, address, { finalizers: [protection], ...more, labels });
}

/** Creates an IPAddress of the pool as an administrator does who reserves its address; with a finalizer: as another provider does. */
export async function reserveAddress(env: TestEnvironment, name: string, address: string, more: Leftover = {}) {
  const { pool = "pool", definition = ListPool, labels = {}, finalizers = [] } = more;
  const { group: apiGroup, kind } = definition.kind;
  return env.client.create(IPAddress, {
    apiVersion: apiVersionOf(IPAddress),
    kind: IPAddress.kind,
    metadata: {
      name,
      namespace: more.namespace ?? namespace,
      labels: { ...labels },
      finalizers: [...finalizers],
    },
    spec: { claimRef: { name }, poolRef: { apiGroup, kind, name: pool }, address, prefix: 24 },
  });
}

interface Leftover {
  readonly pool?: string;
  readonly definition?: typeof ListPool | typeof GlobalListPool;
  readonly labels?: Record<string, string>;
  readonly finalizers?: readonly string[];
  readonly namespace?: string;
}

/** The label by which the API server finds equal addresses. */
const addressLabel = "ipam.capstan.dev/address";

/** The finalizer of confirmed addresses. */
export const protection = "ipam.cluster.x-k8s.io/ProtectAddress";

import { textAt } from "@capstan/kube";
import {
  type Client,
  Cluster,
  ConfigMap,
  type DeepReadonly,
  Machine,
  apiVersionOf,
  conditionTypes,
  isAlreadyExists,
  isConditionTrue,
  isConflict,
  isNotFound,
  labels,
} from "@capstan/provider";

const informationKey = "lock-information";

/** The outcome of an attempt to acquire the lock. */
export type InitLockState =
  | { readonly state: "acquired" }
  /** Another existing Machine holds it. */
  | { readonly state: "held"; readonly holder: string }
  /** The control plane is already initialized, which the cached Cluster did not show yet. */
  | { readonly state: "initialized" }
  /** The ConfigMap is not a readable lock; a user must check it. */
  | { readonly state: "unreadable"; readonly configMap: string };

/**
 * Acquires the lock under which exactly one control-plane Machine of a cluster runs `kubeadm init`.
 *
 * The lock is the ConfigMap `<cluster>-lock`, as in the Go provider, so each provider respects the other's lock. Creating the ConfigMap
 * acquires the lock. It belongs to one Machine until the control plane is initialized, or until that Machine is deleted. Safe to repeat:
 * the holder acquires it again.
 *
 * @throws ApiError retried with back-off.
 */
export async function acquireInitLock(
  client: Client,
  cluster: DeepReadonly<Cluster>,
  machineName: string,
  signal: AbortSignal,
): Promise<InitLockState> {
  const lock = await takeLock(client, cluster, machineName, signal);
  if (lock.state !== "acquired") return lock;
  // The lock is free again once the control plane is initialized, and `cluster` may be older than that.
  const key = cluster.metadata;
  const now = await client.get(Cluster, key, { signal });
  if (!isConditionTrue(now, conditionTypes.controlPlaneInitialized)) return lock;
  await releaseInitLock(client, cluster, signal);
  return { state: "initialized" };
}

async function takeLock(
  client: Client,
  cluster: DeepReadonly<Cluster>,
  machineName: string,
  signal: AbortSignal,
): Promise<InitLockState> {
  const lock = await readLock(client, cluster, signal);
  if (lock === undefined) return await createLock(client, cluster, machineName, signal);
  const holder = lockHolder(lock);
  if (holder === undefined) return { state: "unreadable", configMap: lock.metadata.name };
  if (holder === machineName) return { state: "acquired" };
  if (await hasMachine(client, cluster, holder, signal)) return { state: "held", holder };
  await deleteLock(client, lock, signal).catch(unlessConflict);
  return await createLock(client, cluster, machineName, signal);
}

/**
 * Removes the lock once the control plane is initialized. Does nothing if it is missing or is not a lock.
 *
 * @throws ApiError retried with back-off.
 */
export async function releaseInitLock(
  client: Client,
  cluster: DeepReadonly<Cluster>,
  signal: AbortSignal,
): Promise<void> {
  await deleteLockIf(({ data }) => data?.[informationKey] !== undefined, { client, cluster, signal });
}

/**
 * Releases the lock before the control plane is initialized, so that another Machine can try. Does nothing if `machineName` does not hold
 * it. Only for a Machine without bootstrap data, because two Machines that initialize split the cluster.
 *
 * @throws ApiError retried with back-off.
 */
export async function giveUpInitLock(
  client: Client,
  cluster: DeepReadonly<Cluster>,
  machineName: string,
  signal: AbortSignal,
): Promise<void> {
  await deleteLockIf((lock) => lockHolder(lock) === machineName, { client, cluster, signal });
}

/** The Machine that holds a lock; undefined if the ConfigMap does not name it. */
function lockHolder(configMap: { readonly data?: Readonly<Record<string, string>> }): string | undefined {
  try {
    return textAt(JSON.parse(configMap.data?.[informationKey] ?? ""), "machineName");
  } catch {
    return undefined;
  }
}

function lockName(cluster: DeepReadonly<Cluster>): string {
  return `${cluster.metadata.name}-lock`;
}

async function readLock(
  client: Client,
  cluster: DeepReadonly<Cluster>,
  signal: AbortSignal,
): Promise<ConfigMap | undefined> {
  const key = { name: lockName(cluster), namespace: cluster.metadata.namespace };
  return await client.get(ConfigMap, key, { signal }).catch(absentIfNotFound);
}

async function createLock(
  client: Client,
  cluster: DeepReadonly<Cluster>,
  machineName: string,
  signal: AbortSignal,
): Promise<InitLockState> {
  try {
    await client.create(ConfigMap, newLock(cluster, machineName), { signal });
    return { state: "acquired" };
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
    const lock = await readLock(client, cluster, signal);
    const holder = lock === undefined ? undefined : lockHolder(lock);
    if (holder === machineName) return { state: "acquired" };
    return holder === undefined ? { state: "unreadable", configMap: lockName(cluster) } : { state: "held", holder };
  }
}

function newLock(cluster: DeepReadonly<Cluster>, machineName: string): ConfigMap {
  const { metadata } = cluster;
  return {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: {
      name: lockName(cluster),
      namespace: metadata.namespace,
      labels: { [labels.clusterName]: metadata.name },
      ownerReferences: [
        { apiVersion: apiVersionOf(Cluster), kind: "Cluster", name: metadata.name, uid: metadata.uid ?? "" },
      ],
    },
    data: { [informationKey]: JSON.stringify({ machineName }) },
  };
}

/**
 * Deletes the lock if it `isToGo`. If the lock has changed since it was read, it is read once more, because it may belong to another
 * Machine now.
 */
async function deleteLockIf(
  isToGo: (lock: ConfigMap) => boolean,
  { client, cluster, signal }: { client: Client; cluster: DeepReadonly<Cluster>; signal: AbortSignal },
): Promise<void> {
  const deleteNow = async (): Promise<void> => {
    const lock = await readLock(client, cluster, signal);
    if (lock !== undefined && isToGo(lock)) await deleteLock(client, lock, signal);
  };
  await deleteNow().catch((error: unknown) => {
    unlessConflict(error);
    return deleteNow();
  });
}

/** @throws ApiError a conflict if the lock has changed since it was read. */
async function deleteLock(client: Client, { metadata }: ConfigMap, signal: AbortSignal): Promise<void> {
  try {
    // Only the lock that was read, because another Machine may have acquired it a moment ago.
    const { uid, resourceVersion } = metadata;
    await client.delete(ConfigMap, metadata, { preconditions: { uid, resourceVersion }, signal });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

/** Whether the Cluster has a Machine of that name. A Machine of another Cluster in the namespace cannot hold its lock. */
async function hasMachine(
  client: Client,
  cluster: DeepReadonly<Cluster>,
  name: string,
  signal: AbortSignal,
): Promise<boolean> {
  const machine = await client
    .get(Machine, { name, namespace: cluster.metadata.namespace }, { signal })
    .catch(absentIfNotFound);
  return machine?.spec.clusterName === cluster.metadata.name;
}

function unlessConflict(error: unknown): void {
  if (!isConflict(error)) throw error;
}

function absentIfNotFound(error: unknown): undefined {
  if (isNotFound(error)) return undefined;
  throw error;
}

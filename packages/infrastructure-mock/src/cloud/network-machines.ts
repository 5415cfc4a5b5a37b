import type { ClusterRecord, InstanceRecord } from "./cloud-record.ts";
import type { CloudStore, StoredCluster } from "./cloud-store.ts";
import { internalIP } from "./internal-ip.ts";

/** The stored machines of one network. */
export class NetworkMachines {
  readonly #cluster: ClusterRecord["cluster"];
  readonly #store: CloudStore;
  readonly #byUid = new Map<string, InstanceRecord>();
  /** The internal IPs in use. */
  readonly #addresses = new Set<string>();

  constructor({ record, instances }: StoredCluster, store: CloudStore) {
    this.#cluster = record.cluster;
    this.#store = store;
    for (const machine of instances) this.#keep(machine);
  }

  all(): readonly InstanceRecord[] {
    return [...this.#byUid.values()];
  }

  has(uid: string): boolean {
    return this.#byUid.has(uid);
  }

  get(uid: string): InstanceRecord | undefined {
    return this.#byUid.get(uid);
  }

  /** An unused internal IP, the same for the same uid if it is free. */
  freeAddress(uid: string): string {
    return internalIP(uid, this.#addresses);
  }

  async save(machine: InstanceRecord): Promise<void> {
    await this.#store.saveInstance(this.#cluster, machine);
    this.#keep(machine);
  }

  async remove({ uid, internalIP }: InstanceRecord): Promise<void> {
    await this.#store.removeInstance(this.#cluster, uid);
    this.#byUid.delete(uid);
    this.#addresses.delete(internalIP);
  }

  #keep(machine: InstanceRecord): void {
    this.#byUid.set(machine.uid, machine);
    this.#addresses.add(machine.internalIP);
  }
}

/** Whether this is the last control-plane machine. */
export function isLastControlPlane(
  machine: InstanceRecord,
  all: readonly InstanceRecord[],
  { controlPlane }: Pick<ClusterRecord, "controlPlane">,
): boolean {
  if (controlPlane === undefined) return false;
  const isControlPlane = machine.node?.role === "control-plane" || controlPlane.initializedBy === machine.uid;
  return isControlPlane && !all.some(({ uid, node }) => uid !== machine.uid && node?.role === "control-plane");
}

import { createHash } from "node:crypto";
import { objectKeyText } from "@capstan/kube";
import type { NamespacedName } from "./cloud-objects.ts";
import type { ClusterRecord, InstanceRecord } from "./cloud-record.ts";
import type { CloudStore, StoredCluster } from "./cloud-store.ts";

const hosts = 254 * 256 * 256;

/** An address in 10.0.0.0/8 that is always the same for a MockMachine, unless another machine has it already. */
function internalIP(object: NamespacedName, taken: ReadonlySet<string>): string {
  let host = createHash("sha256").update(objectKeyText(object)).digest().readUInt32BE(0) % hosts;
  while (taken.has(formatIP(host))) host = (host + 1) % hosts;
  return formatIP(host);
}

function formatIP(host: number): string {
  const network = Math.floor(host / 254);
  return `10.${Math.floor(network / 256)}.${network % 256}.${1 + (host % 254)}`;
}

/** The stored machines of one network. */
export class NetworkMachines {
  readonly #cluster: ClusterRecord["cluster"];
  readonly #store: CloudStore;
  readonly #byName = new Map<string, InstanceRecord>();
  /** Internal IPs that machines have. */
  readonly #addresses = new Set<string>();

  constructor({ record, instances }: StoredCluster, store: CloudStore) {
    this.#cluster = record.cluster;
    this.#store = store;
    for (const machine of instances) this.#keep(machine);
  }

  all(): readonly InstanceRecord[] {
    return [...this.#byName.values()];
  }

  has(name: string): boolean {
    return this.#byName.has(name);
  }

  get(name: string): InstanceRecord | undefined {
    return this.#byName.get(name);
  }

  /** An internal IP that no machine has, the same for the same object where it is free. */
  freeAddress(object: NamespacedName): string {
    return internalIP(object, this.#addresses);
  }

  async save(machine: InstanceRecord): Promise<void> {
    await this.#store.saveInstance(this.#cluster, machine);
    this.#keep(machine);
  }

  async remove({ object, internalIP }: InstanceRecord): Promise<void> {
    await this.#store.removeInstance(this.#cluster, object.name);
    this.#byName.delete(object.name);
    this.#addresses.delete(internalIP);
  }

  #keep(machine: InstanceRecord): void {
    this.#byName.set(machine.object.name, machine);
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
  const { name } = machine.object;
  const isControlPlane = machine.node?.role === "control-plane" || controlPlane.initializedBy === name;
  return isControlPlane && !all.some(({ object, node }) => object.name !== name && node?.role === "control-plane");
}

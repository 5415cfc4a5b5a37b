import type { NodePlan } from "../boot/node-plan.ts";
import { bootMachine, controlPlaneRecord } from "./boot-machine.ts";
import { type ClusterRecord, type InstanceRecord, withEtcd } from "./cloud-record.ts";
import type { Instance, InstanceRequest } from "./cloud-objects.ts";
import type { StoredCluster } from "./cloud-store.ts";
import { type EtcdMembership, withMember } from "./etcd/etcd-membership.ts";
import type { EtcdCluster } from "./etcd/etcd-server.ts";
import { KeyedTimers } from "./keyed-timers.ts";
import { LoadBalancer } from "./load-balancer.ts";
import { booted, instanceOf, isSettled, newInstance, notJoined, providerID, nextStep } from "./mock-instance.ts";
import type { NetworkContext } from "./network-context.ts";
import { isLastControlPlane, NetworkMachines } from "./network-machines.ts";
import { registrationOf, timestamp } from "./node-registration.ts";
import { SerialQueue } from "./serial-queue.ts";
import { WorkloadCluster } from "./workload-cluster.ts";

const retryMs = 1_000;

/**
 * One cluster's part of the cloud: its load balancer, its machines, and the API server behind them once a machine has initialized it. All
 * operations are serialized.
 */
export class MockNetwork {
  #record: ClusterRecord;
  readonly #context: NetworkContext;
  readonly #queue = new SerialQueue();
  readonly #machines: NetworkMachines;
  readonly #timers: KeyedTimers;
  #loadBalancer: LoadBalancer | undefined;
  #workload: WorkloadCluster | undefined;
  #closed = false;

  constructor(stored: StoredCluster, context: NetworkContext) {
    this.#record = stored.record;
    this.#context = context;
    this.#timers = new KeyedTimers(context.clock);
    this.#machines = new NetworkMachines(stored, context.store);
  }

  get record(): ClusterRecord {
    return this.#record;
  }

  /** Listens and serves unless it already does; machines that were booting continue. */
  start(): Promise<void> {
    return this.#queue.run(async () => {
      if (this.#closed) return;
      if (this.#loadBalancer === undefined) {
        await this.#listen();
        for (const machine of this.#machines.all()) this.#schedule(machine);
        // Its control plane may have been initialized just before the process was killed.
        this.#wakeWaiting();
      }
      await this.#serve();
    });
  }

  async #listen(): Promise<void> {
    const loadBalancer = await LoadBalancer.listen(this.#record.endpoint);
    try {
      const record = { ...this.#record, endpoint: loadBalancer.endpoint };
      await this.#context.store.saveCluster(record);
      this.#record = record;
      this.#loadBalancer = loadBalancer;
    } catch (error) {
      // The next attempt listens again: an endpoint that is not stored would change after a restart.
      await loadBalancer.close();
      throw error;
    }
  }

  has(name: string): boolean {
    return this.#machines.has(name);
  }

  /** The machine of the MockMachine, created if it does not exist; undefined if the network is removed. */
  ensure(request: InstanceRequest): Promise<Instance | undefined> {
    return this.#queue.run(async () => {
      if (this.#closed) return undefined;
      const existing = this.#machines.get(request.object.name);
      if (existing !== undefined) return this.#report(existing);
      const machine = newInstance(request, {
        bootDuration: this.#context.bootDuration,
        internalIP: this.#machines.freeAddress(request.object),
        now: this.#context.clock.now(),
      });
      await this.#machines.save(machine);
      this.#schedule(machine);
      return this.#report(machine);
    });
  }

  /** Removes a machine; with the last machine of the control plane, the workload cluster is deleted. */
  remove(name: string): Promise<void> {
    return this.#queue.run(async () => {
      const machine = this.#machines.get(name);
      if (machine === undefined) return;
      this.#timers.cancel(name);
      if (isLastControlPlane(machine, this.#machines.all(), this.#record)) await this.#loseControlPlane();
      else await this.#nodeStops(machine);
      await this.#machines.remove(machine);
    });
  }

  /** Stops everything. The stored state stays. */
  close(): Promise<void> {
    this.#closed = true;
    this.#timers.cancelAll();
    return this.#queue.run(() => this.#shutDown());
  }

  /** Stops everything and removes the stored state. */
  async discard(): Promise<void> {
    await this.close();
    await this.#queue.run(() => this.#context.store.removeCluster(this.#record.cluster));
  }

  async #shutDown(): Promise<void> {
    if (this.#loadBalancer !== undefined) {
      this.#loadBalancer.backend = undefined;
      await this.#workload?.close();
      await this.#loadBalancer.close();
    }
    this.#workload = undefined;
    this.#loadBalancer = undefined;
  }

  idle(): Promise<void> {
    return this.#queue.idle();
  }

  #report(machine: InstanceRecord): Instance {
    return instanceOf(machine, this.#record.cluster, this.#context.clock.now());
  }

  #announce(machine: InstanceRecord): void {
    this.#context.changed({ kind: "MockMachine", object: machine.object });
  }

  /** Schedules the next step in a machine's life cycle. */
  #schedule(machine: InstanceRecord): void {
    const next = nextStep(machine, this.#context.clock.now());
    if (next === undefined) return;
    const { name } = machine.object;
    this.#after(name, next.afterMs, () => {
      if (next.step === "boot") {
        this.#bootSoon(name);
      } else {
        this.#announce(machine);
        this.#schedule(machine);
      }
    });
  }

  #after(name: string, delayMs: number, callback: () => void): void {
    if (!this.#closed) this.#timers.set(name, delayMs, callback);
  }

  #bootSoon(name: string): void {
    void this.#queue.run(async () => {
      const machine = this.#machines.get(name);
      if (machine === undefined || isSettled(machine) || this.#closed) return;
      try {
        await this.#boot(machine);
      } catch (error) {
        this.#context.logger?.warn("Retrying the boot of a mock machine", { machine: machine.hostname, error });
        this.#after(name, retryMs, () => {
          this.#bootSoon(name);
        });
      }
    });
  }

  async #boot(machine: InstanceRecord): Promise<void> {
    const now = this.#context.clock.now();
    if (machine.node !== undefined) return this.#join(machine, machine.node);
    const decision = bootMachine(machine, await this.#observe(machine, now));
    if ("reason" in decision) {
      const next = notJoined(machine, decision, now);
      await this.#machines.save(next);
      this.#announce(next);
      this.#schedule(next);
      return;
    }
    if (decision.outcome === "initializes") {
      // Left behind by an earlier control plane whose removal was interrupted by a kill.
      await this.#context.store.removeApiServer(this.#record.cluster);
      this.#record = { ...this.#record, controlPlane: controlPlaneRecord(decision, machine, now) };
      await this.#context.store.saveCluster(this.#record);
    }
    const joining = { ...machine, node: decision.node };
    await this.#machines.save(joining);
    await this.#join(joining, decision.node);
  }

  async #observe(machine: InstanceRecord, now: number) {
    const { endpoint, controlPlane } = this.#record;
    // A machine that was interrupted while it initialized finds the same as the first time: nothing.
    if (controlPlane === undefined || controlPlane.initializedBy === machine.object.name) return { endpoint, now };
    return { endpoint, now, controlPlane: await (await this.#served()).observe() };
  }

  async #join(machine: InstanceRecord, node: NodePlan): Promise<void> {
    const workload = await this.#served();
    const initializes = this.#record.controlPlane?.initializedBy === machine.object.name;
    if (initializes) await workload.initialize(this.#record);
    if (node.role === "control-plane") {
      const member = { machine: machine.object.name, name: node.name, internalIP: machine.internalIP };
      await this.#changeEtcd((etcd) => withMember(etcd, member));
    }
    await workload.register(node, registrationOf(machine, this.#record, this.#context.clock.now()));
    const joined = booted(machine, { state: "joined", role: node.role, nodeName: node.name });
    await this.#machines.save(joined);
    this.#announce(joined);
    if (initializes) this.#wakeWaiting();
  }

  async #changeEtcd(change: (etcd: EtcdMembership | undefined) => EtcdMembership | undefined): Promise<void> {
    const changed = withEtcd(this.#record, change);
    if (changed === undefined) return;
    this.#record = changed;
    await this.#context.store.saveCluster(this.#record);
  }

  /** The etcd of this network's machines, as its administrator sees it. */
  #etcd(): EtcdCluster {
    return {
      membership: () => this.#record.controlPlane?.etcd,
      runs: (machine) => this.#machines.has(machine),
      change: (change) => this.#queue.run(() => this.#changeEtcd((etcd) => etcd && change(etcd))),
    };
  }

  #wakeWaiting(): void {
    for (const machine of this.#machines.all()) {
      if (machine.boot.state === "waiting") this.#bootSoon(machine.object.name);
    }
  }

  async #served(): Promise<WorkloadCluster> {
    await this.#serve();
    // eslint-disable-next-line errors/capstan-errors -- would be a bug of this file
    if (this.#workload === undefined) throw new Error("The workload cluster is not initialized");
    return this.#workload;
  }

  async #serve(): Promise<void> {
    const { controlPlane, cluster } = this.#record;
    if (controlPlane === undefined || this.#workload !== undefined || this.#loadBalancer === undefined) return;
    this.#workload = await WorkloadCluster.start(this.#record, controlPlane, {
      clock: this.#context.clock,
      etcd: this.#etcd(),
      dataDirectory: this.#context.store.apiServerDirectory(cluster),
    });
    this.#loadBalancer.backend = this.#workload;
  }

  async #loseControlPlane(): Promise<void> {
    if (this.#loadBalancer !== undefined) this.#loadBalancer.backend = undefined;
    await this.#workload?.close();
    this.#workload = undefined;
    const { object, cluster, endpoint } = this.#record;
    this.#record = { object, cluster, endpoint };
    await this.#context.store.saveCluster(this.#record);
    await this.#context.store.removeApiServer(cluster);
  }

  // As in any cloud, a machine can be removed in any state of its cluster.
  async #nodeStops(machine: InstanceRecord): Promise<void> {
    if (machine.node === undefined) return;
    try {
      await this.#serve();
      const now = timestamp(this.#context.clock.now());
      await this.#workload?.unregister(machine.node.name, providerID(this.#record.cluster, machine.object.name), now);
    } catch (error) {
      const fields = { ...this.#record.cluster, node: machine.node.name, error };
      this.#context.logger?.warn("The Node of a deleted machine could not be updated", fields);
    }
  }
}

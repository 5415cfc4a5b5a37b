import {
  annotations,
  Cluster,
  type KubernetesObject,
  Machine,
  MachinePool,
  type ResourceKind,
} from "@capstan/contract";
import type { ProviderController, ProviderDefinition } from "@capstan/provider";
import {
  type Client,
  Controller,
  enqueueMapped,
  forKind,
  isNotFound,
  type Manager,
  type Request,
  Result,
} from "@capstan/runtime";
import type { OutsideWorld } from "@capstan/testkit/conformance";

/** A provider object as stored by the API server. */
export interface Stored extends KubernetesObject {
  readonly spec?: Readonly<Record<string, unknown>>;
  readonly status?: Readonly<Record<string, unknown>>;
}

/** The owners of an object, as far as they exist. */
export interface Owners {
  readonly machine: Machine | undefined;
  readonly pool: MachinePool | undefined;
  readonly cluster: Cluster | undefined;
}

/** The reported state of an object. */
export interface Report {
  readonly isDone: boolean;
  readonly reason: string;
  readonly message?: string;
  readonly isPaused?: boolean;
  /** Further fields of the status. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

type Condition = Readonly<Record<string, unknown>>;

/**
 * A hand-written provider, as in another SDK: it keeps the contract without any help of a framework. Each step is a method, so that a
 * faulty provider is this one with a step replaced.
 */
export abstract class RawProvider implements ProviderController {
  readonly definition: ProviderDefinition;
  protected readonly outside: OutsideWorld;
  #manager: Manager | undefined;

  constructor(definition: ProviderDefinition, outside: OutsideWorld) {
    this.definition = definition;
    this.outside = outside;
  }

  setup(manager: Manager): void {
    this.#manager = manager;
    const named = ({ metadata: { name, namespace = "" } }: KubernetesObject): Request => ({ name, namespace });
    manager.add(
      new Controller({
        name: this.kind.kind.toLowerCase(),
        reconciler: this,
        sources: [
          forKind(this.kind),
          enqueueMapped(Machine, (machine) => [named(machine as Machine)]),
          ...(this.servesPools ? [enqueueMapped(MachinePool, (pool) => [named(pool as MachinePool)])] : []),
          enqueueMapped(Cluster, async () => (await this.client.list(this.kind)).items.map(named)),
        ],
      }),
    );
  }

  async reconcile(request: Request): Promise<Result> {
    const object = await this.read(this.kind, request.name, request);
    if (object === undefined) return Result.awaitChange();
    const machine = await this.findMachine(object);
    const pool = await this.findPool(object);
    const owners = { machine, pool, cluster: await this.findCluster(object, machine ?? pool) };
    if (object.metadata.deletionTimestamp !== undefined) await this.whenDeleted(object, owners);
    else if (await this.mayStart(object, owners)) await this.whenPresent(object, owners);
    return Result.awaitChange();
  }

  /** Creates the external resource of the object, and reports it. */
  protected abstract provide(object: Stored, owners: Owners): Promise<void>;
  /** Deletes the external resource. */
  protected abstract remove(object: Stored): Promise<void>;
  /** Whether its owners exist. */
  protected abstract mayStart(object: Stored, owners: Owners): boolean | Promise<boolean>;
  /** The flag of the contract version, set to true. */
  protected abstract flag(): Readonly<Record<string, unknown>>;

  protected async whenPresent(object: Stored, owners: Owners): Promise<void> {
    if (this.isPaused(object, owners)) return this.reportPaused(object);
    if (this.isOld && object.status?.failureReason !== undefined) return;
    await this.provide(object, owners);
  }

  protected async whenDeleted(object: Stored, owners: Owners): Promise<void> {
    if (!this.hasFinalizer(object)) return;
    if (this.isPaused(object, owners)) return this.reportPaused(object);
    await this.remove(object);
    await this.patch(object, { metadata: { finalizers: null } });
  }

  protected async findMachine(object: Stored): Promise<Machine | undefined> {
    const owner = object.metadata.ownerReferences?.find(({ kind }) => kind === Machine.kind);
    return owner === undefined ? undefined : this.read(Machine, owner.name, object.metadata);
  }

  protected async findPool(object: Stored): Promise<MachinePool | undefined> {
    const owner = object.metadata.ownerReferences?.find(({ kind }) => kind === MachinePool.kind);
    return owner === undefined ? undefined : this.read(MachinePool, owner.name, object.metadata);
  }

  protected async findCluster(
    object: Stored,
    machine: Machine | MachinePool | undefined,
  ): Promise<Cluster | undefined> {
    const owner = object.metadata.ownerReferences?.find(({ kind }) => kind === Cluster.kind);
    const name = machine?.spec.clusterName ?? owner?.name;
    return name === undefined ? undefined : this.read(Cluster, name, object.metadata);
  }

  protected isPaused(object: Stored, { cluster }: Owners): boolean {
    return cluster?.spec.paused === true || object.metadata.annotations?.[annotations.paused] !== undefined;
  }

  protected async reportPaused(object: Stored): Promise<void> {
    await this.report(object, { isDone: false, isPaused: true, reason: "Paused" });
  }

  protected async ensureFinalizer(object: Stored): Promise<void> {
    if (!this.hasFinalizer(object)) await this.patch(object, { metadata: { finalizers: [this.finalizer] } });
  }

  /** Writes the status if it changed; the flag is never reset. */
  protected async report(object: Stored, { fields = {}, isDone, ...about }: Report): Promise<void> {
    const conditions = this.conditions(object, { isDone, ...about });
    const status = { ...fields, ...(isDone ? this.flag() : {}), conditions };
    const known = object.status ?? {};
    const entries: [string, unknown][] = Object.entries(status);
    if (entries.every(([name, value]) => JSON.stringify(value) === JSON.stringify(known[name]))) return;
    await this.patchStatus(object, status);
  }

  protected conditions(object: Stored, report: Report): Condition[] {
    const { isDone, isPaused = false, reason, message } = report;
    return [
      this.condition(object, { type: "Ready", isTrue: isDone, reason, message }),
      this.condition(object, { type: "Paused", isTrue: isPaused, reason: isPaused ? "Paused" : "NotPaused" }),
    ];
  }

  /** A condition in the form of the contract, with the time of its last transition. */
  protected condition(
    { status: known }: Stored,
    given: { type: string; isTrue: boolean; reason: string; message?: string | undefined },
  ): Condition {
    const { type, isTrue, reason, message = "" } = given;
    const status = isTrue ? "True" : "False";
    const conditions = Array.isArray(known?.conditions) ? (known.conditions as Condition[]) : [];
    const before = conditions.find((condition) => condition.type === type);
    return {
      lastTransitionTime: before?.status === status ? before.lastTransitionTime : this.now,
      ...(this.isOld && message === "" ? {} : { message }),
      reason,
      ...(this.isOld && !isTrue ? { severity: "Info" } : {}),
      status,
      type,
    };
  }

  /** @param place - the namespace, by default "default". */
  protected async read<T extends KubernetesObject>(
    kind: ResourceKind<T>,
    name: string,
    place: { readonly namespace?: string | undefined } = {},
  ): Promise<T | undefined> {
    return this.client.get(kind, { name, namespace: place.namespace ?? "default" }).catch((error: unknown) => {
      if (isNotFound(error)) return undefined;
      throw error;
    });
  }

  protected async patch({ metadata: { name, namespace = "" } }: Stored, body: object): Promise<void> {
    await this.client.patch(this.kind, { name, namespace }, { type: "merge", body });
  }

  protected async patchStatus({ metadata: { name, namespace = "" } }: Stored, status: object): Promise<void> {
    const patch = { type: "merge", body: { status } } as const;
    await this.client.patch(this.kind, { name, namespace }, patch, { subresource: "status" });
  }

  protected get kind(): ResourceKind<Stored> {
    return this.definition.kind as ResourceKind<Stored>;
  }

  protected get servesPools(): boolean {
    return this.definition.owners.includes("MachinePool");
  }

  /** Whether the kind implements contract v1beta1. */
  protected get isOld(): boolean {
    return this.definition.contract === "v1beta1";
  }

  protected get client(): Client {
    return this.#running.client;
  }

  /** RFC 3339. */
  protected get now(): string {
    return `${new Date(this.#running.clock.now()).toISOString().slice(0, 19)}Z`;
  }

  protected get finalizer(): string {
    return `${this.kind.kind.toLowerCase()}.example.com/finalizer`;
  }

  protected hasFinalizer(object: Stored): boolean {
    return object.metadata.finalizers?.includes(this.finalizer) === true;
  }

  get #running(): Manager {
    if (this.#manager === undefined) throw new Error("The provider has not been set up");
    return this.#manager;
  }
}

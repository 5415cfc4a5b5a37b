import {
  annotations,
  conditionTypes,
  type DeepReadonly,
  isConditionFalse,
  type KubernetesObject,
  labels,
  Machine,
} from "@capstan/contract";
import { apiVersionOf } from "@capstan/kube";
import { type Client, isAlreadyExists, isNotFound, nameWith, randomLength, randomText } from "@capstan/runtime";
import type { ObjectOf, ProviderDefinition } from "../../definition/definition.ts";
import { byAge } from "../../object/by-age.ts";
import { isOwnedMachine, ownedMachines, poolLabel } from "./owned-machines.ts";
import type { PoolMachinesScope } from "./pool-machines-scope.ts";

/** A machine of a pool in the management cluster (rule MP-005). */
export interface PoolMachine<I extends ProviderDefinition<"InfraMachine">> {
  /** Its InfraMachine, which the provider creates. */
  readonly object: DeepReadonly<ObjectOf<I>>;
  /** Its Machine, which core creates. Undefined until then. */
  readonly machine: DeepReadonly<Machine> | undefined;
  /** Whether one of both is being deleted. */
  readonly isDeleting: boolean;
  /** Whether a user or an autoscaler has marked the Machine with `cluster.x-k8s.io/delete-machine`: delete it first. */
  readonly isMarked: boolean;
  /** Whether a MachineHealthCheck requests that the pool replaces it (condition `OwnerRemediated` False): delete it. */
  readonly isCondemned: boolean;
}

/**
 * The machines of a pool in the management cluster, if it has MachinePool Machines: you create an InfraMachine for each machine of the
 * pool, and core creates its Machine. A machine is deleted through its Machine, which drains the Node first and then deletes the
 * InfraMachine.
 *
 * Report the kind as `infrastructureMachineKind`, wake the pool with `enqueueForOwner` in `sources`, and request the right to delete
 * Machines with `permissions` of the definition.
 *
 * @see Contract rule MP-005.
 *
 * @example
 * ```ts
 * import { type InfraMachinePoolScope, defineInfraMachine, defineInfraMachinePool, PoolMachines, Type } from "@capstan/provider";
 *
 * const versions = { v1alpha1: { contract: "v1beta2", spec: Type.Object({}) } } as const;
 * const HelloMachine = defineInfraMachine({ kind: "HelloMachine", versions });
 * const HelloMachinePool = defineInfraMachinePool({ kind: "HelloMachinePool", versions });
 *
 * export async function shrink(scope: InfraMachinePoolScope<typeof HelloMachinePool>): Promise<void> {
 *   const machines = await PoolMachines.of(scope, HelloMachine);
 *   const marked = machines.all.filter(({ isMarked, isDeleting }) => isMarked && !isDeleting);
 *   await machines.delete(marked);
 * }
 * ```
 */
export class PoolMachines<I extends ProviderDefinition<"InfraMachine">> {
  /** All machines, the oldest first. */
  readonly all: readonly PoolMachine<I>[];
  readonly #scope: PoolMachinesScope;
  readonly #definition: I;

  private constructor(scope: PoolMachinesScope, definition: I, all: readonly PoolMachine<I>[]) {
    this.#scope = scope;
    this.#definition = definition;
    this.all = all;
  }

  /**
   * Reads them from the cache: the InfraMachines with the pool's label and an owner reference to the pool, and the Machines that core has
   * created for them. If the pool has another uid since a restore, their owner references are updated.
   *
   * @param scope - of `reconcilePool` or `deletePool`.
   * @param definition - the kind of the InfraMachines, of the same group as the pool.
   */
  static async of<I extends ProviderDefinition<"InfraMachine">>(
    scope: PoolMachinesScope,
    definition: I,
  ): Promise<PoolMachines<I>> {
    const machines = (await ownedMachines(scope, definition.kind)).map(({ object, machine }): PoolMachine<I> => {
      const metadatas = [object.metadata, machine?.metadata];
      return {
        object: object as DeepReadonly<ObjectOf<I>>,
        machine,
        isDeleting: metadatas.some((metadata) => metadata?.deletionTimestamp !== undefined),
        isMarked: machine?.metadata.annotations?.[annotations.deleteMachine] !== undefined,
        isCondemned: machine !== undefined && isConditionFalse(machine, conditionTypes.ownerRemediated),
      };
    });
    return new PoolMachines(
      scope,
      definition,
      machines.toSorted((one, other) => byAge(one.object, other.object)),
    );
  }

  /** A new name for a machine: that of the pool with random characters, at most 63 characters long. */
  newName(): string {
    const base = this.#scope.object.metadata.name.slice(0, longestBase).replace(/[-.]+$/, "");
    return nameWith(`${base}-`, randomText(randomLength));
  }

  /**
   * Whether an InfraMachine that is not of this pool has the name, as far as the cache knows. What your cloud has by that name belongs to
   * that InfraMachine: leave it as it is.
   */
  async isTaken(name: string): Promise<boolean> {
    const { cache, object } = this.#scope;
    const { kind } = this.#definition;
    const present = await cache.get<KubernetesObject>(kind, { namespace: object.metadata.namespace, name });
    return present !== undefined && !(await isOwnedMachine(this.#scope, kind, present));
  }

  /**
   * Creates the InfraMachine of a machine, with the labels by which core finds it. If it exists already, nothing changes.
   *
   * @param name - also becomes the name of the Machine.
   * @throws ApiError - AlreadyExists: an InfraMachine that is not of this pool has the name.
   */
  async create(name: string, spec: ObjectOf<I>["spec"]): Promise<void> {
    const { client, object } = this.#scope;
    const { kind } = this.#definition;
    try {
      await this.#create(name, spec);
    } catch (error) {
      if (!isAlreadyExists(error)) throw error;
      const present = await client.get<KubernetesObject>(kind, { namespace: object.metadata.namespace, name });
      if (!(await isOwnedMachine(this.#scope, kind, present))) throw error;
    }
  }

  async #create(name: string, spec: ObjectOf<I>["spec"]): Promise<void> {
    const { client, object, cluster, machinePool } = this.#scope;
    const { kind } = this.#definition;
    const owner = { apiVersion: object.apiVersion, kind: object.kind };
    const clusterName = cluster?.metadata.name ?? machinePool?.spec.clusterName;
    await client.create<KubernetesObject & { readonly spec: object }>(kind, {
      apiVersion: apiVersionOf(kind),
      kind: kind.kind,
      metadata: {
        namespace: object.metadata.namespace,
        name,
        labels: {
          ...(clusterName === undefined ? {} : { [labels.clusterName]: clusterName }),
          [labels.machinePoolName]: poolLabel(this.#scope),
        },
        ownerReferences: [{ ...owner, name: object.metadata.name, uid: object.metadata.uid }],
      },
      spec,
    });
  }

  /**
   * Deletes the Machines of machines. A machine without a Machine stays, because core is about to create it: repeat the call when the
   * InfraMachine changes.
   */
  async delete(machines: readonly Pick<PoolMachine<I>, "machine">[]): Promise<void> {
    for (const { machine } of machines) {
      if (machine === undefined || machine.metadata.deletionTimestamp !== undefined) continue;
      await this.#delete(Machine, machine);
    }
  }

  /**
   * Deletes all machines, also those without a Machine, because core creates none for a pool that is being deleted.
   *
   * @returns whether any are left: repeat the call when an InfraMachine changes, and after a while.
   */
  async deleteAll(): Promise<boolean> {
    await this.delete(this.all);
    for (const { object, machine } of this.all) {
      if (machine === undefined) await this.#delete(this.#definition.kind, object);
    }
    return this.all.length > 0;
  }

  /** Another object may have got the name since. */
  async #delete(kind: Parameters<Client["delete"]>[0], { metadata }: DeepReadonly<KubernetesObject>): Promise<void> {
    const { name, uid } = metadata;
    const { client, object } = this.#scope;
    const key = { namespace: object.metadata.namespace, name };
    await client.delete(kind, key, { preconditions: { uid } }).catch((error: unknown) => {
      if (!isNotFound(error)) throw error;
    });
  }
}

/** The longest part of a pool's name in the names of its machines: they are hostnames and label values. */
const longestBase = 63 - randomLength - 1;

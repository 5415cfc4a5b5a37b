import type { Cluster, DeepReadonly, MachinePool } from "@capstan/contract";
import type { Cache, Client } from "@capstan/runtime";
import type { ProviderDefinition } from "../../definition/definition.ts";
import type { StoredObjectOf } from "../../scope/scope.ts";

/** The part of a pool's scope, or of its scope on deletion, that `PoolMachines` needs. */
export interface PoolMachinesScope {
  /** The InfraMachinePool. */
  readonly object: StoredObjectOf<ProviderDefinition<"InfraMachinePool">>;
  /** Creates and deletes. */
  readonly client: Client;
  /** Has the InfraMachines and Machines. */
  readonly cache: Cache;
  /** Undefined: the MachinePool is gone. */
  readonly machinePool: DeepReadonly<MachinePool> | undefined;
  /** Undefined: the Cluster is gone. */
  readonly cluster: DeepReadonly<Cluster> | undefined;
}

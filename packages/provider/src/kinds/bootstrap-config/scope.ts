import type { DeepReadonly, Machine, MachinePool } from "@capstan/contract";
import type { ClusterScope, ProviderScope } from "../../scope/scope.ts";

/** What `reconcileBootstrap` gets. */
export interface BootstrapConfigScope<D> extends ProviderScope<D>, ClusterScope {
  /** The Machine that the config belongs to. */
  readonly machine: DeepReadonly<Machine>;
}

/** What `reconcilePoolBootstrap` gets. */
export interface PoolBootstrapScope<D> extends ProviderScope<D>, ClusterScope {
  /** The MachinePool that the config belongs to. */
  readonly machinePool: DeepReadonly<MachinePool>;
}

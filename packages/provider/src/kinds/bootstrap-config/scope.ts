import type { DeepReadonly, Machine, MachinePool } from "@capstan/contract";
import type { ClusterScope, ProviderScope } from "../../scope/scope.ts";

/** The argument of `reconcileBootstrap`. */
export interface BootstrapConfigScope<D> extends ProviderScope<D>, ClusterScope {
  /** The Machine that owns the config. */
  readonly machine: DeepReadonly<Machine>;
}

/** The argument of `reconcilePoolBootstrap`. */
export interface PoolBootstrapScope<D> extends ProviderScope<D>, ClusterScope {
  /** The MachinePool that owns the config. */
  readonly machinePool: DeepReadonly<MachinePool>;
}

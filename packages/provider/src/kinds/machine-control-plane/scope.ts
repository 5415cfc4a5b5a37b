import type { DeepReadonly, Machine } from "@capstan/contract";
import type { ControlPlaneScope } from "../control-plane/scope.ts";

/** The argument of `configOf`. */
export interface NewMachineScope<D> extends ControlPlaneScope<D> {
  /** The name of the Machine, and of the objects behind it. */
  readonly machineName: string;
  /** Whether the Machine begins the workload cluster; all others join it. */
  readonly isFirst: boolean;
}

/** The argument of `leave`. */
export interface LeavingMachineScope<D> extends ControlPlaneScope<D> {
  /** The Machine that is deleted next. */
  readonly machine: DeepReadonly<Machine>;
}

import { MachineControlPlaneReconciler } from "@capstan/provider";
import { __ConfigKind__ } from "../../api/__configFile__.ts";
import { __ControlPlaneKind__ } from "../../api/__controlPlaneFile__.ts";

/** Gives each __ControlPlaneKind__ its Machines, one at a time, and replaces them after an upgrade. */
export class __ControlPlaneKind__Reconciler extends MachineControlPlaneReconciler<
  typeof __ControlPlaneKind__,
  typeof __ConfigKind__
> {
  readonly definition = __ControlPlaneKind__;
  readonly config = __ConfigKind__;

  configOf({ object, isFirst }: this["NewMachineScope"]) {
    const role = isFirst ? ("FirstServer" as const) : ("Server" as const);
    return { role, arguments: [...object.spec.serverArguments] };
  }

  // TODO: implement leave(), if the data store must forget the member of a Machine before it is deleted.
}

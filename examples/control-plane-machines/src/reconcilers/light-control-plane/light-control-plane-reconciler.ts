import { MachineControlPlaneReconciler } from "@capstan/provider";
import { LightConfig } from "../../api/light-config.ts";
import { LightControlPlane } from "../../api/light-control-plane.ts";

/** Says how the Machines of a LightControlPlane are bootstrapped. */
export class LightControlPlaneReconciler extends MachineControlPlaneReconciler<
  typeof LightControlPlane,
  typeof LightConfig
> {
  readonly definition = LightControlPlane;
  readonly config = LightConfig;

  configOf({ object, isFirst }: this["NewMachineScope"]) {
    const { serverArguments = [] } = object.spec;
    return { role: isFirst ? ("FirstServer" as const) : ("Server" as const), arguments: [...serverArguments] };
  }
}

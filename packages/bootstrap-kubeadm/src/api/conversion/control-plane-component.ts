import { optional } from "@capstan/kube";
import type { ControlPlaneComponent } from "../v1beta2/component-settings.ts";
import type { ControlPlaneComponentV1Beta1 } from "../v1beta1/component-settings.ts";
import { toArgList, toArgsByName } from "./args.ts";
import { ifThere } from "./if-there.ts";

/** Converts the settings that all control-plane components share to v1beta2. Flags become a list. */
export function toComponent({ extraArgs, ...same }: ControlPlaneComponentV1Beta1): ControlPlaneComponent {
  return { ...same, ...optional("extraArgs", ifThere(extraArgs, toArgList)) };
}

/** Converts the settings that all control-plane components share to v1beta1. */
export function fromComponent({ extraArgs, ...same }: ControlPlaneComponent): ControlPlaneComponentV1Beta1 {
  return { ...same, ...optional("extraArgs", ifThere(extraArgs, toArgsByName)) };
}

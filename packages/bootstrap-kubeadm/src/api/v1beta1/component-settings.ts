import { Type } from "typebox";
import { componentProperties } from "../v1beta2/component-settings.ts";
import { withoutLowerBounds } from "./without-lower-bounds.ts";

/** Flags of a component by name, without leading dashes. */
export function argsByName(description: string) {
  return Type.Record(Type.String(), Type.String(), { description });
}

/** The settings that every control-plane component shares. */
export const componentPropertiesV1Beta1 = {
  extraArgs: Type.Optional(argsByName("Flags to pass to the component; they override those of kubeadm.")),
  extraVolumes: withoutLowerBounds(componentProperties.extraVolumes),
  extraEnvs: withoutLowerBounds(componentProperties.extraEnvs),
};

export const ControlPlaneComponentV1Beta1 = Type.Object(componentPropertiesV1Beta1, {
  description: "Settings of a control-plane component.",
});
export type ControlPlaneComponentV1Beta1 = Type.Static<typeof ControlPlaneComponentV1Beta1>;

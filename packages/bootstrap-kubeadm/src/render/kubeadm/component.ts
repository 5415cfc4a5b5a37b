import { type Arg, type ControlPlaneComponent, type HostPathMount } from "../../api/v1beta2/component-settings.ts";
import { type KubeadmApiVersion } from "./kubernetes-version.ts";
import { renderEnvVars } from "./env-vars.ts";

/** Renders flags for a kubeadm API: a list since v1beta4, a map before. */
export function renderArgs(args: readonly Arg[] | undefined, api: KubeadmApiVersion): unknown {
  if (args === undefined) return undefined;
  if (api === "v1beta4") return args.map(({ name, value }) => ({ name, value }));
  return Object.fromEntries(args.map(({ name, value }) => [name, value]));
}

/** The settings that the API server, the controller manager and the scheduler share. */
export function renderComponent(component: ControlPlaneComponent | undefined, api: KubeadmApiVersion): object {
  return {
    extraArgs: renderArgs(component?.extraArgs, api),
    extraVolumes: component?.extraVolumes?.map(renderVolume),
    extraEnvs: api === "v1beta4" ? renderEnvVars(component?.extraEnvs) : undefined,
  };
}

function renderVolume({ readOnly, pathType, ...volume }: HostPathMount): object {
  return {
    ...volume,
    readOnly: readOnly === true ? readOnly : undefined,
    pathType: pathType === "" ? undefined : pathType,
  };
}

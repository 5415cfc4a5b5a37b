import { formatSeconds, optional } from "@capstan/kube";
import type { KubeadmConfigSpec } from "../v1beta2/kubeadm-config-spec.ts";
import type { Timeouts } from "../v1beta2/node-configuration.ts";
import type { KubeadmConfigSpecV1Beta1 } from "../v1beta1/kubeadm-config-spec.ts";
import { toSeconds } from "./durations.ts";
import { ifThere } from "./if-there.ts";

/** The timeouts of v1beta2, by the section of the spec that has them. */
export interface TimeoutsBySection {
  readonly init: Timeouts;
  readonly join: Timeouts;
}

/**
 * Moves the two timeouts of v1beta1 to their places in v1beta2. `init` and `join` shared the control plane timeout, and now each has it;
 * the discovery timeout becomes the TLS bootstrap timeout.
 */
export function timeoutsOf({ clusterConfiguration, joinConfiguration }: KubeadmConfigSpecV1Beta1): TimeoutsBySection {
  const controlPlane = ifThere(clusterConfiguration?.apiServer?.timeoutForControlPlane, toSeconds);
  const discovery = ifThere(joinConfiguration?.discovery?.timeout, toSeconds);
  const shared = optional("controlPlaneComponentHealthCheckSeconds", controlPlane);
  return { init: shared, join: { ...shared, ...optional("tlsBootstrapSeconds", discovery) } };
}

/** The v1beta1 durations of two v1beta2 timeouts. The other timeouts have no place in v1beta1. */
export function durationsOf({ initConfiguration, joinConfiguration }: KubeadmConfigSpec): {
  readonly controlPlane: string | undefined;
  readonly discovery: string | undefined;
} {
  return {
    controlPlane: ifThere(initConfiguration?.timeouts?.controlPlaneComponentHealthCheckSeconds, formatSeconds),
    discovery: ifThere(joinConfiguration?.timeouts?.tlsBootstrapSeconds, formatSeconds),
  };
}

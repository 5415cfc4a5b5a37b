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
 * The two timeouts that v1beta1 has, where v1beta2 has them. That of the control plane was shared by `init` and `join`, and is now
 * in each; that of the discovery is that of the TLS bootstrap.
 */
export function timeoutsOf({ clusterConfiguration, joinConfiguration }: KubeadmConfigSpecV1Beta1): TimeoutsBySection {
  const controlPlane = ifThere(clusterConfiguration?.apiServer?.timeoutForControlPlane, toSeconds);
  const discovery = ifThere(joinConfiguration?.discovery?.timeout, toSeconds);
  const shared = optional("controlPlaneComponentHealthCheckSeconds", controlPlane);
  return { init: shared, join: { ...shared, ...optional("tlsBootstrapSeconds", discovery) } };
}

/** The durations of v1beta1 that two of the timeouts of v1beta2 become; the others have no place there. */
export function durationsOf({ initConfiguration, joinConfiguration }: KubeadmConfigSpec): {
  readonly controlPlane: string | undefined;
  readonly discovery: string | undefined;
} {
  return {
    controlPlane: ifThere(initConfiguration?.timeouts?.controlPlaneComponentHealthCheckSeconds, formatSeconds),
    discovery: ifThere(joinConfiguration?.timeouts?.tlsBootstrapSeconds, formatSeconds),
  };
}

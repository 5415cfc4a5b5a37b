import { formatSeconds } from "@capstan/kube";
import { type Discovery } from "../../api/v1beta2/discovery.ts";
import { type JoinConfiguration, type Taint } from "../../api/v1beta2/node-configuration.ts";
import { type KubeadmApiVersion } from "./kubernetes-version.ts";
import { renderNodeRegistration, renderTimeouts } from "./node-registration.ts";

/**
 * The taint of a worker's new Node, until the core has set its labels: Pods must not be scheduled to a Node whose labels are not yet right.
 */
const nodeUninitializedTaint: Taint = { key: "node.cluster.x-k8s.io/uninitialized", effect: "NoSchedule" };

/**
 * Renders kubeadm's JoinConfiguration.
 *
 * @param discovery - the discovery with its defaults filled in.
 * @param role - a worker gets {@link nodeUninitializedTaint}; a control-plane machine its control-plane section.
 */
export function renderJoinConfiguration(
  join: JoinConfiguration | undefined,
  discovery: Discovery,
  role: "control-plane" | "worker",
  api: KubeadmApiVersion,
): object {
  const registration = renderNodeRegistration(
    role === "worker"
      ? { ...join?.nodeRegistration, taints: withUninitializedTaint(join?.nodeRegistration?.taints ?? []) }
      : join?.nodeRegistration,
    api,
  );
  const tlsBootstrapSeconds = api === "v1beta3" ? join?.timeouts?.tlsBootstrapSeconds : undefined;
  return {
    apiVersion: `kubeadm.k8s.io/${api}`,
    kind: "JoinConfiguration",
    nodeRegistration: registration,
    caCertPath: join?.caCertPath,
    discovery: {
      ...renderDiscovery(discovery),
      ...(tlsBootstrapSeconds === undefined ? {} : { timeout: formatSeconds(tlsBootstrapSeconds) }),
    },
    controlPlane:
      role === "control-plane" ? { localAPIEndpoint: { ...join?.controlPlane?.localAPIEndpoint } } : undefined,
    skipPhases: join?.skipPhases,
    patches: join?.patches,
    timeouts: renderTimeouts(join?.timeouts, api),
  };
}

function withUninitializedTaint(taints: readonly Taint[]): Taint[] {
  const present = taints.some(
    ({ key, effect }) => key === nodeUninitializedTaint.key && effect === nodeUninitializedTaint.effect,
  );
  return present ? [...taints] : [...taints, nodeUninitializedTaint];
}

function renderDiscovery({ bootstrapToken, file, tlsBootstrapToken }: Discovery): object {
  return {
    bootstrapToken:
      bootstrapToken === undefined
        ? undefined
        : {
            token: bootstrapToken.token,
            apiServerEndpoint: bootstrapToken.apiServerEndpoint,
            caCertHashes: bootstrapToken.caCertHashes,
            unsafeSkipCAVerification: bootstrapToken.unsafeSkipCAVerification === true ? true : undefined,
          },
    file: file === undefined ? undefined : { kubeConfigPath: file.kubeConfigPath },
    tlsBootstrapToken,
  };
}

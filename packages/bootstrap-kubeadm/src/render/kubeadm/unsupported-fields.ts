import { type KubeadmConfigSpec } from "../../api/v1beta2/kubeadm-config-spec.ts";
import { type JoinConfiguration, type InitConfiguration } from "../../api/v1beta2/node-configuration.ts";
import { type KubeadmApiVersion } from "./kubernetes-version.ts";

/**
 * The settings of a spec that the kubeadm of an older Kubernetes has no field for. They have no effect there, as with the Go provider; the
 * log names them so that users notice.
 *
 * @returns their paths, for a log line; empty for v1beta4.
 */
export function fieldsWithoutEffect(
  spec: KubeadmConfigSpec,
  command: "init" | "join",
  api: KubeadmApiVersion,
): string[] {
  if (api === "v1beta4") return [];
  const present =
    command === "init"
      ? { ...clusterFields(spec), ...nodeFields("initConfiguration", spec.initConfiguration) }
      : nodeFields("joinConfiguration", spec.joinConfiguration);
  return Object.entries(present).flatMap(([path, value]) => (value === undefined ? [] : [`spec.${path}`]));
}

function clusterFields({ clusterConfiguration: cluster }: KubeadmConfigSpec): Record<string, unknown> {
  return {
    "clusterConfiguration.apiServer.extraEnvs": cluster?.apiServer?.extraEnvs,
    "clusterConfiguration.controllerManager.extraEnvs": cluster?.controllerManager?.extraEnvs,
    "clusterConfiguration.scheduler.extraEnvs": cluster?.scheduler?.extraEnvs,
    "clusterConfiguration.etcd.local.extraEnvs": cluster?.etcd?.local?.extraEnvs,
    "clusterConfiguration.certificateValidityPeriodDays": cluster?.certificateValidityPeriodDays,
    "clusterConfiguration.encryptionAlgorithm": cluster?.encryptionAlgorithm,
  };
}

function nodeFields(
  section: "initConfiguration" | "joinConfiguration",
  node: InitConfiguration | JoinConfiguration | undefined,
): Record<string, unknown> {
  const keptTimeout =
    section === "initConfiguration" ? "controlPlaneComponentHealthCheckSeconds" : "tlsBootstrapSeconds";
  const timeouts = Object.entries(node?.timeouts ?? {}).filter(([name]) => name !== keptTimeout);
  return {
    [`${section}.nodeRegistration.imagePullSerial`]: node?.nodeRegistration?.imagePullSerial,
    ...Object.fromEntries(timeouts.map(([name, value]) => [`${section}.timeouts.${name}`, value])),
  };
}

import { Type } from "typebox";
import { ClusterConfiguration } from "./cluster-configuration.ts";
import { machineSetupProperties } from "./machine-setup.ts";
import { InitConfiguration, JoinConfiguration } from "./node-configuration.ts";

/**
 * The spec of a KubeadmConfig, with the field names of the upstream v1beta2 API.
 *
 * Every field it admits is rendered. Fields of the upstream API that are not here (`diskSetup`, `ignition`,
 * `format: ignition`, `files[].contentFormat`, `joinConfiguration.discovery.file.kubeConfig`) are refused or pruned by
 * the API server instead of being silently ignored by this provider.
 */
export const KubeadmConfigSpec = Type.Object({
  clusterConfiguration: Type.Optional(ClusterConfiguration),
  initConfiguration: Type.Optional(InitConfiguration),
  joinConfiguration: Type.Optional(JoinConfiguration),
  ...machineSetupProperties,
  format: Type.Optional(Type.Literal("cloud-config", { description: "Format of the bootstrap data." })),
  verbosity: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 2_147_483_647, description: "Log level of kubeadm (--v)." }),
  ),
});
export type KubeadmConfigSpec = Type.Static<typeof KubeadmConfigSpec>;

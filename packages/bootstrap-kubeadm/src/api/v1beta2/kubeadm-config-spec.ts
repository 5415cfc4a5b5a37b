import { Type } from "typebox";
import { ClusterConfiguration } from "./cluster-configuration.ts";
import { IgnitionSpec } from "./ignition.ts";
import { int32 } from "./limits.ts";
import { machineSetupProperties } from "./machine-setup.ts";
import { InitConfiguration, JoinConfiguration } from "./node-configuration.ts";

/**
 * The spec of a KubeadmConfig: the upstream v1beta2 API, field by field. Every admitted field is rendered.
 *
 * It may be omitted but must not be empty, and so it has no default.
 */
export const KubeadmConfigSpec = Type.Object(
  {
    clusterConfiguration: Type.Optional(ClusterConfiguration),
    initConfiguration: Type.Optional(InitConfiguration),
    joinConfiguration: Type.Optional(JoinConfiguration),
    ...machineSetupProperties,
    format: Type.Optional(
      Type.Union([Type.Literal("cloud-config"), Type.Literal("ignition")], {
        description: "Format of the bootstrap data. Defaults to cloud-config.",
      }),
    ),
    verbosity: Type.Optional(int32("Log level of kubeadm (--v).")),
    ignition: Type.Optional(IgnitionSpec),
  },
  { minProperties: 1, default: undefined },
);
/** The spec of a KubeadmConfig, v1beta2. */
export type KubeadmConfigSpec = Type.Static<typeof KubeadmConfigSpec>;

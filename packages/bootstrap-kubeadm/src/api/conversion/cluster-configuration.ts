import { optional, without } from "@capstan/kube";
import type { ClusterConfiguration } from "../v1beta2/cluster-configuration.ts";
import type { ClusterConfigurationV1Beta1 } from "../v1beta1/cluster-configuration.ts";
import { toArgList, toArgsByName } from "./args.ts";
import { ifThere } from "./if-there.ts";
import type { ControlPlaneComponent } from "../v1beta2/component-settings.ts";
import type { ControlPlaneComponentV1Beta1 } from "../v1beta1/component-settings.ts";

type EtcdV1Beta1 = NonNullable<ClusterConfigurationV1Beta1["etcd"]>;
type Etcd = NonNullable<ClusterConfiguration["etcd"]>;

/**
 * Converts cluster-wide settings to v1beta2. Fields that the Cluster and the Machine also have are dropped; `timeoutForControlPlane` moves
 * to the other timeouts.
 */
export function toClusterConfiguration(configuration: ClusterConfigurationV1Beta1): ClusterConfiguration {
  const { etcd, apiServer, controllerManager, scheduler, ...rest } = configuration;
  const same = without(rest, "apiVersion", "kind", "networking", "kubernetesVersion", "clusterName");
  return {
    ...same,
    ...optional("etcd", ifThere(etcd, toEtcd)),
    ...optional(
      "apiServer",
      ifThere(apiServer, (server) => toComponent(without(server, "timeoutForControlPlane"))),
    ),
    ...optional("controllerManager", ifThere(controllerManager, toComponent)),
    ...optional("scheduler", ifThere(scheduler, toComponent)),
  };
}

/** Converts cluster-wide settings to v1beta1, without the timeout. */
export function fromClusterConfiguration(configuration: ClusterConfiguration): ClusterConfigurationV1Beta1 {
  const { etcd, apiServer, controllerManager, scheduler, ...same } = configuration;
  return {
    ...same,
    ...optional("etcd", ifThere(etcd, fromEtcd)),
    ...optional("apiServer", ifThere(apiServer, fromComponent)),
    ...optional("controllerManager", ifThere(controllerManager, fromComponent)),
    ...optional("scheduler", ifThere(scheduler, fromComponent)),
  };
}

function toEtcd({ local, ...same }: EtcdV1Beta1): Etcd {
  if (local === undefined) return same;
  const { extraArgs, ...rest } = local;
  return { ...same, local: { ...rest, ...optional("extraArgs", ifThere(extraArgs, toArgList)) } };
}

function fromEtcd({ local, ...same }: Etcd): EtcdV1Beta1 {
  if (local === undefined) return same;
  const { extraArgs, ...rest } = local;
  return { ...same, local: { ...rest, ...optional("extraArgs", ifThere(extraArgs, toArgsByName)) } };
}

/** Converts the settings that all control-plane components share to v1beta2. Flags become a list. */
function toComponent({ extraArgs, ...same }: ControlPlaneComponentV1Beta1): ControlPlaneComponent {
  return { ...same, ...optional("extraArgs", ifThere(extraArgs, toArgList)) };
}

/** Converts the settings that all control-plane components share to v1beta1. */
function fromComponent({ extraArgs, ...same }: ControlPlaneComponent): ControlPlaneComponentV1Beta1 {
  return { ...same, ...optional("extraArgs", ifThere(extraArgs, toArgsByName)) };
}

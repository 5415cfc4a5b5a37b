import { optional, without } from "@capstan/kube";
import { KubeadmConfigSpec } from "../v1beta2/kubeadm-config-spec.ts";
import type { KubeadmConfigSpecV1Beta1 } from "../v1beta1/kubeadm-config-spec.ts";
import { fromClusterConfiguration, toClusterConfiguration } from "./cluster-configuration.ts";
import { ifThere } from "./if-there.ts";
import { fromInitConfiguration, toInitConfiguration } from "./init-configuration.ts";
import { fromJoinConfiguration, toJoinConfiguration } from "./join-configuration.ts";
import { durationsOf, timeoutsOf } from "./timeouts.ts";
import { withoutEmpty } from "./without-empty.ts";
import type { DiskSetup } from "../v1beta2/disk-setup.ts";
import type { DiskSetupV1Beta1 } from "../v1beta1/disk-setup.ts";

/** Converts a v1beta1 spec to v1beta2, as upstream's webhook does. Fields that v1beta2 has no place for are omitted. */
export function toStorage(spec: KubeadmConfigSpecV1Beta1): KubeadmConfigSpec {
  const { clusterConfiguration, initConfiguration, joinConfiguration, diskSetup, ...same } = spec;
  const timeouts = timeoutsOf(spec);
  const converted: KubeadmConfigSpec = {
    ...without(same, "useExperimentalRetryJoin"),
    ...optional("clusterConfiguration", ifThere(clusterConfiguration, toClusterConfiguration)),
    initConfiguration: { ...ifThere(initConfiguration, toInitConfiguration), timeouts: timeouts.init },
    joinConfiguration: { ...ifThere(joinConfiguration, toJoinConfiguration), timeouts: timeouts.join },
    ...optional("diskSetup", ifThere(diskSetup, toDiskSetup)),
  };
  return withoutEmpty(converted, KubeadmConfigSpec);
}

/** Converts a v1beta2 spec to v1beta1, as upstream's webhook does. Fields that v1beta1 has no place for are omitted. */
export function fromStorage(spec: KubeadmConfigSpec): KubeadmConfigSpecV1Beta1 {
  const { clusterConfiguration, initConfiguration, diskSetup, ...same } = spec;
  return {
    ...without(same, "joinConfiguration"),
    ...optional("clusterConfiguration", withTimeout(spec, ifThere(clusterConfiguration, fromClusterConfiguration))),
    ...optional("initConfiguration", notEmpty(ifThere(initConfiguration, fromInitConfiguration))),
    ...optional("joinConfiguration", joinOf(spec)),
    ...optional("diskSetup", ifThere(diskSetup, fromDiskSetup)),
  };
}

type ClusterV1Beta1 = KubeadmConfigSpecV1Beta1["clusterConfiguration"];

function withTimeout(spec: KubeadmConfigSpec, cluster: ClusterV1Beta1): ClusterV1Beta1 {
  const timeoutForControlPlane = durationsOf(spec).controlPlane;
  if (timeoutForControlPlane === undefined) return cluster;
  return { ...cluster, apiServer: { ...cluster?.apiServer, timeoutForControlPlane } };
}

function joinOf(spec: KubeadmConfigSpec): KubeadmConfigSpecV1Beta1["joinConfiguration"] {
  const join = notEmpty(ifThere(spec.joinConfiguration, fromJoinConfiguration));
  const timeout = durationsOf(spec).discovery;
  return timeout === undefined ? join : { ...join, discovery: { ...join?.discovery, timeout } };
}

/** Omits a section that is empty without its timeouts, which v1beta1 has elsewhere or not at all. */
function notEmpty<Section extends object>(section: Section | undefined): Section | undefined {
  return section === undefined || Object.keys(section).length === 0 ? undefined : section;
}

/** Converts disks to v1beta2, where a disk has either a `layout` or a `diskLayout`. In v1beta1 it has both, and `diskLayout` wins. */
function toDiskSetup({ partitions, ...same }: DiskSetupV1Beta1): DiskSetup {
  const converted = ifThere(partitions, (list) =>
    list.map(({ layout, ...partition }) => (partition.diskLayout === undefined ? { ...partition, layout } : partition)),
  );
  return { ...same, ...optional("partitions", converted) };
}

/** Converts disks to v1beta1, where `layout` is always set. */
function fromDiskSetup({ partitions, ...same }: DiskSetup): DiskSetupV1Beta1 {
  const converted = ifThere(partitions, (list) => list.map((partition) => ({ layout: false, ...partition })));
  return { ...same, ...optional("partitions", converted) };
}

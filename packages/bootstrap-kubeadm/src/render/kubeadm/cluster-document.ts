import { formatSeconds } from "@capstan/kube";
import { type ClusterConfiguration, type LocalEtcd } from "../../api/v1beta2/cluster-configuration.ts";
import { type InitConfiguration } from "../../api/v1beta2/node-configuration.ts";
import { type KubeadmApiVersion } from "./kubernetes-version.ts";
import { renderArgs, renderComponent } from "./component.ts";
import { renderEnvVars } from "./env-vars.ts";

/** The facts about Cluster and Machine that kubeadm's ClusterConfiguration needs. */
export interface ClusterFacts {
  /** The Cluster's name. */
  readonly clusterName: string;
  /** The Machine's `spec.version`. */
  readonly kubernetesVersion: string;
  /** host:port of the Cluster's control plane endpoint, if it has one. */
  readonly controlPlaneEndpoint?: string;
  /** The DNS domain of Services. Default: kubeadm's, `cluster.local`. */
  readonly serviceDomain?: string;
  /** The CIDRs of Services. Default: kubeadm's. */
  readonly serviceSubnets?: readonly string[];
  /** The CIDRs of Pods. Default: none. */
  readonly podSubnets?: readonly string[];
}

/**
 * Renders kubeadm's ClusterConfiguration. Sections without settings are empty, as in the Go provider.
 *
 * @param init - the machine's init configuration: kubeadm v1beta3 has one of its timeouts in the cluster's document.
 */
export function renderClusterConfiguration(
  cluster: ClusterConfiguration | undefined,
  init: InitConfiguration | undefined,
  facts: ClusterFacts,
  api: KubeadmApiVersion,
): object {
  return {
    apiVersion: `kubeadm.k8s.io/${api}`,
    kind: "ClusterConfiguration",
    clusterName: facts.clusterName,
    kubernetesVersion: facts.kubernetesVersion,
    controlPlaneEndpoint: cluster?.controlPlaneEndpoint ?? facts.controlPlaneEndpoint,
    networking: {
      dnsDomain: facts.serviceDomain,
      serviceSubnet: joined(facts.serviceSubnets),
      podSubnet: joined(facts.podSubnets),
    },
    apiServer: {
      ...renderComponent(cluster?.apiServer, api),
      certSANs: cluster?.apiServer?.certSANs,
      timeoutForControlPlane:
        api === "v1beta3" ? duration(init?.timeouts?.controlPlaneComponentHealthCheckSeconds) : undefined,
    },
    controllerManager: renderComponent(cluster?.controllerManager, api),
    scheduler: renderComponent(cluster?.scheduler, api),
    dns: { ...cluster?.dns },
    etcd: {
      local: renderLocalEtcd(cluster?.etcd?.local, api),
      external: cluster?.etcd?.external,
    },
    certificatesDir: cluster?.certificatesDir,
    imageRepository: cluster?.imageRepository,
    featureGates: isEmpty(cluster?.featureGates) ? undefined : cluster?.featureGates,
    ...(api === "v1beta4" ? renderSinceV1beta4(cluster) : {}),
  };
}

function renderSinceV1beta4(cluster: ClusterConfiguration | undefined): object {
  return {
    proxy: {},
    encryptionAlgorithm: cluster?.encryptionAlgorithm,
    certificateValidityPeriod: durationOfDays(cluster?.certificateValidityPeriodDays),
    caCertificateValidityPeriod: durationOfDays(cluster?.caCertificateValidityPeriodDays),
  };
}

function renderLocalEtcd(etcd: LocalEtcd | undefined, api: KubeadmApiVersion): object | undefined {
  if (etcd === undefined || Object.keys(etcd).length === 0) return undefined;
  const { extraArgs, extraEnvs, dataDir, ...rest } = etcd;
  return {
    ...rest,
    dataDir: dataDir ?? "",
    extraArgs: renderArgs(extraArgs, api),
    extraEnvs: api === "v1beta4" ? renderEnvVars(extraEnvs) : undefined,
  };
}

function isEmpty(map: object | undefined): boolean {
  return map === undefined || Object.keys(map).length === 0;
}

function joined(blocks: readonly string[] | undefined): string | undefined {
  return blocks === undefined || blocks.length === 0 ? undefined : blocks.join(",");
}

const secondsPerDay = 86_400;

function duration(seconds: number | undefined): string | undefined {
  return seconds === undefined ? undefined : formatSeconds(seconds);
}

function durationOfDays(days: number | undefined): string | undefined {
  return days === undefined ? undefined : formatSeconds(days * secondsPerDay);
}

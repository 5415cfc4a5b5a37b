import { type DeepReadonly, uniqueName } from "@capstan/provider";
import { defaultLoadBalancerImage, type DockerClusterObject } from "../../api/docker-cluster.ts";
import type { ContainerSpec } from "../../engine/container-spec.ts";
import type { EngineContainer } from "../../engine/engine.ts";
import { type ContainerRole, engineLabels, loadBalancerName } from "../../engine/labels.ts";
import { apiServerPort, haproxyCommand } from "../../load-balancer/haproxy-config.ts";

/** What a DockerCluster has in the engine. */
export interface ClusterPlan {
  /** Value of the label `cluster`. */
  readonly cluster: string;
  readonly network: string;
  /** Whether the network is created and removed with the cluster. */
  readonly isOwnNetwork: boolean;
  /** Name of the load balancer's container. */
  readonly loadBalancer: string;
  readonly image: string;
  /** Undefined: by the engine. */
  readonly endpoint: "ContainerAddress" | "HostPort" | undefined;
}

/** Names depend on the object's name alone, so that they are the same after a move or a restart. Pure. */
export function clusterPlan(object: DeepReadonly<DockerClusterObject>): ClusterPlan {
  const { network, loadBalancer = {} } = object.spec;
  const cluster = uniqueName(object);
  return {
    cluster,
    network: network?.name ?? cluster,
    isOwnNetwork: network === undefined,
    loadBalancer: loadBalancerName(cluster),
    image: loadBalancer.image ?? defaultLoadBalancerImage,
    endpoint: loadBalancer.endpoint,
  };
}

/** Whether a container or a network with these labels belongs to the cluster. */
export function isOf({ cluster }: ClusterPlan, labels: Readonly<Record<string, string>>): boolean {
  return labels[engineLabels.cluster] === cluster;
}

/** The container of the load balancer. */
export function loadBalancerSpec(
  { cluster, network, image }: ClusterPlan,
  hostPort: number | undefined,
): ContainerSpec {
  const role: ContainerRole = "load-balancer";
  return {
    image,
    hostname: "load-balancer",
    labels: { [engineLabels.cluster]: cluster, [engineLabels.role]: role },
    network,
    command: haproxyCommand,
    isPrivileged: false,
    tmpfs: [],
    volumes: [],
    mounts: [],
    ports: hostPort === undefined ? [] : [{ containerPort: apiServerPort, hostPort }],
  };
}

/** The address that this host reaches the load balancer at; undefined if it has none yet. Pure. */
export function endpointOf({ network }: ClusterPlan, balancer: EngineContainer) {
  const hostPort = balancer.hostPorts[`${apiServerPort}/tcp`];
  if (hostPort !== undefined) return { host: "127.0.0.1", port: hostPort };
  const host = balancer.addresses[network]?.[0];
  return host === undefined ? undefined : { host, port: apiServerPort };
}

import { uniqueName } from "@capstan/provider";

/**
 * Labels of containers and networks, by which they are found again: their values are names, which a move to another management cluster
 * keeps (rule CT-017).
 */
export const engineLabels = {
  /** `uniqueName` of the DockerCluster. */
  cluster: "docker.capstan.dev/cluster",
  /** `uniqueName` of the DockerMachine. */
  machine: "docker.capstan.dev/machine",
  /** The purpose of the container: `control-plane`, `load-balancer` or `worker`. */
  role: "docker.capstan.dev/role",
  /** `uniqueName` of the DockerMachinePool that the machine belongs to, if any. */
  pool: "docker.capstan.dev/pool",
  /** A hash of what a pool's machine was created from. */
  template: "docker.capstan.dev/template",
  /** The failure domain of the machine. */
  failureDomain: "docker.capstan.dev/failure-domain",
} as const;

/** The purpose of a container. */
export type ContainerRole = "control-plane" | "load-balancer" | "worker";

/** The name of the container of a DockerMachine. */
export const machineContainerName = uniqueName;

/** The providerID of a container: as in Cluster API's provider for development. */
export function providerIDOf({ name }: { readonly name: string }): string {
  return `docker:////${name}`;
}

/** The name of a load balancer's container: that of no machine, because the names of objects have no underscore. */
export function loadBalancerName(cluster: string): string {
  return `${cluster}_lb`;
}

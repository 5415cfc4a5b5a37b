import type { ProviderController } from "@capstan/provider";
import type { DockerInfrastructure } from "../infrastructure/docker-infrastructure.ts";
import { DockerClusterReconciler } from "./docker-cluster/docker-cluster-reconciler.ts";
import { DockerMachinePoolReconciler } from "./docker-machine-pool/docker-machine-pool-reconciler.ts";
import { DockerMachineReconciler } from "./docker-machine/docker-machine-reconciler.ts";

/**
 * The reconcilers of all kinds of the provider.
 *
 * @example
 * ```ts
 * import { DockerInfrastructure, dockerReconcilers, openEngine } from "@capstan/infrastructure-docker";
 *
 * await using infrastructure = new DockerInfrastructure(openEngine());
 * console.log(dockerReconcilers(infrastructure).length);
 * ```
 */
export function dockerReconcilers(infrastructure: DockerInfrastructure): readonly ProviderController[] {
  return [
    new DockerClusterReconciler(infrastructure),
    new DockerMachineReconciler(infrastructure),
    new DockerMachinePoolReconciler(infrastructure),
  ];
}

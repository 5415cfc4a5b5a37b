import type { InfraMachinePoolScope } from "@capstan/provider";
import type { DockerCluster } from "../../api/docker-cluster.ts";
import type { DockerMachinePool } from "../../api/docker-machine-pool.ts";

/** The argument of a reconcile of a DockerMachinePool. */
export type DockerMachinePoolScope = InfraMachinePoolScope<typeof DockerMachinePool, typeof DockerCluster>;

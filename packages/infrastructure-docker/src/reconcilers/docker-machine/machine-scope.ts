import type { InfraMachineScope } from "@capstan/provider";
import type { DockerCluster } from "../../api/docker-cluster.ts";
import type { DockerMachine } from "../../api/docker-machine.ts";

/** The argument of a reconcile of a DockerMachine. */
export type DockerMachineScope = InfraMachineScope<typeof DockerMachine, typeof DockerCluster>;

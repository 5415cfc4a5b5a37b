import { DockerCluster, DockerMachine } from "@capstan/infrastructure-docker";
import type { Scenario } from "@capstan/testkit/perturbation";
import { address, prepareEngine } from "../../../packages/infrastructure-docker/test/perturbation/pool-scenario.ts";
import { lifeOfMachine } from "./life-of-machine.ts";

/** The Docker infrastructure with Machines. */
export const dockerInfrastructure: Scenario = {
  name: "docker infrastructure",
  prepare: prepareEngine,
  ...lifeOfMachine({
    infrastructure: DockerMachine,
    spec: { customImage: "localhost/node:v1.36.0" },
    infraCluster: DockerCluster,
  }),
  varying: [address],
};

import type { Scenario } from "@capstan/testkit/perturbation";
import { RestCluster } from "../../../examples/infrastructure-rest-cloud/src/api/rest-cluster.ts";
import { RestMachine } from "../../../examples/infrastructure-rest-cloud/src/api/rest-machine.ts";
import { lifeOfMachine } from "./life-of-machine.ts";
import { createToken, restCloudOf, restWorld } from "./rest-world.ts";

const life = lifeOfMachine({
  infrastructure: RestMachine,
  infraCluster: RestCluster,
  infraClusterSpec: (env) => ({ ...restCloudOf(env), requestsPerSecond: 1_000 }),
});

/** The provider of the REST cloud, which creates a server for each request, and lists it with a delay. */
export const restCloud: Scenario = {
  name: "example infrastructure-rest-cloud",
  ...restWorld,
  ...life,
  steps: { "create a token": createToken, ...life.steps },
};

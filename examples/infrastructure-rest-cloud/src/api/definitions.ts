import { RestCluster } from "./rest-cluster.ts";
import { RestMachine } from "./rest-machine.ts";

/** All kinds that the core knows, including the RestIdentity that they use. `capstan generate` generates the manifests from these. */
export const definitions = [RestCluster, RestMachine];

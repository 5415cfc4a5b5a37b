import { RestCluster } from "./rest-cluster.ts";
import { RestMachine } from "./rest-machine.ts";

/** All kinds that core knows; with them comes the RestIdentity that they use. `capstan generate` makes its manifests from these. */
export const definitions = [RestCluster, RestMachine];

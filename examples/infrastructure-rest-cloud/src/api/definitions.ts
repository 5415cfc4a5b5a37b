import { RestCluster } from "./rest-cluster.ts";
import { RestMachine } from "./rest-machine.ts";

/** All kinds of the provider: what `capstan generate` makes its manifests from. */
export const definitions = [RestCluster, RestMachine];

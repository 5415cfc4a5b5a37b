import { GroupMachine } from "./group-machine.ts";
import { GroupMachinePool } from "./group-machine-pool.ts";

/** All kinds that the core knows; `capstan generate` generates the manifests from these. */
export const definitions = [GroupMachinePool, GroupMachine];

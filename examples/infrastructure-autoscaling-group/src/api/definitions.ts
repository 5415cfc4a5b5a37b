import { GroupMachine } from "./group-machine.ts";
import { GroupMachinePool } from "./group-machine-pool.ts";

/** All kinds that core knows; `capstan generate` makes its manifests from these. */
export const definitions = [GroupMachinePool, GroupMachine];

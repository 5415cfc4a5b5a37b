import { faultyAddons } from "./faulty-addons.ts";
import { faultyClusters } from "./faulty-clusters.ts";
import { faultyConfigs } from "./faulty-configs.ts";
import { faultyControlPlanes } from "./faulty-control-planes.ts";
import { faultyPools } from "./faulty-pools.ts";
import type { FaultyProvider } from "./faulty-provider.ts";
import { faultyServerMachines } from "./faulty-server-machines.ts";

/** Providers of every role that work only in the absence of faults, each with one fault. */
export const faultyProviders: readonly FaultyProvider[] = [
  ...faultyServerMachines,
  ...faultyClusters,
  ...faultyPools,
  ...faultyConfigs,
  ...faultyControlPlanes,
  ...faultyAddons,
];

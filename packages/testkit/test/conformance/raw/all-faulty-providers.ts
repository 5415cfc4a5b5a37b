import { faultyClusterProviders } from "./faulty-clusters.ts";
import { faultyConfigProviders } from "./faulty-configs.ts";
import { faultyControlPlaneProviders } from "./faulty-control-planes.ts";
import { faultyMachineControlPlanes } from "./faulty-machine-control-planes.ts";
import { faultyMachineProviders } from "./faulty-machines.ts";
import { faultyPoolProviders } from "./faulty-pools.ts";
import type { FaultyProvider } from "./faulty-provider.ts";
import { faultyTemplateProviders } from "./faulty-templates.ts";

/** The faulty providers of every role of the contract. */
export const allFaultyProviders: readonly FaultyProvider[] = [
  ...faultyMachineProviders,
  ...faultyConfigProviders,
  ...faultyClusterProviders,
  ...faultyControlPlaneProviders,
  ...faultyMachineControlPlanes,
  ...faultyPoolProviders,
  ...faultyTemplateProviders,
];

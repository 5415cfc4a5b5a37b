import { customResourceDefinitions } from "./definitions.ts";
import { type Resource } from "../resource.ts";
import { configMaps, namespaces, nodes, pods, secrets, serviceAccounts } from "./core.ts";
import { coreEvents, groupEvents } from "./events.ts";
import { leases } from "./leases.ts";
import { minimalKinds } from "./minimal.ts";

/** The resources that are served without any definition. */
export const builtIns: readonly Resource[] = [
  configMaps,
  coreEvents,
  namespaces,
  nodes,
  pods,
  secrets,
  serviceAccounts,
  customResourceDefinitions,
  leases,
  groupEvents,
  ...minimalKinds,
];

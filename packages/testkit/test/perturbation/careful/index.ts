import type { Scenario } from "@capstan/testkit/perturbation";
import { lifeOfMachine } from "../servers/server-machine.ts";
import { lifeOfAddon } from "./careful-addon.ts";
import { lifeOfCluster } from "./careful-cluster.ts";
import { lifeOfConfig } from "./careful-config.ts";
import { lifeOfControlPlane } from "./careful-control-plane.ts";
import { lifeOfPool } from "./careful-pool.ts";
import type { TestedRole } from "./tested-role.ts";

/** A correct provider for each role. */
export const carefulProviders: readonly { readonly role: TestedRole; readonly scenario: Scenario }[] = [
  { role: "InfraMachine", scenario: lifeOfMachine("careful") },
  { role: "InfraCluster", scenario: lifeOfCluster() },
  { role: "InfraMachinePool", scenario: lifeOfPool() },
  { role: "BootstrapConfig", scenario: lifeOfConfig() },
  { role: "ControlPlane", scenario: lifeOfControlPlane() },
  { role: "Addon", scenario: lifeOfAddon() },
];

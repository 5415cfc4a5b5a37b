import { bootstrapConfig } from "./bootstrap-config.ts";
import { controlPlane } from "./control-plane.ts";
import { infraCluster } from "./infra-cluster.ts";
import { infraMachinePool } from "./infra-machine-pool.ts";
import { infraMachine } from "./infra-machine.ts";
import { type Role } from "./role.ts";

/** The contract for provider objects, with one table per role. All knowledge about fields comes from these tables. */
export const roles = {
  BootstrapConfig: bootstrapConfig,
  // A pool may have an id of its own in addition to those of its machines, so pools are recognized before machines.
  InfraMachinePool: infraMachinePool,
  InfraMachine: infraMachine,
  InfraCluster: infraCluster,
  ControlPlane: controlPlane,
} as const satisfies Readonly<Record<string, Role>>;

/** The role of a provider's kind for core. */
export type ProviderRole = keyof typeof roles;

/** All roles. */
export const providerRoles = Object.keys(roles) as readonly ProviderRole[];

/** Whether a string is the name of a role. */
export function isProviderRole(name: string): name is ProviderRole {
  return Object.hasOwn(roles, name);
}

/** The table of a role, in its general type. */
export function roleOf(role: ProviderRole): Role {
  return roles[role];
}

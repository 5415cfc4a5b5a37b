import { bootstrapConfig } from "./bootstrap-config.ts";
import { controlPlane } from "./control-plane.ts";
import { infraCluster } from "./infra-cluster.ts";
import { infraMachinePool } from "./infra-machine-pool.ts";
import { infraMachine } from "./infra-machine.ts";
import { type Role } from "./role.ts";

/** What the contract says about provider objects, one table per role. Everything that is known about a field comes from here. */
export const roles = {
  BootstrapConfig: bootstrapConfig,
  // A pool may have an id of its own in addition to those of its machines: it is recognized before a machine.
  InfraMachinePool: infraMachinePool,
  InfraMachine: infraMachine,
  InfraCluster: infraCluster,
  ControlPlane: controlPlane,
} as const satisfies Readonly<Record<string, Role>>;

/** What the objects of a provider's kind are to core. */
export type ProviderRole = keyof typeof roles;

/** All roles. */
export const providerRoles = Object.keys(roles) as readonly ProviderRole[];

/** Whether a name is that of a role. */
export function isProviderRole(name: string): name is ProviderRole {
  return Object.hasOwn(roles, name);
}

/** The table of a role, by its general type. */
export function roleOf(role: ProviderRole): Role {
  return roles[role];
}

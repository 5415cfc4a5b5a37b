import { aggregatedRules, sameRules } from "../authorization/rbac/aggregation.ts";
import { rulesOfRole } from "../authorization/rbac/policy.ts";
import { type ApiObject } from "../object/api-object.ts";
import { type Registry } from "../registry/registry.ts";
import { storageVersion } from "../registry/resource.ts";
import { type Target } from "../request/target.ts";
import { type Change } from "../store/change.ts";
import { type Store } from "../store/store.ts";
import { type FieldManagement } from "../writer/managed-fields/field-management.ts";

const group = "rbac.authorization.k8s.io";
const plural = "clusterroles";
const collection = `${plural}.${group}`;

/** Gives ClusterRoles with an aggregation rule the rules of those that it selects. */
export class RoleAggregator {
  readonly #store: Store;
  readonly #registry: Registry;
  readonly #management: FieldManagement;

  constructor(options: { readonly store: Store; readonly registry: Registry; readonly management: FieldManagement }) {
    this.#store = options.store;
    this.#registry = options.registry;
    this.#management = options.management;
  }

  /** Whether a change may concern what roles gather. */
  isConcerned(change: Change): boolean {
    return change.collection === collection;
  }

  /** Goes on until nothing changes: a role may gather from one that gathers itself. */
  reconcile(): void {
    for (;;) {
      const roles = this.#store.collection(collection).list();
      const changed = roles.flatMap((role) => {
        const rules = aggregatedRules(role, roles);
        return rules === undefined || sameRules(rules, rulesOfRole(role)) ? [] : [{ role, rules }];
      });
      // Roles that gather from each other reach an end too: each round adds rules that are not there yet.
      if (changed.length === 0) return;
      for (const { role, rules } of changed) this.#put(role, rules);
    }
  }

  #put(role: ApiObject, rules: readonly unknown[]): void {
    const resource = this.#registry.get(group, plural);
    if (resource === undefined) return;
    const manager = "clusterrole-aggregation-controller";
    const target: Target = { resource, version: storageVersion(resource), manager, applied: true };
    const { apiVersion, kind, metadata } = role;
    const applied: ApiObject = { kind, apiVersion, metadata: { name: metadata.name }, rules };
    this.#store.put(collection, this.#management.apply(target, role, applied, true));
  }
}

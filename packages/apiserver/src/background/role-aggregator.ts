import { aggregatedRules, sameRules } from "../authorization/rbac/aggregation.ts";
import { rulesOfRole } from "../authorization/rbac/policy.ts";
import { type Change } from "../store/change.ts";
import { type BackgroundController, everything, type Next } from "./background-controller.ts";
import { applyFields, type World } from "./world.ts";

const clusterRoles = "clusterroles.rbac.authorization.k8s.io";
const manager = "clusterrole-aggregation-controller";

/** Copies rules into ClusterRoles with an aggregation rule from the roles that it selects. */
export class RoleAggregator implements BackgroundController {
  readonly #world: Pick<World, "store" | "registry" | "management">;

  constructor(world: Pick<World, "store" | "registry" | "management">) {
    this.#world = world;
  }

  restore(): readonly string[] {
    return [everything];
  }

  onChange({ collection }: Change): readonly string[] {
    return collection === clusterRoles ? [everything] : [];
  }

  /** Repeats until nothing changes, because a role may aggregate from an aggregating role. */
  reconcile(): Next {
    for (;;) {
      const roles = this.#world.store.collection(clusterRoles).list();
      const changed = roles.flatMap((role) => {
        const rules = aggregatedRules(role, roles);
        return rules === undefined || sameRules(rules, rulesOfRole(role)) ? [] : [{ role, rules }];
      });
      // Cycles of roles terminate too: each round only adds missing rules.
      if (changed.length === 0) return {};
      for (const { role, rules } of changed) applyFields(this.#world, role, { rules }, { manager });
    }
  }
}

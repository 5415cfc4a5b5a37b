import { type ApiObject } from "../object/api-object.ts";
import { resourcesAt } from "../object/resource-list.ts";
import { isSameAmount, type QuotaStatus, statusOf } from "../quota/usage.ts";
import { resourceQuotas } from "../registry/built-in/built-ins.ts";
import { type Change } from "../store/change.ts";
import { putQuotaStatus } from "../writer/quota-status.ts";
import { type BackgroundController, type Next } from "./background-controller.ts";
import { type World } from "./world.ts";

const manager = "kube-controller-manager";

/** Updates the usage in the status of ResourceQuotas, as kube-controller-manager does; by namespace. */
export class QuotaController implements BackgroundController {
  readonly #world: Pick<World, "store" | "registry" | "management" | "clock">;

  constructor(world: Pick<World, "store" | "registry" | "management" | "clock">) {
    this.#world = world;
  }

  /** The namespaces with quotas. */
  restore(): readonly string[] {
    return [...new Set(this.#quotas("").map(({ metadata: { namespace = "" } }) => namespace))];
  }

  onChange({ object: { metadata } }: Change): readonly string[] {
    const { namespace = "" } = metadata;
    const hasQuotas = namespace !== "" && this.#world.store.collection(resourceQuotas.id).size(namespace) > 0;
    return hasQuotas ? [namespace] : [];
  }

  reconcile(namespace: string): Next {
    const { store, registry, clock } = this.#world;
    for (const quota of this.#quotas(namespace)) {
      const status = statusOf(quota, {
        resources: registry.stores(),
        listOf: ({ id }) => store.collection(id).list(namespace),
        now: clock.now(),
      });
      if (!isSame(status, quota)) putQuotaStatus(this.#world, quota, status, manager);
    }
    return {};
  }

  #quotas(namespace: string): readonly ApiObject[] {
    return this.#world.store.collection(resourceQuotas.id).list(namespace);
  }
}

function isSame({ hard, used }: QuotaStatus, quota: ApiObject): boolean {
  return (
    isSameAmount(hard, resourcesAt(quota, "status", "hard")) && isSameAmount(used, resourcesAt(quota, "status", "used"))
  );
}

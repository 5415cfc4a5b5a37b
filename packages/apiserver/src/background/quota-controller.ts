import { resourcesAt } from "../object/resource-list.ts";
import { type Clock } from "../clock/clock.ts";
import { isSameAmount, type QuotaStatus, statusOf } from "../quota/usage.ts";
import { resourceQuotas } from "../registry/built-in/built-ins.ts";
import { type Registry } from "../registry/registry.ts";
import { type ApiObject } from "../object/api-object.ts";
import { type Change } from "../store/change.ts";
import { type Store } from "../store/store.ts";
import { type FieldManagement } from "../writer/managed-fields/field-management.ts";
import { putQuotaStatus } from "../writer/quota-status.ts";

const manager = "kube-controller-manager";

/** Says in the status of ResourceQuotas how much is used of them, as kube-controller-manager does. */
export class QuotaController {
  readonly #store: Store;
  readonly #registry: Registry;
  readonly #management: FieldManagement;
  readonly #clock: Clock;

  constructor(options: {
    readonly store: Store;
    readonly registry: Registry;
    readonly management: FieldManagement;
    readonly clock: Clock;
  }) {
    this.#store = options.store;
    this.#registry = options.registry;
    this.#management = options.management;
    this.#clock = options.clock;
  }

  /** The namespaces that have quotas. */
  restore(): string[] {
    return [...new Set(this.#quotas("").map(({ metadata: { namespace = "" } }) => namespace))];
  }

  /** The namespace in which a change may be one of what is used. */
  concernedBy({ object: { metadata } }: Change): string | undefined {
    const { namespace = "" } = metadata;
    return namespace !== "" && this.#store.collection(resourceQuotas.id).size(namespace) > 0 ? namespace : undefined;
  }

  reconcile(namespace: string): void {
    for (const quota of this.#quotas(namespace)) {
      const status = statusOf(quota, {
        resources: this.#registry.stores(),
        listOf: ({ id }) => this.#store.collection(id).list(namespace),
        now: this.#clock.now(),
      });
      if (!isSame(status, quota)) {
        putQuotaStatus({ store: this.#store, management: this.#management }, quota, status, manager);
      }
    }
  }

  #quotas(namespace: string): readonly ApiObject[] {
    return this.#store.collection(resourceQuotas.id).list(namespace);
  }
}

function isSame({ hard, used }: QuotaStatus, quota: ApiObject): boolean {
  return (
    isSameAmount(hard, resourcesAt(quota, "status", "hard")) && isSameAmount(used, resourcesAt(quota, "status", "used"))
  );
}

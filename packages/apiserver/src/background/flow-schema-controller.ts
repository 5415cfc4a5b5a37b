import { isJsonObject, listAt, textAt } from "@capstan/kube";
import { type Clock, timestamp } from "../clock/clock.ts";
import { ensureFlowObjects } from "../flow-control/ensure-flow-objects.ts";
import { flowSchemas, levelOf, priorityLevels } from "../flow-control/flow-objects.ts";
import { type ApiObject } from "../object/api-object.ts";
import { type Registry } from "../registry/registry.ts";
import { storageVersion } from "../registry/resource.ts";
import { type Change } from "../store/change.ts";
import { type Store } from "../store/store.ts";
import { type FieldManagement } from "../writer/managed-fields/field-management.ts";

const manager = "api-priority-and-fairness-config-consumer-v1";

/** Says of each FlowSchema whether its priority level is there, and brings back what every server has. */
export class FlowSchemaController {
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

  /** Whether a change may concern what is said of FlowSchemas. */
  isConcerned({ collection }: Change): boolean {
    return collection === flowSchemas || collection === priorityLevels;
  }

  reconcile(): void {
    ensureFlowObjects({ store: this.#store, clock: this.#clock });
    for (const schema of this.#store.collection(flowSchemas).list()) {
      const wanted = this.#dangling(levelOf(schema));
      const known = listAt(schema, "status", "conditions").find((one) => textAt(one, "type") === wanted.type);
      const isSame = isJsonObject(known) && known.status === wanted.status && known.message === wanted.message;
      if (!isSame) this.#apply(schema, wanted);
    }
  }

  #dangling(level: string): Readonly<Record<string, string>> {
    const about = `This FlowSchema references the PriorityLevelConfiguration object named ${JSON.stringify(level)}`;
    const time = { lastTransitionTime: timestamp(this.#clock.now()) };
    return this.#store.get(priorityLevels, "", level) === undefined
      ? {
          type: "Dangling",
          status: "True",
          ...time,
          reason: "NotFound",
          message: `${about} but there is no such object`,
        }
      : { type: "Dangling", status: "False", ...time, reason: "Found", message: `${about} and it exists` };
  }

  #apply(schema: ApiObject, condition: Readonly<Record<string, string>>): void {
    const { apiVersion, kind, metadata } = schema;
    const resource = this.#registry.findKind(apiVersion, kind);
    if (resource === undefined) return;
    const target = { resource, version: storageVersion(resource), subresource: "status", manager, applied: true };
    const applied: ApiObject = {
      apiVersion,
      kind,
      metadata: { name: metadata.name },
      status: { conditions: [condition] },
    };
    this.#store.put(flowSchemas, this.#management.apply(target, schema, applied, true));
  }
}

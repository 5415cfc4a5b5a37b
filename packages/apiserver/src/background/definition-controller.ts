import { isJsonObject, jsonEqual, type JsonObject, listAt, objectAt, textAt } from "@capstan/kube";
import { type Clock, timestamp } from "../clock/clock.ts";
import { type ApiObject } from "../object/api-object.ts";
import { type Registry } from "../registry/registry.ts";
import { type Store } from "../store/store.ts";
import { customResource } from "../registry/custom/custom-resource.ts";
import { customResourceDefinitions } from "../registry/built-in/definitions.ts";
import { type Change } from "../store/change.ts";

/** Serves what CustomResourceDefinitions define, and writes their conditions. */
export class DefinitionController {
  readonly #store: Store;
  readonly #registry: Registry;
  readonly #clock: Clock;

  constructor(options: { readonly store: Store; readonly registry: Registry; readonly clock: Clock }) {
    this.#store = options.store;
    this.#registry = options.registry;
    this.#clock = options.clock;
  }

  /** Takes up definitions that were stored before. */
  restore(): void {
    for (const definition of this.#store.collection(customResourceDefinitions.id).list()) {
      if (isEstablished(definition)) this.#registry.add(customResource(definition));
    }
  }

  onChange(change: Change): void {
    if (change.collection !== customResourceDefinitions.id) return;
    const { object } = change;
    if (change.type === "DELETED") {
      this.#registry.remove(textAt(object, "spec", "group") ?? "", textAt(object, "spec", "names", "plural") ?? "");
      return;
    }
    if (isEstablished(object)) this.#serve(object, change.previous);
  }

  /** Accepts the names of a definition, or says why not. */
  reconcile(name: string): void {
    const definition = this.#store.get(customResourceDefinitions.id, "", name);
    if (definition === undefined || definition.metadata.deletionTimestamp !== undefined) return;
    const conflict = this.#conflict(definition);
    const names = objectAt(definition, "spec", "names") ?? {};
    const status = objectAt(definition, "status") ?? {};
    const accepted = conflict === undefined;
    const established = accepted || isEstablished(definition);
    const wanted: JsonObject[] = [
      condition(
        "NamesAccepted",
        accepted,
        accepted ? "NoConflicts" : conflict.reason,
        accepted ? "no conflicts found" : conflict.message,
      ),
      condition(
        "Established",
        established,
        established ? "InitialNamesAccepted" : "NotAccepted",
        established ? "the initial names have been accepted" : "not all names are accepted",
      ),
    ];
    const done =
      wanted.every((next) => listAt(status, "conditions").some((old) => sameStatus(old, next))) &&
      (!accepted || jsonEqual(status.acceptedNames, names));
    if (done) return;
    const next: ApiObject = {
      ...definition,
      status: {
        ...status,
        conditions: mergeConditions(listAt(status, "conditions"), wanted, timestamp(this.#clock.now())),
        acceptedNames: accepted ? names : (status.acceptedNames ?? { plural: "", kind: "" }),
      },
    };
    this.#store.put(customResourceDefinitions.id, next);
  }

  #serve(definition: ApiObject, previous: ApiObject | undefined): void {
    const unchanged = previous !== undefined && isEstablished(previous) && previous.spec === definition.spec;
    if (!unchanged) this.#registry.add(customResource(definition));
  }

  #conflict(definition: ApiObject): { reason: string; message: string } | undefined {
    const mine = customResource(definition);
    for (const other of this.#registry.all()) {
      if (other.group !== mine.group || other.id === mine.id) continue;
      if (other.kind === mine.kind) {
        return { reason: "KindConflict", message: `"${mine.kind}" is already in use` };
      }
      if (other.plural === mine.plural)
        return { reason: "PluralConflict", message: `"${mine.plural}" is already in use` };
    }
    return undefined;
  }
}

function isEstablished(definition: ApiObject): boolean {
  return listAt(definition, "status", "conditions").some(
    (entry) => textAt(entry, "type") === "Established" && textAt(entry, "status") === "True",
  );
}

function condition(type: string, value: boolean, reason: string, message: string): JsonObject {
  return { lastTransitionTime: "", message, reason, status: value ? "True" : "False", type };
}

function sameStatus(old: unknown, next: JsonObject): boolean {
  return isJsonObject(old) && ["type", "status", "reason", "message"].every((field) => old[field] === next[field]);
}

/** `old` with the conditions of `next` in it; a condition whose status stays keeps its time. */
function mergeConditions(old: readonly unknown[], next: readonly JsonObject[], now: string): unknown[] {
  const merged = old.map((entry) => {
    const update = next.find((candidate) => candidate.type === textAt(entry, "type"));
    if (update === undefined) return entry;
    const same = textAt(entry, "status") === update.status;
    return { ...update, lastTransitionTime: same ? textAt(entry, "lastTransitionTime") : now };
  });
  const added = next.filter((candidate) => !old.some((entry) => textAt(entry, "type") === candidate.type));
  return [...merged, ...added.map((entry) => ({ ...entry, lastTransitionTime: now }))];
}

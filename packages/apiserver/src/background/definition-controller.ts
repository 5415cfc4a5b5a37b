import { isJsonObject, jsonEqual, type JsonObject, listAt, objectAt, textAt } from "@capstan/kube";
import { timestamp } from "../clock/clock.ts";
import { type ApiObject } from "../object/api-object.ts";
import { customResource } from "../registry/custom-resource.ts";
import { customResourceDefinitions } from "../registry/built-in/built-ins.ts";
import { isEstablished } from "../registry/built-in/definitions.ts";
import { definitionCondition, withConditions } from "../registry/definition-conditions.ts";
import { storageVersion } from "../registry/resource.ts";
import { type Target } from "../request/target.ts";
import { type Services } from "../webhook/webhook-client.ts";
import { type Change } from "../store/change.ts";
import { acceptNames, type AcceptedNames, asAccepted, definitionsOfGroup, hasAllNames } from "./accepted-names.ts";
import { type BackgroundController, type Next } from "./background-controller.ts";
import { type World } from "./world.ts";

/** Writes as the server itself. */
const target: Target = {
  resource: customResourceDefinitions,
  version: storageVersion(customResourceDefinitions),
  subresource: "status",
  manager: "kube-apiserver",
};

/** Serves the kinds of CustomResourceDefinitions, and writes their conditions. */
export class DefinitionController implements BackgroundController {
  readonly #world: Pick<World, "store" | "registry" | "management" | "clock">;
  readonly #services: Services | undefined;

  constructor(world: Pick<World, "store" | "registry" | "management" | "clock">, services: Services | undefined) {
    this.#world = world;
    this.#services = services;
  }

  /** Serves the kinds of stored CRDs. */
  restore(): readonly string[] {
    const definitions = this.#world.store.collection(customResourceDefinitions.id).list();
    const established = definitions.filter(isEstablished);
    for (const definition of established) this.#add(definition);
    return definitions.filter((one) => !isEstablished(one) || !hasAllNames(one)).map(({ metadata }) => metadata.name);
  }

  onChange({ type, collection, object, previous }: Change): readonly string[] {
    if (collection !== customResourceDefinitions.id) return [];
    if (type === "DELETED") {
      const [group, plural] = [textAt(object, "spec", "group"), textAt(object, "spec", "names", "plural")];
      this.#world.registry.remove(group ?? "", plural ?? "");
    } else if (isEstablished(object)) this.#serve(object, previous);
    return [object.metadata.name];
  }

  /** Accepts the names of a CRD, or sets the reason why not; others may get a name that becomes free. */
  reconcile(name: string): Next {
    const collection = this.#world.store.collection(customResourceDefinitions.id);
    const group = definitionsOfGroup(collection.list(), name);
    const definition = collection.get("", name);
    const others = group
      .filter((other) => other !== definition && !hasAllNames(other))
      .map(({ metadata }) => metadata.name);
    if (definition === undefined) return { keys: others };
    if (definition.metadata.deletionTimestamp !== undefined) return {};
    const { names, conflict } = acceptNames(definition, group);
    const wanted = namingConditions(definition, conflict);
    const status = objectAt(definition, "status") ?? {};
    const known = listAt(status, "conditions");
    const isDone = wanted.every((next) => known.some((old) => sameStatus(old, next)));
    if (isDone && jsonEqual(status.acceptedNames, names)) return {};
    const conditions = withConditions(definition, wanted, timestamp(this.#world.clock.now()));
    const next: ApiObject = { ...definition, status: { ...status, conditions, acceptedNames: names } };
    const { store, management } = this.#world;
    store.put(customResourceDefinitions.id, management.afterWrite(target, definition, next, next));
    return { keys: others };
  }

  #serve(definition: ApiObject, previous: ApiObject | undefined): void {
    const unchanged =
      previous !== undefined &&
      isEstablished(previous) &&
      previous.spec === definition.spec &&
      jsonEqual(objectAt(previous, "status", "acceptedNames"), objectAt(definition, "status", "acceptedNames"));
    if (!unchanged) this.#add(definition);
  }

  #add(definition: ApiObject): void {
    this.#world.registry.add(customResource(asAccepted(definition), this.#services));
  }
}

function namingConditions(definition: ApiObject, conflict: AcceptedNames["conflict"]): JsonObject[] {
  const isAccepted = conflict === undefined;
  const { reason, message } = conflict ?? { reason: "NoConflicts", message: "no conflicts found" };
  const accepted = definitionCondition("NamesAccepted", isAccepted, reason, message);
  return isAccepted || isEstablished(definition)
    ? [
        accepted,
        definitionCondition("Established", true, "InitialNamesAccepted", "the initial names have been accepted"),
      ]
    : [accepted, definitionCondition("Established", false, "NotAccepted", "not all names are accepted")];
}

function sameStatus(old: unknown, next: JsonObject): boolean {
  return isJsonObject(old) && ["type", "status", "reason", "message"].every((field) => old[field] === next[field]);
}

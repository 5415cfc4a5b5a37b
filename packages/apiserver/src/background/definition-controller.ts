import { isJsonObject, jsonEqual, type JsonObject, listAt, objectAt, textAt } from "@capstan/kube";
import { type Clock, timestamp } from "../clock/clock.ts";
import { type ApiObject } from "../object/api-object.ts";
import { type Registry } from "../registry/registry.ts";
import { type Store } from "../store/store.ts";
import { customResource } from "../registry/custom/custom-resource.ts";
import { customResourceDefinitions } from "../registry/built-in/built-ins.ts";
import { approvalOf } from "../registry/built-in/definition-approval.ts";
import { isEstablished } from "../registry/built-in/definitions.ts";
import { storageVersion } from "../registry/resource.ts";
import { type Target } from "../request/target.ts";
import { type FieldManagement } from "../writer/managed-fields/field-management.ts";
import { type Services } from "../webhook/services.ts";
import { type Change } from "../store/change.ts";
import {
  acceptNames,
  type AcceptedNames,
  asAccepted,
  definitionsOfGroup,
  hasAllNames,
  withConditions,
} from "./accepted-names.ts";

/** It writes in the name of the server. */
const target: Target = {
  resource: customResourceDefinitions,
  version: storageVersion(customResourceDefinitions),
  subresource: "status",
  manager: "kube-apiserver",
};

/** Serves what CustomResourceDefinitions define, and writes their conditions. */
export class DefinitionController {
  readonly #store: Store;
  readonly #registry: Registry;
  readonly #clock: Clock;
  readonly #services: Services | undefined;
  readonly #management: FieldManagement;

  constructor(options: {
    readonly management: FieldManagement;
    readonly store: Store;
    readonly registry: Registry;
    readonly clock: Clock;
    readonly services: Services | undefined;
  }) {
    this.#services = options.services;
    this.#management = options.management;
    this.#store = options.store;
    this.#registry = options.registry;
    this.#clock = options.clock;
  }

  /** Takes up definitions that were stored before, and returns the names of those that something is left to do for. */
  restore(): string[] {
    const definitions = this.#store.collection(customResourceDefinitions.id).list();
    const established = definitions.filter(isEstablished);
    for (const definition of established) this.#registry.add(customResource(asAccepted(definition), this.#services));
    return definitions
      .filter((one) => !isEstablished(one) || !hasAllNames(one) || one.metadata.deletionTimestamp !== undefined)
      .map(({ metadata }) => metadata.name);
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

  /**
   * Accepts the names of a definition, or says why not.
   *
   * @returns the names of definitions that may have got a name by that.
   */
  reconcile(name: string): readonly string[] {
    const collection = this.#store.collection(customResourceDefinitions.id);
    const group = definitionsOfGroup(collection.list(), name);
    const definition = collection.get("", name);
    const others = group
      .filter((other) => other !== definition && !hasAllNames(other))
      .map(({ metadata }) => metadata.name);
    if (definition === undefined) return others;
    if (definition.metadata.deletionTimestamp !== undefined) return [];
    const { names, conflict } = acceptNames(definition, group);
    const wanted = [...namingConditions(definition, conflict), ...approvalConditions(definition)];
    const status = objectAt(definition, "status") ?? {};
    const known = listAt(status, "conditions");
    const isDone = wanted.every((next) => known.some((old) => sameStatus(old, next)));
    if (isDone && jsonEqual(status.acceptedNames, names)) return [];
    const conditions = withConditions(definition, wanted, timestamp(this.#clock.now()));
    const next: ApiObject = { ...definition, status: { ...status, conditions, acceptedNames: names } };
    this.#store.put(customResourceDefinitions.id, this.#management.afterWrite(target, definition, next, next));
    return others;
  }

  #serve(definition: ApiObject, previous: ApiObject | undefined): void {
    const unchanged =
      previous !== undefined &&
      isEstablished(previous) &&
      previous.spec === definition.spec &&
      jsonEqual(objectAt(previous, "status", "acceptedNames"), objectAt(definition, "status", "acceptedNames"));
    if (!unchanged) this.#registry.add(customResource(asAccepted(definition), this.#services));
  }
}

function namingConditions(definition: ApiObject, conflict: AcceptedNames["conflict"]): JsonObject[] {
  const isAccepted = conflict === undefined;
  const { reason, message } = conflict ?? { reason: "NoConflicts", message: "no conflicts found" };
  const accepted = condition("NamesAccepted", isAccepted, reason, message);
  return isAccepted || isEstablished(definition)
    ? [accepted, condition("Established", true, "InitialNamesAccepted", "the initial names have been accepted")]
    : [accepted, condition("Established", false, "NotAccepted", "not all names are accepted")];
}

function approvalConditions(definition: ApiObject): JsonObject[] {
  const approval = approvalOf(definition);
  if (approval === undefined) return [];
  const { state, reason } = approval;
  return [condition("KubernetesAPIApprovalPolicyConformant", state === "Approved", `${state}Annotation`, reason)];
}

function condition(type: string, value: boolean, reason: string, message: string): JsonObject {
  return { lastTransitionTime: "", message, reason, status: value ? "True" : "False", type };
}

function sameStatus(old: unknown, next: JsonObject): boolean {
  return isJsonObject(old) && ["type", "status", "reason", "message"].every((field) => old[field] === next[field]);
}

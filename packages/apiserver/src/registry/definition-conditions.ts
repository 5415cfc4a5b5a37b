import { type JsonObject, listAt, textAt } from "@capstan/kube";
import { type ApiObject } from "../object/api-object.ts";

/** A condition of a CRD without the time of its last transition. */
export function definitionCondition(type: string, value: boolean, reason: string, message: string): JsonObject {
  return { lastTransitionTime: "", message, reason, status: value ? "True" : "False", type };
}

/** The conditions of a CRD after changes, with the time of the transition where the status changes. */
export function withConditions(definition: ApiObject, next: readonly JsonObject[], now: string): unknown[] {
  const old = listAt(definition, "status", "conditions");
  const merged = old.map((entry) => {
    const update = next.find((candidate) => candidate.type === textAt(entry, "type"));
    if (update === undefined) return entry;
    const same = textAt(entry, "status") === update.status;
    return { ...update, lastTransitionTime: same ? textAt(entry, "lastTransitionTime") : now };
  });
  const added = next.filter((candidate) => !old.some((entry) => textAt(entry, "type") === candidate.type));
  return [...merged, ...added.map((entry) => ({ ...entry, lastTransitionTime: now }))];
}

/** Whether the objects of a CRD are being deleted, so that none may be created. */
export function isTerminating(definition: ApiObject | undefined): boolean {
  return listAt(definition, "status", "conditions").some(
    (condition) => textAt(condition, "type") === "Terminating" && textAt(condition, "status") === "True",
  );
}

import { type JsonObject, listAt, objectAt } from "@capstan/kube";
import { type FieldError, unsupported } from "../../../../status/field-error.ts";
import { checkLabelSelector } from "./label-selectors.ts";
import { checkResourceRules } from "./resource-rules.ts";

/** Validates the match resources of a policy or binding. */
export function checkMatchResources(given: JsonObject, at: string): FieldError[] {
  return [
    ...["namespaceSelector", "objectSelector"].flatMap((field) =>
      checkLabelSelector(objectAt(given, field) ?? {}, `${at}.${field}`),
    ),
    ...["resourceRules", "excludeResourceRules"].flatMap((field) =>
      checkResourceRules(listAt(given, field), `${at}.${field}`),
    ),
  ];
}

const mutable = ["*", "CONNECT", "CREATE", "UPDATE"];

/** Deletions cannot be mutated. */
export function checkMutable(given: JsonObject, at: string): FieldError[] {
  return listAt(given, "resourceRules")
    .flatMap((rule) => listAt(rule, "operations"))
    .filter((operation) => !mutable.includes(String(operation)))
    .map((operation) => unsupported(`${at}.resourceRules.operations`, operation, mutable));
}

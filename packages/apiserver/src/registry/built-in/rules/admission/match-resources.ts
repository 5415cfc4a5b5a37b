import { type JsonObject, listAt, objectAt } from "@capstan/kube";
import { type FieldError } from "../../../../status/field-error.ts";
import { unsupported } from "../field-errors.ts";
import { checkLabelSelector } from "./label-selectors.ts";
import { checkResourceRules } from "./resource-rules.ts";

/** What is wrong with what a policy or a binding says about the requests that it is about. */
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

/** What is deleted cannot be changed. */
export function checkMutable(given: JsonObject, at: string): FieldError[] {
  return listAt(given, "resourceRules")
    .flatMap((rule) => listAt(rule, "operations"))
    .filter((operation) => !mutable.includes(String(operation)))
    .map((operation) => unsupported(`${at}.resourceRules.operations`, operation, mutable));
}

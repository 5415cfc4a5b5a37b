import { isJsonObject, type JsonObject, listAt, objectAt, textAt } from "@capstan/kube";
import { type ApiObject } from "../../../../object/api-object.ts";
import { checkName } from "../../../../object/names.ts";
import { type FieldError, forbiddenAt, invalidAt, required, unsupported } from "../../../../status/field-error.ts";
import { duplicates } from "../field-errors.ts";
import { checkLabelSelector } from "./label-selectors.ts";
import { checkMatchResources, checkMutable } from "./match-resources.ts";

/** Validates the binding of a validating policy. */
export function checkValidatingBinding(object: ApiObject): FieldError[] {
  return [...checkBinding(object), ...checkActions(specOf(object))];
}

/** Validates the binding of a mutating policy. */
export function checkMutatingBinding(object: ApiObject): FieldError[] {
  const matchResources = objectAt(object, "spec", "matchResources");
  const errors = checkBinding(object);
  return matchResources === undefined ? errors : [...errors, ...checkMutable(matchResources, "spec.matchResources")];
}

function specOf({ spec }: ApiObject): JsonObject {
  return isJsonObject(spec) ? spec : {};
}

function checkBinding(object: ApiObject): FieldError[] {
  const spec = specOf(object);
  const policyName = textAt(spec, "policyName") ?? "";
  const [paramRef, matchResources] = [objectAt(spec, "paramRef"), objectAt(spec, "matchResources")];
  return [
    ...(policyName === "" ? [required("spec.policyName")] : checkName(policyName, "subdomain", "spec.policyName")),
    ...(paramRef === undefined ? [] : checkParamRef(paramRef, "spec.paramRef")),
    ...(matchResources === undefined ? [] : checkMatchResources(matchResources, "spec.matchResources")),
  ];
}

const exclusive = "name and selector are mutually exclusive";

function checkParamRef(given: JsonObject, at: string): FieldError[] {
  const name = textAt(given, "name") ?? "";
  const selector = objectAt(given, "selector");
  const errors: FieldError[] = [];
  if (name !== "") {
    errors.push(...checkName(name, "path-segment", `${at}.name`));
    if (selector !== undefined) errors.push(forbiddenAt(`${at}.name`, exclusive));
  }
  if (selector !== undefined) {
    errors.push(...checkLabelSelector(selector, `${at}.selector`));
    if (name !== "") errors.push(forbiddenAt(`${at}.selector`, exclusive));
  }
  if (name === "" && selector === undefined) errors.push(required(at, "one of name or selector must be specified"));
  return [...errors, ...checkMissing(textAt(given, "parameterNotFoundAction") ?? "", `${at}.parameterNotFoundAction`)];
}

const missing = ["Deny", "Allow"];

function checkMissing(action: string, at: string): FieldError[] {
  if (action === "") return [required(at)];
  return missing.includes(action) ? [] : [unsupported(at, action, missing)];
}

const actions = ["Audit", "Deny", "Warn"];

function checkActions(spec: JsonObject): FieldError[] {
  const at = "spec.validationActions";
  const stated = listAt(spec, "validationActions");
  if (stated.length === 0) return [required(at, "at least one validation action is required")];
  const errors = [
    ...stated.flatMap((action, index) =>
      actions.includes(String(action)) ? [] : [unsupported(`${at}[${index}]`, action, actions)],
    ),
    ...duplicates(stated, (index) => `${at}[${index}]`),
  ];
  if (!stated.includes("Deny") || !stated.includes("Warn")) return errors;
  const detail =
    "must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)";
  return [...errors, invalidAt(at, stated, detail)];
}

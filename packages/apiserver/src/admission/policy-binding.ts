import { isJsonObject, type JsonObject, type LabelSelector, objectAt, textAt } from "@capstan/kube";
import { remembered } from "../object/remembered.ts";
import { type ApiObject } from "../object/api-object.ts";
import { type MatchCriteria, matchResources, stringsAt } from "./match-criteria.ts";

/** The binding of a policy, with its scope and parameters. */
export interface PolicyBinding {
  readonly name: string;
  readonly policyName: string;
  readonly paramRef: ParamRef | undefined;
  /** Everything that the policy matches if unset. */
  readonly criteria: MatchCriteria | undefined;
  /** The actions if a validation fails. */
  readonly actions: readonly string[];
}

export interface ParamRef {
  /** Empty if parameters are selected by labels. */
  readonly name: string;
  /** Empty for the namespace of the request. */
  readonly namespace: string;
  readonly selector: LabelSelector;
  readonly deniesIfMissing: boolean;
}

/** Reads a validated binding. */
export const bindingOf = remembered(({ metadata, spec }: ApiObject): PolicyBinding => {
  const given: JsonObject = isJsonObject(spec) ? spec : {};
  const [paramRef, criteria] = [objectAt(given, "paramRef"), objectAt(given, "matchResources")];
  return {
    name: metadata.name,
    policyName: textAt(given, "policyName") ?? "",
    paramRef: paramRef === undefined ? undefined : paramRefOf(paramRef),
    criteria: criteria === undefined ? undefined : matchResources(criteria),
    actions: stringsAt(given, "validationActions"),
  };
});

function paramRefOf(given: JsonObject): ParamRef {
  return {
    name: textAt(given, "name") ?? "",
    namespace: textAt(given, "namespace") ?? "",
    selector: objectAt(given, "selector") ?? {},
    deniesIfMissing: given.parameterNotFoundAction === "Deny",
  };
}

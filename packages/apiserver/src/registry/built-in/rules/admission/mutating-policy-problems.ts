import { isJsonObject, type JsonObject, listAt, objectAt, textAt } from "@capstan/kube";
import { type ApiObject } from "../../../../object/api-object.ts";
import { type Extras } from "../../../../policy/declared-types.ts";
import { changes } from "../../../../policy/patch-dialect.ts";
import { type FieldError, invalidAt, required } from "../../../../status/field-error.ts";
import { checkExpression } from "./expressions.ts";
import { checkPolicySpec } from "./policy-spec.ts";

/** Validates a MutatingAdmissionPolicy. */
export function mutatingPolicyProblems({ spec }: ApiObject): FieldError[] {
  const given = isJsonObject(spec) ? spec : {};
  const { errors, extras } = checkPolicySpec(given);
  const mutations = listAt(given, "mutations").filter(isJsonObject);
  // These expressions know `variables` even if there are none.
  const own = { variables: new Map(), ...extras, changes: true };
  return [
    ...errors,
    ...(mutations.length === 0 ? [required("spec.mutations", "mutations must contain at least one item")] : []),
    ...mutations.flatMap((mutation, index) => checkMutation(mutation, own, `spec.mutations[${index}]`)),
    ...((textAt(given, "reinvocationPolicy") ?? "") === "" ? [required("spec.reinvocationPolicy")] : []),
  ];
}

const fields = { JSONPatch: "jsonPatch", ApplyConfiguration: "applyConfiguration" } as const;

function checkMutation(mutation: JsonObject, extras: Extras, at: string): FieldError[] {
  const type = textAt(mutation, "patchType") ?? "";
  if (type === "") return [required(`${at}.patchType`)];
  if (type !== "JSONPatch" && type !== "ApplyConfiguration") return [];
  const [own, other] = [fields[type], fields[type === "JSONPatch" ? "ApplyConfiguration" : "JSONPatch"]];
  const stated = objectAt(mutation, own);
  return [
    ...(stated === undefined
      ? [required(`${at}.${own}`, `must be specified when patchType is ${type}`)]
      : checkChange((textAt(stated, "expression") ?? "").trim(), type, extras, `${at}.${own}.expression`)),
    ...(mutation[other] === undefined
      ? []
      : [invalidAt(`${at}.${other}`, `{${other}}`, `must not be specified when patchType is ${type}`)]),
  ];
}

function checkChange(source: string, type: keyof typeof changes, extras: Extras, at: string): FieldError[] {
  return source === "" ? [required(at)] : checkExpression(source, extras, changes[type], at);
}

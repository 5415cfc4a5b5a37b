import { listAt, objectAt, textAt } from "@capstan/kube";
import { type ApiObject } from "../../../../object/api-object.ts";
import { type FieldError, required } from "../../../../status/field-error.ts";
import { type KindRules, size, text } from "../cells.ts";
import { checkLabelSelector } from "./selected-requests.ts";

function paramKind(object: ApiObject): string {
  const kind = objectAt(object, "spec", "paramKind");
  return kind === undefined ? "<unset>" : `${textAt(kind, "apiVersion") ?? ""}/${textAt(kind, "kind") ?? ""}`;
}

function paramRef(object: ApiObject): string {
  const reference = objectAt(object, "spec", "paramRef");
  if (reference === undefined) return "<unset>";
  const name = textAt(reference, "name") ?? "*";
  const parts = [textAt(reference, "namespace"), name];
  return parts.filter((part) => part !== undefined).join("/");
}

// Loads the CEL parser with the first policy.
export const validatingPolicyRules: KindRules = {
  validate: async (object) => {
    const { validatingPolicyProblems } = await import("./validating-policy-problems.ts");
    return validatingPolicyProblems(object);
  },
  cells: { Validations: size("spec", "validations"), ParamKind: paramKind },
};

export const mutatingPolicyRules: KindRules = {
  encodedIn: "v1beta1",
  validate: async (object) => {
    const { mutatingPolicyProblems } = await import("./mutating-policy-problems.ts");
    return mutatingPolicyProblems(object);
  },
  cells: { Mutations: size("spec", "mutations"), ParamKind: paramKind },
};

const bindingCells = { PolicyName: text("spec", "policyName"), ParamRef: paramRef };

/** Validates the binding of a policy. */
function checkBinding(object: ApiObject): FieldError[] {
  const errors = (textAt(object, "spec", "policyName") ?? "") === "" ? [required("spec.policyName")] : [];
  const reference = objectAt(object, "spec", "paramRef");
  if (reference === undefined) return errors;
  const at = "spec.paramRef";
  const action = textAt(reference, "parameterNotFoundAction") ?? "";
  return [
    ...errors,
    ...checkLabelSelector(objectAt(reference, "selector") ?? {}, `${at}.selector`),
    ...(action === "" ? [required(`${at}.parameterNotFoundAction`)] : []),
  ];
}

export const validatingBindingRules: KindRules = {
  validate: (object) => {
    const isEmpty = listAt(object, "spec", "validationActions").length === 0;
    const detail = "at least one validation action is required";
    return [...checkBinding(object), ...(isEmpty ? [required("spec.validationActions", detail)] : [])];
  },
  cells: bindingCells,
};

export const mutatingBindingRules: KindRules = { encodedIn: "v1beta1", validate: checkBinding, cells: bindingCells };

export const webhookConfigurationRules: KindRules = {
  validate: async (object) => {
    const { webhookProblems } = await import("./webhook-problems.ts");
    return webhookProblems(object);
  },
  cells: { Webhooks: size("webhooks") },
};

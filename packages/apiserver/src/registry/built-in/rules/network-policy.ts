import { isJsonObject, listAt, objectAt } from "@capstan/kube";
import { type FieldError } from "../../../status/field-error.ts";
import { type KindRules } from "./kind-rules.ts";
import { selector } from "./cells.ts";
import { invalidAt } from "./field-errors.ts";

export const networkPolicyRules: KindRules = {
  complete: (object) => {
    const spec = objectAt(object, "spec");
    if (spec === undefined || spec.policyTypes !== undefined) return object;
    return {
      ...object,
      spec: { ...spec, policyTypes: spec.egress === undefined ? ["Ingress"] : ["Ingress", "Egress"] },
    };
  },
  validate: (object) =>
    ["ingress", "egress"].flatMap((direction) =>
      listAt(object, "spec", direction).flatMap((rule, index) => checkPorts(rule, `spec.${direction}[${index}]`)),
    ),
  cells: { "Pod-Selector": selector("spec", "podSelector") },
};

function checkPorts(rule: unknown, at: string): FieldError[] {
  return listAt(rule, "ports").flatMap((port, index) => checkRange(port, `${at}.ports[${index}]`));
}

/** A range of ports begins with a number. */
function checkRange(given: unknown, at: string): FieldError[] {
  const { port: first, endPort } = isJsonObject(given) ? given : {};
  const wrong = (value: unknown, detail: string): FieldError[] => [invalidAt(`${at}.endPort`, value, detail)];
  if (typeof endPort !== "number") return [];
  if (first === undefined) return wrong(endPort, "may not be specified when `port` is not specified");
  if (typeof first !== "number") return wrong(endPort, "may not be specified when `port` is non-numeric");
  return [
    ...(endPort < first ? wrong(first, "must be greater than or equal to `port`") : []),
    ...(endPort < 1 || endPort > 65_535 ? wrong(endPort, "must be between 1 and 65535, inclusive") : []),
  ];
}

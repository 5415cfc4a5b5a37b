import { dnsSubdomainProblems, listAt, objectAt, textAt } from "@capstan/kube";
import { type ApiObject } from "../../object/api-object.ts";
import { label1035Problems } from "../../object/names.ts";
import { type FieldError } from "../../status/field-error.ts";

/** Validates the group of a CRD. */
export function checkGroup(definition: ApiObject): FieldError[] {
  const field = "spec.group";
  const group = textAt(definition, "spec", "group") ?? "";
  if (group === "") return [{ type: "Required value", field }];
  const problems = dnsSubdomainProblems(group);
  if (problems.length === 0 && !group.includes(".")) problems.push("should be a domain with at least one dot");
  return problems.length === 0 ? [] : [{ type: "Invalid value", field, value: group, detail: problems.join(",") }];
}

const needed = ["plural", "singular", "kind", "listKind"] as const;

/** Validates the names of a CRD. */
export function checkNames(definition: ApiObject): FieldError[] {
  const names = objectAt(definition, "spec", "names") ?? {};
  const nameOf = (name: (typeof needed)[number]): string => textAt(names, name) ?? "";
  const missing = needed
    .filter((name) => nameOf(name) === "")
    .map((name): FieldError => ({ type: "Required value", field: `spec.names.${name}` }));
  const isSameKind = nameOf("kind") !== "" && nameOf("kind") === nameOf("listKind");
  return [
    ...missing,
    ...checkLabel("plural", nameOf("plural")),
    ...checkLabel("singular", nameOf("singular")),
    ...checkKind("kind", nameOf("kind")),
    ...checkKind("listKind", nameOf("listKind")),
    ...checkLabels("shortNames", listAt(names, "shortNames")),
    ...(isSameKind ? [invalid("listKind", nameOf("listKind"), "kind and listKind may not be the same")] : []),
    ...checkLabels("categories", listAt(names, "categories")),
  ];
}

function invalid(name: string, value: string, detail: string): FieldError {
  return { type: "Invalid value", field: `spec.names.${name}`, value, detail };
}

function checkLabel(name: string, value: string): FieldError[] {
  const problems = value === "" ? [] : label1035Problems(value);
  return problems.length === 0 ? [] : [invalid(name, value, problems.join(","))];
}

function checkKind(name: string, value: string): FieldError[] {
  const problems = value === "" ? [] : label1035Problems(value.toLowerCase());
  const mixed = "may have mixed case, but should otherwise match: ";
  return problems.length === 0 ? [] : [invalid(name, value, `${mixed}${problems.join(",")}`)];
}

function checkLabels(name: string, values: readonly unknown[]): FieldError[] {
  return values.flatMap((value, index) => {
    const problems = label1035Problems(String(value));
    return problems.length === 0 ? [] : [invalid(`${name}[${index}]`, String(value), problems.join(","))];
  });
}

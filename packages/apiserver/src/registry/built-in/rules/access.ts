import { type JsonObject, isJsonObject, jsonEqual, listAt, textAt } from "@capstan/kube";
import { type ApiObject } from "../../../object/api-object.ts";
import { checkName } from "../../../object/names.ts";
import { type FieldError, invalidAt, required, unsupported } from "../../../status/field-error.ts";
import { type Cell, type KindRules } from "./cells.ts";

const group = "rbac.authorization.k8s.io";
const cells: KindRules["cells"] = { "Created At": (object) => object.metadata.creationTimestamp ?? null };

export const roleRules: KindRules = { validate: (role) => checkRules(role, true), cells };

export const clusterRoleRules: KindRules = {
  validate: (role) => checkRules(role, false),
  cells,
};

export const roleBindingRules = bindingRules(["Role", "ClusterRole"], true);

export const clusterRoleBindingRules = bindingRules(["ClusterRole"], false);

function bindingRules(roleKinds: readonly string[], namespaced: boolean): KindRules {
  return {
    complete: withGroups,
    validate: (object, previous) => [
      ...checkRef(object, roleKinds),
      ...listAt(object, "subjects").flatMap((subject, index) =>
        checkSubject(subject, `subjects[${index}]`, namespaced),
      ),
      ...checkRefUpdate(object, previous),
    ],
    cells: {
      Role: (object) => `${textAt(object, "roleRef", "kind") ?? ""}/${textAt(object, "roleRef", "name") ?? ""}`,
      Users: subjects("User"),
      Groups: subjects("Group"),
      ServiceAccounts: subjects("ServiceAccount"),
    },
  };
}

function checkRules(role: ApiObject, namespaced: boolean): FieldError[] {
  return listAt(role, "rules").flatMap((rule, index) => checkRule(rule, `rules[${index}]`, namespaced));
}

function checkRule(rule: unknown, at: string, namespaced: boolean): FieldError[] {
  const isEmpty = (field: string): boolean => listAt(rule, field).length === 0;
  const needs = (field: string, detail: string): FieldError[] =>
    isEmpty(field) ? [required(`${at}.${field}`, detail)] : [];
  const verbs = needs("verbs", "verbs must contain at least one value");
  if (isEmpty("nonResourceURLs")) {
    return [
      ...verbs,
      ...needs("apiGroups", "resource rules must supply at least one api group"),
      ...needs("resources", "resource rules must supply at least one resource"),
    ];
  }
  const wrong = (detail: string): FieldError =>
    invalidAt(`${at}.nonResourceURLs`, listAt(rule, "nonResourceURLs"), detail);
  const hasResources = !["apiGroups", "resources", "resourceNames"].every(isEmpty);
  return [
    ...verbs,
    ...(namespaced ? [wrong("namespaced rules cannot apply to non-resource URLs")] : []),
    ...(hasResources ? [wrong("rules cannot apply to both regular resources and non-resource URLs")] : []),
  ];
}

function subjects(kind: string): Cell {
  return (object) =>
    listAt(object, "subjects")
      .filter((subject) => textAt(subject, "kind") === kind)
      .map((subject) => {
        const name = textAt(subject, "name") ?? "";
        return kind === "ServiceAccount" ? `${textAt(subject, "namespace") ?? ""}/${name}` : name;
      })
      .join(", ");
}

/** Users and groups belong to the RBAC API group; ServiceAccounts belong to the core group. */
function withGroups(object: ApiObject): ApiObject {
  const given = object.subjects;
  if (!Array.isArray(given)) return object;
  return {
    ...object,
    subjects: given.map((subject: unknown) => (isJsonObject(subject) ? withGroup(subject) : subject)),
  };
}

function withGroup(subject: JsonObject): JsonObject {
  const isOurs = subject.kind === "User" || subject.kind === "Group";
  return isOurs && subject.apiGroup === undefined ? { ...subject, apiGroup: group } : subject;
}

function checkRef(object: ApiObject, kinds: readonly string[]): FieldError[] {
  const at = (field: string): string => textAt(object, "roleRef", field) ?? "";
  const name = at("name");
  return [
    ...checkSupported("roleRef.apiGroup", at("apiGroup"), [group]),
    ...checkSupported("roleRef.kind", at("kind"), kinds),
    ...(name === "" ? [required("roleRef.name")] : checkName(name, "path-segment", "roleRef.name")),
  ];
}

function checkSubject(subject: unknown, field: string, namespaced: boolean): FieldError[] {
  const at = (member: string): string => textAt(subject, member) ?? "";
  const name = at("name");
  const unnamed = name === "" ? [required(`${field}.name`)] : [];
  switch (at("kind")) {
    case "ServiceAccount":
      return [
        ...unnamed,
        ...(name === "" ? [] : checkName(name, "subdomain", `${field}.name`)),
        ...checkSupported(`${field}.apiGroup`, at("apiGroup"), [""]),
        ...(namespaced || at("namespace") !== "" ? [] : [required(`${field}.namespace`)]),
      ];
    case "User":
    case "Group":
      return [...unnamed, ...checkSupported(`${field}.apiGroup`, at("apiGroup"), [group])];
    default:
      return [...unnamed, ...checkSupported(`${field}.kind`, at("kind"), ["ServiceAccount", "User", "Group"])];
  }
}

function checkSupported(field: string, value: string, supported: readonly string[]): FieldError[] {
  return supported.includes(value) ? [] : [unsupported(field, value, supported)];
}

function checkRefUpdate(object: ApiObject, previous: ApiObject | undefined): FieldError[] {
  const value = object.roleRef;
  if (previous === undefined || jsonEqual(previous.roleRef, value)) return [];
  // The real server shows its internal form of the reference.
  const shown = { APIGroup: textAt(value, "apiGroup"), Kind: textAt(value, "kind"), Name: textAt(value, "name") };
  return [invalidAt("roleRef", shown, "cannot change roleRef")];
}

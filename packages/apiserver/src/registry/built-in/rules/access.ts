import { isJsonObject, jsonEqual, listAt, textAt } from "@capstan/kube";
import { type ApiObject } from "../../../object/api-object.ts";
import { type FieldError } from "../../../status/field-error.ts";
import { type KindRules } from "./kind-rules.ts";
import { type Cell } from "./cells.ts";
import { required, valueAt } from "./field-errors.ts";

const group = "rbac.authorization.k8s.io";

export const bindingRules: KindRules = {
  complete: withGroups,
  validate: (object, previous) => [...checkRef(object), ...checkSubjects(object), ...checkRefUpdate(object, previous)],
  cells: {
    Role: (object) => `${textAt(object, "roleRef", "kind") ?? ""}/${textAt(object, "roleRef", "name") ?? ""}`,
    Users: subjects("User"),
    Groups: subjects("Group"),
    ServiceAccounts: subjects("ServiceAccount"),
  },
};

export const roleRules: KindRules = {
  validate: checkRules,
  cells: { "Created At": (object) => object.metadata.creationTimestamp ?? null },
};

function checkRules(object: ApiObject): FieldError[] {
  return listAt(object, "rules").flatMap((rule, index) => {
    const at = `rules[${index}]`;
    const isEmpty = (field: string): boolean => listAt(rule, field).length === 0;
    const isAboutPaths = !isEmpty("nonResourceURLs");
    return [
      ...(isEmpty("verbs") ? [required(`${at}.verbs`, "verbs must contain at least one value")] : []),
      ...(isAboutPaths || !isEmpty("apiGroups")
        ? []
        : [required(`${at}.apiGroups`, "resource rules must supply at least one api group")]),
      ...(isAboutPaths || !isEmpty("resources")
        ? []
        : [required(`${at}.resources`, "resource rules must supply at least one resource")]),
    ];
  });
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

/** Users and groups are those of this API group; ServiceAccounts are of the core group. */
function withGroups(object: ApiObject): ApiObject {
  const given = object.subjects;
  if (!Array.isArray(given)) return object;
  const filled = given.map((subject: unknown) => {
    const kind = textAt(subject, "kind");
    const isOurs = kind === "User" || kind === "Group";
    return isJsonObject(subject) && isOurs && subject.apiGroup === undefined
      ? { ...subject, apiGroup: group }
      : subject;
  });
  return { ...object, subjects: filled };
}

function checkRef(object: ApiObject): FieldError[] {
  const kind = textAt(object, "roleRef", "kind") ?? "";
  const supported = object.kind === "RoleBinding" ? ["Role", "ClusterRole"] : ["ClusterRole"];
  const values = supported.map((value) => JSON.stringify(value)).join(", ");
  return [
    ...(supported.includes(kind)
      ? []
      : [
          {
            type: "Unsupported value",
            field: "roleRef.kind",
            value: kind,
            detail: `supported values: ${values}`,
          } as const,
        ]),
    ...((textAt(object, "roleRef", "name") ?? "") === "" ? [required("roleRef.name")] : []),
  ];
}

function checkSubjects(object: ApiObject): FieldError[] {
  return listAt(object, "subjects").flatMap((subject, index): FieldError[] => {
    const at = `subjects[${index}]`;
    const kind = textAt(subject, "kind") ?? "";
    const known = ["ServiceAccount", "User", "Group"].includes(kind);
    const detail = 'supported values: "ServiceAccount", "User", "Group"';
    return [
      ...((textAt(subject, "name") ?? "") === "" ? [required(`${at}.name`)] : []),
      ...(known ? [] : [{ type: "Unsupported value", field: `${at}.kind`, value: kind, detail } as const]),
    ];
  });
}

function checkRefUpdate(object: ApiObject, previous: ApiObject | undefined): FieldError[] {
  const before = valueAt(previous, "roleRef");
  const value = valueAt(object, "roleRef");
  if (previous === undefined || jsonEqual(before, value)) return [];
  // The real server shows its own form of the reference.
  const shown = { APIGroup: textAt(value, "apiGroup"), Kind: textAt(value, "kind"), Name: textAt(value, "name") };
  return [{ type: "Invalid value", field: "roleRef", value: shown, detail: "cannot change roleRef" }];
}

import { isJsonObject, jsonEqual, type JsonObject, listAt, objectAt, textAt } from "@capstan/kube";
import { flowObjects, mandatory } from "../../../flow-control/flow-objects.ts";
import { type ApiObject } from "../../../object/api-object.ts";
import { checkName } from "../../../object/names.ts";
import { type FieldError, forbiddenAt, invalidAt, required, unsupported } from "../../../status/field-error.ts";
import { at, count, type KindRules, text } from "./cells.ts";
import { duplicates } from "./field-errors.ts";

export const flowSchemaRules: KindRules = {
  validate: (object) => [...checkSpec(object), ...checkFixed(object), ...checkConditions(object)],
  cells: {
    PriorityLevel: text("spec", "priorityLevelConfiguration", "name"),
    MatchingPrecedence: count("spec", "matchingPrecedence"),
    DistinguisherMethod: at("spec", "distinguisherMethod", "type")("<none>"),
    MissingPL: (object) => {
      const conditions = listAt(object, "status", "conditions");
      return (
        textAt(
          conditions.find((one) => textAt(one, "type") === "Dangling"),
          "status",
        ) ?? "?"
      );
    },
  },
};

/** Mandatory objects are immutable. */
function checkFixed({ kind, metadata: { name }, spec }: ApiObject): FieldError[] {
  if (!mandatory.has(name)) return [];
  const fixed = flowObjects.find((one) => one.kind === kind && one.metadata.name === name);
  return jsonEqual(fixed?.spec, spec) ? [] : [invalidAt("spec", spec, `spec of '${name}' must equal the fixed value`)];
}

/** Validates conditions of both kinds of flow control. */
export function checkConditions(object: ApiObject): FieldError[] {
  const types = listAt(object, "status", "conditions").map((one) => textAt(one, "type") ?? "");
  const fieldOf = (index: number): string => `status.conditions[${index}].type`;
  return [
    ...duplicates(types, fieldOf),
    ...types.flatMap((type, index) => (type === "" ? [required(fieldOf(index))] : [])),
  ];
}

const highestPrecedence = 10_000;
const methods = ["ByNamespace", "ByUser"];

function checkSpec({ metadata: { name }, ...object }: ApiObject): FieldError[] {
  const spec = objectAt(object, "spec") ?? {};
  const precedence = Number(spec.matchingPrecedence);
  const refuse = (detail: string): FieldError => invalidAt("spec.matchingPrecedence", precedence, detail);
  const method = objectAt(spec, "distinguisherMethod");
  const level = textAt(spec, "priorityLevelConfiguration", "name") ?? "";
  const levelField = "spec.priorityLevelConfiguration.name";
  return [
    ...(precedence <= 0 ? [refuse("must be a positive value")] : []),
    ...(precedence > highestPrecedence ? [refuse(`must not be greater than ${highestPrecedence}`)] : []),
    ...(precedence === 1 && name !== "exempt"
      ? [refuse("only the schema named 'exempt' may have matchingPrecedence 1")]
      : []),
    ...(method === undefined || methods.includes(String(method.type))
      ? []
      : [unsupported("spec.distinguisherMethod.type", { Type: method.type }, methods)]),
    ...(level === ""
      ? [required(levelField, "must reference a priority level")]
      : checkName(level, "subdomain", levelField)),
    ...listAt(spec, "rules").flatMap((rule, index) => checkRule(rule, `spec.rules[${index}]`)),
  ];
}

function checkRule(rule: unknown, at: string): FieldError[] {
  const [subjects, ofResources, ofPaths] = ["subjects", "resourceRules", "nonResourceRules"].map((field) =>
    listAt(rule, field),
  ) as [readonly unknown[], readonly unknown[], readonly unknown[]];
  const isEmpty = ofResources.length + ofPaths.length === 0;
  return [
    ...(subjects.length === 0 ? [required(`${at}.subjects`, "subjects must contain at least one value")] : []),
    ...subjects.flatMap((subject, index) => checkSubject(subject, `${at}.subjects[${index}]`)),
    // eslint-disable-next-line words/words -- Kubernetes' words
    ...(isEmpty ? [required(at, "at least one of resourceRules and nonResourceRules has to be non-empty")] : []),
    ...ofResources.flatMap((one, index) => checkResourceRule(one, `${at}.resourceRules[${index}]`)),
    ...ofPaths.flatMap((one, index) => checkPathRule(one, `${at}.nonResourceRules[${index}]`)),
  ];
}

const subjectFields = { ServiceAccount: "serviceAccount", User: "user", Group: "group" } as const;

function checkSubject(subject: unknown, at: string): FieldError[] {
  const kind = textAt(subject, "kind") ?? "";
  const own = (subjectFields as Readonly<Record<string, string>>)[kind];
  if (own === undefined) return [unsupported(`${at}.kind`, kind, Object.keys(subjectFields).sort())];
  const stated = objectAt(subject, own);
  const others = Object.entries(subjectFields).filter(
    ([, field]) => field !== own && objectAt(subject, field) !== undefined,
  );
  return [
    ...(stated === undefined
      ? [required(`${at}.${own}`, `${own} is required when subject kind is '${kind}'`)]
      : checkSubjectName(stated, kind, `${at}.${own}`)),
    ...others.map(([other, field]): FieldError => {
      const detail = `${field} is forbidden when subject kind is not '${other}'`;
      return forbiddenAt(`${at}.${field}`, detail);
    }),
  ];
}

function checkSubjectName(stated: JsonObject, kind: string, at: string): FieldError[] {
  const [name, namespace] = [textAt(stated, "name") ?? "", textAt(stated, "namespace") ?? ""];
  const missing = name === "" ? [required(`${at}.name`)] : [];
  if (kind !== "ServiceAccount") return missing;
  return [
    ...(name === "" || name === "*" ? missing : checkName(name, "subdomain", `${at}.name`)),
    ...(namespace === ""
      ? [required(`${at}.namespace`, "must specify namespace for service account")]
      : checkName(namespace, "label", `${at}.namespace`)),
  ];
}

const verbs = ["create", "delete", "deletecollection", "get", "list", "patch", "proxy", "update", "watch"];

function checkVerbs(rule: unknown, at: string): FieldError[] {
  const given = listAt(rule, "verbs").map(String);
  if (given.length > 0 && !given.includes("*") && !given.every((verb) => verbs.includes(verb))) {
    return [unsupported(`${at}.verbs`, given, verbs)];
  }
  return checkWildcard(given, `${at}.verbs`, "verbs", "verbs must contain at least one value");
}

/** Requires at least one item, and no other item next to the wildcard. */
function checkWildcard(given: readonly unknown[], field: string, what: string, ifEmpty: string): FieldError[] {
  if (given.length === 0) return [required(field, ifEmpty)];
  const isAll = given.length > 1 && given.includes("*");
  return isAll ? [invalidAt(field, given, `if '*' is present, must not specify other ${what}`)] : [];
}

function checkPathRule(rule: unknown, at: string): FieldError[] {
  const urls = listAt(rule, "nonResourceURLs").map(String);
  const field = `${at}.nonResourceURLs`;
  return [
    ...checkVerbs(rule, at),
    ...checkWildcard(urls, field, "non-resource URLs", "nonResourceURLs must contain at least one value"),
    ...(urls.includes("*") ? [] : urls.flatMap((url, index) => checkPath(url, `${field}[${index}]`))),
  ];
}

function checkPath(url: string, field: string): FieldError[] {
  const problem =
    url === ""
      ? "must not be empty"
      : !url.startsWith("/")
        ? "must start with slash"
        : url.includes(" ")
          ? "must not contain white-space"
          : url.includes("//")
            ? "must not contain double slash"
            : /\*.*\*|\*.|[^/]\*/.test(url)
              ? "wildcard can only do suffix matching"
              : undefined;
  return problem === undefined ? [] : [invalidAt(field, url, problem)];
}

function checkResourceRule(rule: unknown, at: string): FieldError[] {
  const own = (field: string): string[] => listAt(rule, field).map(String);
  const namespaces = own("namespaces");
  const isOfCluster = isJsonObject(rule) && rule.clusterScope === true;
  const ofNamespaces = "resource rules that are not cluster scoped must supply at least one namespace";
  const each = "each member of this list must be '*' or a DNS-1123 label; ";
  return [
    ...checkVerbs(rule, at),
    ...checkWildcard(
      own("apiGroups"),
      `${at}.apiGroups`,
      "api groups",
      "resource rules must supply at least one api group",
    ),
    ...checkWildcard(
      own("resources"),
      `${at}.resources`,
      "resources",
      "resource rules must supply at least one resource",
    ),
    ...(namespaces.length === 0 && isOfCluster
      ? []
      : checkWildcard(namespaces, `${at}.namespaces`, "namespaces", ofNamespaces)),
    ...(namespaces.includes("*") ? [] : namespaces).flatMap((namespace, index) =>
      checkName(namespace, "label", `${at}.namespaces[${index}]`).map((error) => ({
        ...error,
        detail: `${each}${error.detail ?? ""}`,
      })),
    ),
  ];
}

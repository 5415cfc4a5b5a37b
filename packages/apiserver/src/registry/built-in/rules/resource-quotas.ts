import { jsonEqual, listAt, objectAt, quantityNanos, textAt } from "@capstan/kube";
import { type ApiObject } from "../../../object/api-object.ts";
import { resourcesAt } from "../../../object/resource-list.ts";
import { type FieldError, invalidAt, required } from "../../../status/field-error.ts";
import { type Cell, type KindRules } from "./cells.ts";
import { immutable } from "./field-errors.ts";
import { checkResourceName, counted, isQuotaResource } from "./resource-names.ts";

export const resourceQuotaRules: KindRules = {
  validate: (object, previous, subresource) => {
    if (subresource === "status")
      return [...checkList(object, "status", "hard"), ...checkList(object, "status", "used")];
    return [
      ...checkList(object, "spec", "hard"),
      ...checkScopes(object),
      ...checkSelector(object),
      ...checkUnchanged(object, previous),
    ];
  },
  warnings: (object) => ["cpu", "memory", "storage", "ephemeral-storage"].flatMap((name) => warningOf(object, name)),
  cells: { Request: quotaCell(false), Limit: quotaCell(true) },
};

function checkList(object: ApiObject, ...path: readonly string[]): FieldError[] {
  return Object.entries(resourcesAt(object, ...path)).flatMap(([name, amount]) => {
    const field = `${path.join(".")}[${name}]`;
    return [...checkQuotaResource(name, field), ...checkAmount(name, amount, field)];
  });
}

function checkQuotaResource(name: string, field: string): FieldError[] {
  const problems = checkResourceName(name, field);
  if (name.includes("/") || isQuotaResource(name)) return problems;
  return [...problems, invalidAt(field, name, "must be a standard resource for quota")];
}

function checkAmount(name: string, amount: string, field: string): FieldError[] {
  const nanos = quantityNanos(amount) ?? 0n;
  const isWhole = nanos % 1_000_000_000n === 0n;
  return [
    ...(nanos < 0n ? [invalidAt(field, amount, "must be greater than or equal to 0")] : []),
    ...(!isWhole && (counted.includes(name) || isExtended(name))
      ? [invalidAt(field, amount, "must be an integer")]
      : []),
  ];
}

/** An extended resource, such as devices. */
function isExtended(name: string): boolean {
  return name.includes("/") && !name.includes("kubernetes.io/") && !name.startsWith("requests.");
}

const ofPods = ["pods", ...["cpu", "memory"].flatMap((name) => [name, `requests.${name}`, `limits.${name}`])];
/** The short resource names that quotas with a scope may limit. */
const limitedBy: Readonly<Record<string, readonly string[]>> = {
  Terminating: ofPods,
  NotTerminating: ofPods,
  NotBestEffort: ofPods,
  PriorityClass: ofPods,
  CrossNamespacePodAffinity: ofPods,
  BestEffort: ["pods"],
  VolumeAttributesClass: ["persistentvolumeclaims", "requests.storage"],
};

/** The problems of scopes, with the resources that such quotas may limit. */
function problemsOf(scopes: readonly string[], object: ApiObject): { unknown: string[]; misapplied: string[] } {
  const names = Object.keys(resourcesAt(object, "spec", "hard")).filter(isQuotaResource);
  return {
    unknown: scopes.filter((scope) => !(scope in limitedBy)),
    misapplied: scopes.flatMap((scope) => names.filter((name) => limitedBy[scope]?.includes(name) === false)),
  };
}

function areAtOdds(scopes: readonly string[]): boolean {
  return ["BestEffort", "Terminating"].some((scope) => scopes.includes(scope) && scopes.includes(`Not${scope}`));
}

function checkScopes(object: ApiObject): FieldError[] {
  const scopes = scopesOf(object);
  const refuse = (detail: string): FieldError => invalidAt("spec.scopes", scopes, detail);
  const errors = scopes.flatMap((scope) => {
    const { unknown, misapplied } = problemsOf([scope], object);
    return [
      ...unknown.map(() => refuse("unsupported scope")),
      ...misapplied.map(() => refuse("unsupported scope applied to resource")),
    ];
  });
  return areAtOdds(scopes) ? [...errors, refuse("conflicting scopes")] : errors;
}

function scopesOf(object: ApiObject): string[] {
  return listAt(object, "spec", "scopes").filter((scope) => typeof scope === "string");
}

const alwaysExist = [...["BestEffort", "NotBestEffort", "Terminating", "NotTerminating", "CrossNamespacePodAffinity"]];

function checkSelector(object: ApiObject): FieldError[] {
  const selector = objectAt(object, "spec", "scopeSelector");
  const requirements = listAt(selector, "matchExpressions");
  const at = "spec.scopeSelector.matchExpressions";
  const errors = requirements.flatMap((requirement) => {
    const scope = textAt(requirement, "scopeName") ?? "";
    const { unknown, misapplied } = problemsOf([scope], object);
    return [
      ...unknown.map(() => invalidAt(`${at}.scopeName`, scope, "unsupported scope")),
      ...misapplied.map(() => invalidAt(at, internalSelector(requirements), "unsupported scope applied to resource")),
      ...checkOperator(requirement, scope, at),
    ];
  });
  const scopes = requirements.map((requirement) => textAt(requirement, "scopeName") ?? "");
  return areAtOdds(scopes) ? [...errors, invalidAt(at, scopesOf(object), "conflicting scopes")] : errors;
}

function checkOperator(requirement: unknown, scope: string, at: string): FieldError[] {
  const operator = textAt(requirement, "operator") ?? "";
  const values = listAt(requirement, "values");
  const errors: FieldError[] = [];
  if (alwaysExist.includes(scope) && operator !== "Exists") {
    const detail =
      "must be 'Exists' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity";
    errors.push(invalidAt(`${at}.operator`, operator, detail));
  }
  if (operator === "In" || operator === "NotIn") {
    const detail = "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector";
    if (values.length === 0) errors.push(required(`${at}.values`, detail));
  } else if (operator === "Exists" || operator === "DoesNotExist") {
    const detail = "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector";
    if (values.length > 0) errors.push(invalidAt(`${at}.values`, values, detail));
  } else errors.push(invalidAt(`${at}.operator`, operator, "not a valid selector operator"));
  return errors;
}

/** The internal form of the real server, which messages show. */
function internalSelector(requirements: readonly unknown[]): unknown {
  return {
    MatchExpressions: requirements.map((requirement) => ({
      ScopeName: textAt(requirement, "scopeName") ?? "",
      Operator: textAt(requirement, "operator") ?? "",
      Values: objectAt(requirement)?.values ?? null,
    })),
  };
}

function checkUnchanged(object: ApiObject, previous: ApiObject | undefined): FieldError[] {
  const sorted = (one: ApiObject): string[] => [...new Set(scopesOf(one))].sort();
  if (previous === undefined || jsonEqual(sorted(object), sorted(previous))) return [];
  return [invalidAt("spec.scopes", objectAt(object, "spec")?.scopes ?? null, immutable)];
}

/** Warns if less may be used than may be requested. */
function warningOf(object: ApiObject, name: string): string[] {
  const hard = resourcesAt(object, "spec", "hard");
  const short = name === "cpu" || name === "memory" ? [name] : [];
  const request = [`requests.${name}`, ...short].find((one) => one in hard);
  const limit = `limits.${name}`;
  const [requested, limited] = [hard[request ?? ""], hard[limit]];
  if (request === undefined || requested === undefined || limited === undefined) return [];
  if ((quantityNanos(requested) ?? 0n) <= (quantityNanos(limited) ?? 0n)) return [];
  return [`ResourceQuota ${request} (${requested}) should be less than ${limit} (${limited})`];
}

/** A cell with usage and hard limits: of `limits.*`, or of everything else. */
function quotaCell(isLimit: boolean): Cell {
  return (object) => {
    const used = objectAt(object, "status", "used") ?? {};
    return Object.entries(objectAt(object, "status", "hard") ?? {})
      .filter(([name]) => name.startsWith("limits.") === isLimit)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, hard]) => `${name}: ${textAt(used, name) ?? "0"}/${String(hard)}`)
      .join(", ");
  };
}

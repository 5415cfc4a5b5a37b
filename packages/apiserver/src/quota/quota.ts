import { isJsonObject, listAt, textAt } from "@capstan/kube";
import { type ApiObject } from "../object/api-object.ts";
import { type ResourceList, resourcesAt } from "../object/resource-list.ts";

/** Selects the objects of a quota. */
export interface ScopeRequirement {
  readonly scope: string;
  readonly operator: string;
  readonly values: readonly string[];
}

/** The limits of a ResourceQuota, and its usage according to its status. */
export interface Quota {
  readonly object: ApiObject;
  readonly name: string;
  readonly hard: ResourceList;
  readonly used: ResourceList;
  /** An object must meet all of them; without scopes, every object counts. */
  readonly scopes: readonly ScopeRequirement[];
}

export function quotaOf(object: ApiObject): Quota {
  return {
    object,
    name: object.metadata.name,
    hard: resourcesAt(object, "status", "hard"),
    used: resourcesAt(object, "status", "used"),
    scopes: scopesOf(object),
  };
}

function scopesOf(object: ApiObject): ScopeRequirement[] {
  const named = stringsOf(listAt(object, "spec", "scopes")).map((scope) => ({ scope, operator: "Exists", values: [] }));
  const selected = listAt(object, "spec", "scopeSelector", "matchExpressions").filter(isJsonObject);
  return [
    ...named,
    ...selected.map((one) => ({
      scope: textAt(one, "scopeName") ?? "",
      operator: textAt(one, "operator") ?? "",
      values: stringsOf(listAt(one, "values")),
    })),
  ];
}

function stringsOf(values: readonly unknown[]): string[] {
  return values.filter((value) => typeof value === "string");
}

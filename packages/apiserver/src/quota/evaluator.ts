import { labelMatcher } from "@capstan/kube";
import { type ApiObject } from "../object/api-object.ts";
import { type ResourceList } from "../object/resource-list.ts";
import { type Resource } from "../registry/resource.ts";
import { type ScopeRequirement } from "./quota.ts";

/** A write that may increase the usage of a quota. */
export interface Write {
  readonly operation: string;
  readonly target: { readonly resource: Resource; readonly subresource?: string };
  readonly object?: ApiObject;
  readonly oldObject?: ApiObject;
}

/** Measures the quota usage of one resource's objects. */
export interface Evaluator {
  /** Whether the objects use the quota resource with this name. */
  tracks(name: string): boolean;
  /** Whether a write may change an object's usage. */
  handles(write: Write): boolean;
  isInScope(object: ApiObject, requirement: ScopeRequirement): boolean;
  /** The quota resources with these names that an object must set and does not. */
  lacks?(object: ApiObject, names: readonly string[]): string | undefined;
  /** @param now - milliseconds since 1970. */
  usage(object: ApiObject, now: number): ResourceList;
}

/** The quota resource for the number of a resource's objects. */
export function countName({ group, plural }: Pick<Resource, "group" | "plural">): string {
  return `count/${plural}${group === "" ? "" : `.${group}`}`;
}

/** Counts objects, whatever their content. */
export function objectCount(names: readonly string[]): Evaluator {
  return {
    tracks: (name) => names.includes(name),
    handles: ({ operation, target }) => operation === "CREATE" && target.subresource === undefined,
    isInScope: () => false,
    usage: () => Object.fromEntries(names.map((name) => [name, "1"])),
  };
}

/** Whether one of an object's classes meets a requirement of a quota. */
export function namesClass(classes: readonly string[], { scope, operator, values }: ScopeRequirement): boolean {
  const matches = labelMatcher({ matchExpressions: [{ key: scope, operator, values }] });
  return classes.length === 0 ? matches({}) : classes.some((name) => matches({ [scope]: name }));
}

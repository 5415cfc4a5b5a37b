import { labelMatcher } from "@capstan/kube";
import { type ApiObject } from "../object/api-object.ts";
import { type ResourceList } from "../object/resource-list.ts";
import { type Resource } from "../registry/resource.ts";
import { type ScopeRequirement } from "./quota.ts";

/** A write that may use more of a quota. */
export interface Write {
  readonly operation: string;
  readonly target: { readonly resource: Resource; readonly subresource?: string };
  readonly object?: ApiObject;
  readonly oldObject?: ApiObject;
}

/** How much the objects of one resource use of quotas. */
export interface Evaluator {
  /** Whether they use what a quota has by this name. */
  tracks(name: string): boolean;
  /** Whether a write may change what an object uses. */
  handles(write: Write): boolean;
  isInScope(object: ApiObject, requirement: ScopeRequirement): boolean;
  /** What an object has to state where quotas have these names, and does not. */
  lacks?(object: ApiObject, names: readonly string[]): string | undefined;
  /** @param now - milliseconds since 1970. */
  usage(object: ApiObject, now: number): ResourceList;
}

/** What quotas call the number of objects of a resource. */
export function countName({ group, plural }: Pick<Resource, "group" | "plural">): string {
  return `count/${plural}${group === "" ? "" : `.${group}`}`;
}

/** Counts objects, whatever they are. */
export function objectCount(names: readonly string[]): Evaluator {
  return {
    tracks: (name) => names.includes(name),
    handles: ({ operation, target }) => operation === "CREATE" && target.subresource === undefined,
    isInScope: () => false,
    usage: () => Object.fromEntries(names.map((name) => [name, "1"])),
  };
}

/** Whether a quota's requirement is met by one of the classes that an object names. */
export function namesClass(classes: readonly string[], { scope, operator, values }: ScopeRequirement): boolean {
  const matches = labelMatcher({ matchExpressions: [{ key: scope, operator, values }] });
  return classes.length === 0 ? matches({}) : classes.some((name) => matches({ [scope]: name }));
}

import { type Operation } from "./attributes.ts";
import { type Rule } from "./rule.ts";

/** The properties of a request that rules match. */
export interface Requested {
  readonly operation: Operation;
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  /** Empty for the object itself. */
  readonly subresource: string;
  /** Empty for cluster-scoped kinds. */
  readonly namespace: string;
  /** Empty if the server generates it. */
  readonly name: string;
}

/** Whether a rule matches a request. */
export function ruleMatches(rule: Rule, requested: Requested): boolean {
  return (
    inScope(rule.scope, requested) &&
    names(rule.operations, requested.operation) &&
    names(rule.groups, requested.group) &&
    names(rule.versions, requested.version) &&
    rule.resources.some((resource) => namesResource(resource, requested)) &&
    (rule.names.length === 0 || rule.names.includes(requested.name))
  );
}

function names(items: readonly string[], item: string): boolean {
  return items.includes("*") || items.includes(item);
}

function namesResource(resource: string, { plural, subresource }: Requested): boolean {
  const [name = "", ...rest] = resource.split("/");
  const part = rest.join("/");
  return (name === "*" || name === plural) && (part === "*" || part === subresource);
}

/** A Namespace is cluster-scoped, although its name is set as its namespace. */
function inScope(scope: string, { group, plural, namespace }: Requested): boolean {
  const isNamespaced = namespace !== "" && !(group === "" && plural === "namespaces");
  return scope === "*" || (scope === "Namespaced") === isNamespaced;
}

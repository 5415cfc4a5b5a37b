import { type Operation } from "./attributes.ts";
import { type Rule } from "./rule.ts";

/** What a rule looks at. */
export interface Requested {
  readonly operation: Operation;
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  /** Empty for the object itself. */
  readonly subresource: string;
  /** Empty for what is in no namespace. */
  readonly namespace: string;
  /** Empty where the server makes it up. */
  readonly name: string;
}

/** Whether a rule names what is requested. */
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

/** A Namespace is not in a namespace, although its name is given as one. */
function inScope(scope: string, { group, plural, namespace }: Requested): boolean {
  const isNamespaced = namespace !== "" && !(group === "" && plural === "namespaces");
  return scope === "*" || (scope === "Namespaced") === isNamespaced;
}

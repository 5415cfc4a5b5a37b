import { isEmptySelector, labelMatcher, type LabelSelector } from "@capstan/kube";
import { type ApiObject } from "../object/api-object.ts";
import { type Registry } from "../registry/registry.ts";
import { type Resource, type ResourceVersion } from "../registry/resource.ts";
import { notFound } from "../status/status-error.ts";
import { type Store } from "../store/store.ts";
import { type Attributes, type Operation } from "./attributes.ts";
import { type MatchCriteria, type Rule } from "./match-criteria.ts";
import { type Versioned } from "./shown-object.ts";

/** Matches writes to webhooks and policies, except for conditions. */
export class Matching {
  readonly #store: Store;
  readonly #registry: Registry;

  constructor(options: { readonly store: Store; readonly registry: Registry }) {
    this.#store = options.store;
    this.#registry = options.registry;
  }

  /**
   * The version in which a write matches the criteria; undefined if it does not.
   *
   * @throws StatusError the Namespace is missing.
   */
  find(criteria: MatchCriteria, attributes: Attributes): Versioned | undefined {
    if (!objectMatches(criteria.objectSelector, attributes)) return undefined;
    if (this.#byRules(criteria.excluded, criteria, attributes) !== undefined) return undefined;
    const { resource, version } = attributes.target;
    const { rules } = criteria;
    const found = rules === undefined ? { resource, version } : this.#byRules(rules, criteria, attributes);
    return found !== undefined && this.#namespaceMatches(criteria.namespaceSelector, attributes) ? found : undefined;
  }

  #byRules(
    rules: readonly Rule[],
    { matchesEquivalents }: MatchCriteria,
    attributes: Attributes,
  ): Versioned | undefined {
    const { resource, version } = attributes.target;
    if (rules.some((rule) => ruleMatches(rule, requestedAs(attributes, resource, version))))
      return { resource, version };
    if (!matchesEquivalents) return undefined;
    const others = this.#equivalents(resource).filter((other) => other.version !== version);
    for (const rule of rules) {
      const found = others.find((other) => ruleMatches(rule, requestedAs(attributes, other.resource, other.version)));
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** All versions of the same objects, including those in other groups. */
  #equivalents({ id }: Resource): Versioned[] {
    return this.#registry
      .all()
      .filter((resource) => resource.id === id)
      .flatMap((resource) =>
        resource.versions.filter(({ served }) => served).map((version) => ({ resource, version })),
      );
  }

  #namespaceMatches(selector: LabelSelector, attributes: Attributes): boolean {
    const isNamespace = attributes.target.resource.id === "namespaces.";
    if ((attributes.namespace === "" && !isNamespace) || isEmptySelector(selector)) return true;
    const stated = isNamespace && attributes.object !== undefined ? attributes.object : undefined;
    const namespace = stated ?? this.#store.get("namespaces.", "", attributes.namespace);
    if (namespace === undefined) throw notFound({ group: "", name: "namespaces" }, attributes.namespace);
    return labelMatcher(selector)(namespace.metadata.labels);
  }
}

function requestedAs(
  { operation, namespace, name, target }: Attributes,
  { group, plural }: Resource,
  { name: version }: ResourceVersion,
): Parameters<typeof ruleMatches>[1] {
  return { operation, group, version, plural, subresource: target.subresource ?? "", namespace, name };
}

function objectMatches(selector: LabelSelector, { operation, object, oldObject }: Attributes): boolean {
  if (isEmptySelector(selector)) return true;
  // Connect options have no labels, and so match no selector.
  if (operation === "CONNECT") return false;
  const matches = labelMatcher(selector);
  return [object, oldObject].some(
    (candidate: ApiObject | undefined) => candidate !== undefined && matches(candidate.metadata.labels),
  );
}

/** The properties of a request that rules match. */
interface Requested {
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
function ruleMatches(rule: Rule, requested: Requested): boolean {
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

import { isEmptySelector, labelMatcher, type LabelSelector } from "@capstan/kube";
import { type ApiObject } from "../object/api-object.ts";
import { type Registry } from "../registry/registry.ts";
import { type Resource, resourceName, type ResourceVersion } from "../registry/resource.ts";
import { forbidden, notFound } from "../status/status-error.ts";
import { type Store } from "../store/store.ts";
import { type Attributes } from "./attributes.ts";
import { reviewRequest, type Versioned, versionedObjects } from "./review-request.ts";
import { ruleMatches } from "./rule-matches.ts";
import { type Webhook } from "./webhook.ts";

/** A webhook that is to be called, and in which version it is shown the objects. */
export interface Invocation extends Versioned {
  readonly webhook: Webhook;
}

/** Finds out which webhooks a write is shown to. */
export class Invocations {
  readonly #store: Store;
  readonly #registry: Registry;

  constructor(options: { readonly store: Store; readonly registry: Registry }) {
    this.#store = options.store;
    this.#registry = options.registry;
  }

  /**
   * How a webhook is called for a write; undefined if it is not.
   *
   * @throws StatusError the Namespace is missing, or a condition of the webhook cannot be evaluated.
   */
  async find(webhook: Webhook, attributes: Attributes): Promise<Invocation | undefined> {
    if (!objectMatches(webhook.objectSelector, attributes)) return undefined;
    const found = this.#byRules(webhook, attributes);
    if (found === undefined || !this.#namespaceMatches(webhook.namespaceSelector, attributes)) return undefined;
    const invocation = { webhook, ...found };
    return (await this.#conditionsMatch(invocation, attributes)) ? invocation : undefined;
  }

  #byRules({ rules, matchesEquivalents }: Webhook, attributes: Attributes): Versioned | undefined {
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

  /** The versions in which the same objects are served, of other groups as well. */
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

  async #conditionsMatch(invocation: Invocation, attributes: Attributes): Promise<boolean> {
    const { matchConditions, ignoresFailure } = invocation.webhook;
    if (matchConditions.length === 0) return true;
    const { conditionsMatch } = await import("./match-conditions.ts");
    const result = conditionsMatch(matchConditions, {
      ...(await versionedObjects(invocation, attributes)),
      request: reviewRequest(invocation, attributes),
    });
    if (typeof result === "boolean") return result;
    if (ignoresFailure) return false;
    const why = result.length === 1 ? (result[0] ?? "") : `[${result.join(", ")}]`;
    throw forbidden(resourceName(attributes.target.resource), attributes.name, why);
  }
}

function requestedAs(
  { operation, namespace, target }: Attributes,
  { group, plural }: Resource,
  { name: version }: ResourceVersion,
): Parameters<typeof ruleMatches>[1] {
  return { operation, group, version, plural, subresource: target.subresource ?? "", namespace };
}

function objectMatches(selector: LabelSelector, { object, oldObject }: Attributes): boolean {
  if (isEmptySelector(selector)) return true;
  const matches = labelMatcher(selector);
  return [object, oldObject].some(
    (candidate: ApiObject | undefined) => candidate !== undefined && matches(candidate.metadata.labels),
  );
}

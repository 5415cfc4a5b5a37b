import { resourceName } from "../registry/resource.ts";
import { forbidden } from "../status/status-error.ts";
import { type Services } from "../webhook/webhook-client.ts";
import { type Attributes } from "./attributes.ts";
import { type Deciders } from "./deciders.ts";
import { type Matching } from "./matching.ts";
import { type Versioned } from "./shown-object.ts";
import { type Webhook } from "./webhook.ts";

/** A call of a webhook, with the version of the objects that it gets. */
export interface Invocation extends Versioned {
  readonly webhook: Webhook;
  /** The addresses of Services. */
  readonly services: Services | undefined;
}

/** Finds the webhooks for a write. */
export class Invocations {
  readonly #matching: Matching;
  readonly #deciders: Deciders;
  readonly #services: Services | undefined;

  constructor(options: {
    readonly matching: Matching;
    readonly deciders: Deciders;
    readonly services: Services | undefined;
  }) {
    this.#services = options.services;
    this.#matching = options.matching;
    this.#deciders = options.deciders;
  }

  /**
   * The call of a webhook for a write; undefined if it does not match.
   *
   * @throws StatusError the Namespace is missing, or a condition of the webhook cannot be evaluated.
   */
  async find(webhook: Webhook, attributes: Attributes): Promise<Invocation | undefined> {
    const found = this.#matching.find(webhook, attributes);
    if (found === undefined) return undefined;
    const invocation = { webhook, services: this.#services, ...found };
    return (await this.#conditionsMatch(invocation, attributes)) ? invocation : undefined;
  }

  async #conditionsMatch(invocation: Invocation, attributes: Attributes): Promise<boolean> {
    const { matchConditions, ignoresFailure } = invocation.webhook;
    if (matchConditions.length === 0) return true;
    const { webhookApplies } = await import("./match-conditions.ts");
    const result = await webhookApplies(matchConditions, invocation, attributes, this.#deciders);
    if (typeof result === "boolean") return result;
    if (ignoresFailure) return false;
    throw forbidden(resourceName(attributes.target.resource), attributes.name, result.error);
  }
}

import { type ApiObject } from "../object/api-object.ts";
import { type Registry } from "../registry/registry.ts";
import { type Store } from "../store/store.ts";
import { type Attributes } from "./attributes.ts";
import { Invocations } from "./invocation.ts";
import { mutateByWebhooks } from "./mutating-webhooks.ts";
import { validateByWebhooks } from "./validating-webhooks.ts";
import { type Webhook, webhooksOf } from "./webhook.ts";

/** What configures admission is not itself shown to anyone, so that a mistake in it can be repaired. */
const group = "admissionregistration.k8s.io";

/** Has others look at what clients write before it is stored. What the server writes by itself is not shown to them. */
export class Admission {
  readonly #store: Store;
  readonly #invocations: Invocations;

  constructor(options: { readonly store: Store; readonly registry: Registry }) {
    this.#store = options.store;
    this.#invocations = new Invocations(options);
  }

  /**
   * The object as mutating webhooks leave it; the same one if they change nothing.
   *
   * @throws StatusError
   */
  async mutate<Given extends ApiObject | undefined>(
    attributes: Attributes & { readonly object?: Given },
  ): Promise<Given> {
    const webhooks = this.#webhooks("mutatingwebhookconfigurations", attributes);
    const given = attributes.object as Given;
    return webhooks.length === 0 ? given : ((await mutateByWebhooks(webhooks, this.#invocations, attributes)) as Given);
  }

  /** @throws StatusError */
  async validate(attributes: Attributes): Promise<void> {
    const webhooks = this.#webhooks("validatingwebhookconfigurations", attributes);
    if (webhooks.length > 0) await validateByWebhooks(webhooks, this.#invocations, attributes);
  }

  /** In the order of the configurations' names. */
  #webhooks(plural: string, { target }: Attributes): readonly Webhook[] {
    if (target.user === undefined || target.resource.group === group) return [];
    // What they would have to be shown is the Scale, and not the object that it is a part of.
    if (target.subresource === "scale") return [];
    return this.#store.collection(`${plural}.${group}`).list().flatMap(webhooksOf);
  }
}

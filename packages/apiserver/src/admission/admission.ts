import { type Authorizer } from "../authorization/authorizer.ts";
import { type ApiObject } from "../object/api-object.ts";
import { type Registry } from "../registry/registry.ts";
import { type Store } from "../store/store.ts";
import { type Services } from "../webhook/webhook-client.ts";
import { type Attributes } from "./attributes.ts";
import { Deciders } from "./deciders.ts";
import { Invocations } from "./invocation.ts";
import { validateByLimitRanges, withLimitRanges } from "./limit-ranges.ts";
import { Matching } from "./matching.ts";
import { mutatingWebhooks } from "./mutating-webhooks.ts";
import { mutateInTurns, type MutatorKind } from "./mutation-turns.ts";
import { Policies } from "./policies.ts";
import { type PolicyValues } from "./policy-values.ts";
import { PolicyParams } from "./policy-params.ts";
import { withRuntimeClass } from "./runtime-classes.ts";
import { withServiceAccount } from "./service-accounts.ts";
import { validateByWebhooks } from "./validating-webhooks.ts";
import { type Webhook, webhooksOf } from "./webhook.ts";

/** Admission does not apply to its own configuration, so that mistakes in it can be repaired. */
const group = "admissionregistration.k8s.io";

/** Runs admission for clients' writes before they are stored. The server's own writes are exempt. */
export class Admission {
  readonly #store: Store;
  readonly #deciders: Deciders;
  readonly #invocations: Invocations;
  readonly #policies: Policies;
  readonly #serviceAccounts: boolean;

  constructor(options: {
    readonly store: Store;
    readonly registry: Registry;
    readonly authorizer: Authorizer;
    /** The addresses of Services. */
    readonly services: Services | undefined;
    /** Whether Pods get ServiceAccounts. */
    readonly serviceAccounts: boolean;
  }) {
    const { store, services } = options;
    this.#store = store;
    this.#serviceAccounts = options.serviceAccounts;
    this.#deciders = new Deciders(options.authorizer);
    const matching = new Matching(options);
    this.#invocations = new Invocations({ matching, deciders: this.#deciders, services });
    this.#policies = new Policies({ store, matching, params: new PolicyParams(options) });
  }

  /**
   * Applies admission plugins and mutating webhooks; returns the same object if nothing changes.
   *
   * @throws StatusError
   */
  async mutate<Given extends ApiObject | undefined>(asked: Attributes & { readonly object?: Given }): Promise<Given> {
    const limited = withLimitRanges(this.#store, asked);
    const own = this.#serviceAccounts ? withServiceAccount(this.#store, limited) : limited;
    const attributes = withRuntimeClass(this.#store, own);
    const kinds = [...(await this.#mutatingPolicies(attributes)), ...this.#mutatingWebhooks(attributes)];
    const given = attributes.object as Given;
    if (kinds.length === 0) return given;
    const shown = shownAttributes(attributes);
    const changed = await mutateInTurns(kinds, shown);
    if (changed === undefined || changed === shown.object || given === undefined) return given;
    return (attributes.target.shownAs?.take(given, changed) ?? changed) as Given;
  }

  /** @throws StatusError */
  async validate(given: Attributes): Promise<void> {
    validateByLimitRanges(this.#store, given);
    const attributes = shownAttributes(given);
    if (this.#isShown(attributes) && this.#configured("validatingadmissionpolicybindings").length > 0) {
      const { validateByPolicies } = await import("./validating-policies.ts");
      await validateByPolicies({ policies: this.#policies, values: await this.#values() }, attributes);
    }
    const webhooks = this.#webhooks("validatingwebhookconfigurations", attributes);
    if (webhooks.length > 0) await validateByWebhooks(webhooks, this.#invocations, attributes);
  }

  async #mutatingPolicies(attributes: Attributes): Promise<readonly MutatorKind[]> {
    if (!this.#isShown(attributes) || this.#configured("mutatingadmissionpolicybindings").length === 0) return [];
    const { MutatingPolicies } = await import("./mutating-policies.ts");
    return [new MutatingPolicies({ policies: this.#policies, values: await this.#values() })];
  }

  #mutatingWebhooks(attributes: Attributes): readonly MutatorKind[] {
    const webhooks = this.#webhooks("mutatingwebhookconfigurations", attributes);
    return webhooks.length === 0 ? [] : [mutatingWebhooks(webhooks, this.#invocations)];
  }

  /** Loads the evaluation of expressions with the first policy. */
  async #values(): Promise<PolicyValues> {
    const { PolicyValues } = await import("./policy-values.ts");
    return new PolicyValues({ store: this.#store, deciders: this.#deciders });
  }

  /** Sorted by the names of the configurations. */
  #webhooks(plural: string, attributes: Attributes): readonly Webhook[] {
    return this.#isShown(attributes) ? this.#configured(plural).flatMap(webhooksOf) : [];
  }

  #isShown({ target }: Attributes): boolean {
    return target.user !== undefined && target.admitted !== true && target.resource.group !== group;
  }

  #configured(plural: string): readonly ApiObject[] {
    return this.#store.collection(`${plural}.${group}`).list();
  }
}

/** The attributes with the written part of the objects, if it is an object of its own. */
function shownAttributes(attributes: Attributes): Attributes {
  const { object, oldObject, target } = attributes;
  const { shownAs } = target;
  if (shownAs === undefined) return attributes;
  return {
    ...attributes,
    ...(object === undefined ? {} : { object: shownAs.show(object) }),
    ...(oldObject === undefined ? {} : { oldObject: shownAs.show(oldObject) }),
  };
}

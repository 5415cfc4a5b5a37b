import { type ApiObject } from "../object/api-object.ts";
import { StatusError } from "../status/status-error.ts";
import { type Store } from "../store/store.ts";
import { type Attributes } from "./attributes.ts";
import { type Matching } from "./matching.ts";
import { type Policy } from "./policy.ts";
import { bindingOf, type PolicyBinding } from "./policy-binding.ts";
import { ConfigurationError, type PolicyParams } from "./policy-params.ts";
import { type Versioned } from "./shown-object.ts";

/** A policy that applies to a write because of a binding. */
export interface AppliedPolicy<Kind extends Policy> {
  readonly policy: Kind;
  readonly binding: PolicyBinding;
  /** The version of the write that the policy sees. */
  readonly shown: Versioned;
  readonly params: readonly (ApiObject | undefined)[];
}

/** A policy that might apply to a write, but is not usable. */
export interface UnusablePolicy<Kind extends Policy> {
  readonly policy: Kind;
  /** Undefined if the policy itself is not usable. */
  readonly binding: PolicyBinding | undefined;
  readonly problem: string;
}

/** The resources of one kind of policy and its bindings, and how to read them. */
export interface PolicyKind<Kind extends Policy> {
  readonly policies: string;
  readonly bindings: string;
  read(object: ApiObject): Kind;
}

/** Finds the policies that apply to a write. */
export class Policies {
  readonly #store: Store;
  readonly #matching: Matching;
  readonly #params: PolicyParams;

  constructor(options: { readonly store: Store; readonly matching: Matching; readonly params: PolicyParams }) {
    this.#store = options.store;
    this.#matching = options.matching;
    this.#params = options.params;
  }

  async find<Kind extends Policy>(
    kind: PolicyKind<Kind>,
    attributes: Attributes,
  ): Promise<(AppliedPolicy<Kind> | UnusablePolicy<Kind>)[]> {
    const bindings = Map.groupBy(
      this.#store.collection(kind.bindings).list().map(bindingOf),
      ({ policyName }) => policyName,
    );
    const found: (AppliedPolicy<Kind> | UnusablePolicy<Kind>)[] = [];
    for (const [name, own] of bindings) {
      const object = this.#store.get(kind.policies, "", name);
      if (object !== undefined) found.push(...(await this.#apply(kind.read(object), own, attributes)));
    }
    return found;
  }

  async #apply<Kind extends Policy>(
    policy: Kind,
    bindings: readonly PolicyBinding[],
    attributes: Attributes,
  ): Promise<(AppliedPolicy<Kind> | UnusablePolicy<Kind>)[]> {
    let shown: Versioned | undefined;
    try {
      shown = this.#matching.find(policy.criteria, attributes);
      if (shown === undefined) return [];
      if (policy.paramKind !== undefined) this.#params.resourceOf(policy.paramKind);
    } catch (error) {
      return [{ policy, binding: undefined, problem: `failed to configure policy: ${problemOf(error)}` }];
    }
    const found: (AppliedPolicy<Kind> | UnusablePolicy<Kind>)[] = [];
    for (const binding of bindings) {
      try {
        const { criteria, paramRef } = binding;
        if (criteria !== undefined && this.#matching.find(criteria, attributes) === undefined) continue;
        const params = await this.#params.collect(policy.paramKind, paramRef, attributes.namespace);
        found.push({ policy, binding, shown, params });
      } catch (error) {
        found.push({ policy, binding, problem: `failed to configure binding: ${problemOf(error)}` });
      }
    }
    return found;
  }
}

function problemOf(error: unknown): string {
  if (error instanceof ConfigurationError || error instanceof StatusError) return error.message;
  throw error;
}

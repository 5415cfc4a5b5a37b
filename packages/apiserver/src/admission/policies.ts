import { type ApiObject } from "../object/api-object.ts";
import { StatusError } from "../status/status-error.ts";
import { type Store } from "../store/store.ts";
import { type Attributes } from "./attributes.ts";
import { type Matching } from "./matching.ts";
import { type Policy } from "./policy.ts";
import { bindingOf, type PolicyBinding } from "./policy-binding.ts";
import { ConfigurationError, type PolicyParams } from "./policy-params.ts";
import { type Versioned } from "./shown-object.ts";

/** A policy that a write is held to by a binding. */
export interface AppliedPolicy<Kind extends Policy> {
  readonly policy: Kind;
  readonly binding: PolicyBinding;
  /** As what the policy sees the write. */
  readonly shown: Versioned;
  readonly params: readonly (ApiObject | undefined)[];
}

/** A policy that a write might be held to, if it could be used. */
export interface UnusablePolicy<Kind extends Policy> {
  readonly policy: Kind;
  /** Undefined if it is the policy itself that cannot be used. */
  readonly binding: PolicyBinding | undefined;
  readonly problem: string;
}

/** Where the policies and bindings of a kind are, and how they are read. */
export interface PolicyKind<Kind extends Policy> {
  readonly policies: string;
  readonly bindings: string;
  read(object: ApiObject): Kind;
}

/** Finds out what policies a write is held to. */
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

import { jsonValue } from "../cel/values/json-value.ts";
import { type CelValue } from "../cel/values/value.ts";
import { type ApiObject } from "../object/api-object.ts";
import { notFound } from "../status/status-error.ts";
import { type Store } from "../store/store.ts";
import { anonymous } from "../user/user.ts";
import { type Attributes } from "./attributes.ts";
import { type Deciders } from "./deciders.ts";
import { expressionValues } from "./expression-values.ts";
import { type Versioned } from "./shown-object.ts";

/** The values of the variables in policies' expressions. */
export class PolicyValues {
  readonly #store: Store;
  readonly #deciders: Deciders;

  constructor(options: { readonly store: Store; readonly deciders: Deciders }) {
    this.#store = options.store;
    this.#deciders = options.deciders;
  }

  /** @throws StatusError the Namespace is missing. */
  async of(shown: Versioned, attributes: Attributes): Promise<(param: ApiObject | undefined) => Values> {
    const decide = this.#deciders.for(attributes.target.user ?? anonymous);
    const values = await expressionValues(shown, attributes, { decide, namespace: this.#namespaceOf(attributes) });
    return (param) => new Map([...values, ["params", jsonValue(param ?? null)]]);
  }

  #namespaceOf({ target, namespace: name }: Attributes): ApiObject | undefined {
    if (name === "" || target.resource.id === "namespaces.") return undefined;
    const namespace = this.#store.get("namespaces.", "", name);
    if (namespace === undefined) throw notFound({ group: "", name: "namespaces" }, name);
    return namespace;
  }
}

type Values = ReadonlyMap<string, CelValue>;

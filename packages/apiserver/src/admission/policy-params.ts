import { groupVersionOf, labelMatcher } from "@capstan/kube";
import { convert } from "../conversion/convert.ts";
import { type ApiObject } from "../object/api-object.ts";
import { type Registry } from "../registry/registry.ts";
import { type Resource } from "../registry/resource.ts";
import { type Store } from "../store/store.ts";
import { type ParamKind } from "./policy.ts";
import { type ParamRef } from "./policy-binding.ts";

/** A policy or its binding is not usable. */
export class ConfigurationError extends Error {}

/** Finds the parameter objects of policies. */
export class PolicyParams {
  readonly #store: Store;
  readonly #registry: Registry;

  constructor(options: { readonly store: Store; readonly registry: Registry }) {
    this.#store = options.store;
    this.#registry = options.registry;
  }

  /** @throws ConfigurationError the kind is not served. */
  resourceOf({ apiVersion, kind }: ParamKind): Resource {
    const resource = this.#registry.findKind(apiVersion, kind);
    if (resource !== undefined) return resource;
    const { group, version } = groupVersionOf(apiVersion);
    const shown = `${group}/${version}, Kind=${kind}`;
    throw new ConfigurationError(`failed to find resource referenced by paramKind: '${shown}'`);
  }

  /**
   * The parameters; a policy is evaluated once for each, or without parameters for undefined.
   *
   * @throws ConfigurationError
   */
  async collect(
    paramKind: ParamKind | undefined,
    reference: ParamRef | undefined,
    namespace: string,
  ): Promise<readonly (ApiObject | undefined)[]> {
    if (paramKind === undefined || reference === undefined) return [undefined];
    const resource = this.resourceOf(paramKind);
    const found = this.#find(resource, reference, namespaceOf(resource, reference, namespace));
    if (found.length === 0 && reference.deniesIfMissing) {
      throw new ConfigurationError("no params found for policy binding with `Deny` parameterNotFoundAction");
    }
    const { version: wanted } = groupVersionOf(paramKind.apiVersion);
    const version = resource.versions.find(({ name }) => name === wanted);
    return version === undefined ? found : Promise.all(found.map((object) => convert(resource, version, object)));
  }

  #find({ id }: Resource, { name, selector }: ParamRef, namespace: string): readonly ApiObject[] {
    if (name === "") {
      const matches = labelMatcher(selector);
      return this.#store
        .collection(id)
        .list(namespace)
        .filter(({ metadata }) => matches(metadata.labels));
    }
    const object = this.#store.get(id, namespace, name);
    return object === undefined ? [] : [object];
  }
}

/** The namespace of the parameters; empty for cluster-scoped kinds. */
function namespaceOf({ namespaced }: Resource, reference: ParamRef, namespace: string): string {
  if (namespaced) {
    if (reference.namespace !== "" || namespace !== "") return reference.namespace || namespace;
    throw new ConfigurationError(
      "cannot use namespaced paramRef in policy binding that matches cluster-scoped resources",
    );
  }
  if (reference.namespace === "") return "";
  throw new ConfigurationError("paramRef.namespace must not be provided for a cluster-scoped `paramKind`");
}

import { type DeepReadonly, resolveKind } from "@capstan/contract";
import { type Cache, CustomResourceDefinition, type Informer } from "@capstan/runtime";

/** The API versions in which the core reads the kinds of providers, from the contract labels of their CRDs. */
export class ProviderVersions {
  #definitions: Informer<CustomResourceDefinition> | undefined;

  /** Follows the CRDs in a cache. No version is known until the cache is filled. */
  follow(cache: Cache): void {
    this.#definitions = cache.informer(CustomResourceDefinition, { metadataOnly: true });
  }

  /** Returns `group/version`, or undefined if the CRD is missing or names no version. */
  readonly apiVersionOf = (apiGroup: string, kind: string): string | undefined => {
    const byName = (name: string): DeepReadonly<CustomResourceDefinition> | undefined =>
      this.#definitions?.get({ name });
    const resolution = resolveKind({ apiGroup, kind, path: "" }, byName);
    return resolution.resolved ? `${resolution.kind.group}/${resolution.kind.version}` : undefined;
  };
}

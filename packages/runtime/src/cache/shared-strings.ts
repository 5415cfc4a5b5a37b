import type { KubernetesObject } from "@capstan/contract";

/** Shorter strings are shared by the parser. */
const leastLength = 11;
const mostKnown = 1_000;

/** Lets the objects of a cache share the strings that many of them have: of each, the parser makes a string of its own. */
export class SharedStrings {
  readonly #known = new Map<string, string>();

  /** Changes no value of the object. */
  share({ metadata }: KubernetesObject): void {
    const { namespace, creationTimestamp, labels } = metadata;
    if (namespace !== undefined) metadata.namespace = this.#shared(namespace);
    if (creationTimestamp !== undefined) metadata.creationTimestamp = this.#shared(creationTimestamp);
    for (const name in labels) {
      const value = labels[name];
      if (value !== undefined) labels[name] = this.#shared(value);
    }
  }

  #shared(value: string): string {
    // What a server sends need not be what its type says.
    if (typeof value !== "string" || value.length < leastLength) return value;
    const known = this.#known.get(value);
    if (known !== undefined) return known;
    if (this.#known.size >= mostKnown) this.#known.clear();
    this.#known.set(value, value);
    return value;
  }
}

import type { KubernetesObject } from "@capstan/contract";

/** The parser shares shorter strings. */
const leastLength = 11;
const mostKnown = 1_000;

/** Lets the objects of a cache share equal strings; the parser creates a separate string for each. */
export class SharedStrings {
  readonly #known = new Map<string, string>();

  /** Replaces strings with equal ones; changes no value. */
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
    // A server's value may differ from its declared type.
    if (typeof value !== "string" || value.length < leastLength) return value;
    const known = this.#known.get(value);
    if (known !== undefined) return known;
    if (this.#known.size >= mostKnown) this.#known.clear();
    this.#known.set(value, value);
    return value;
  }
}

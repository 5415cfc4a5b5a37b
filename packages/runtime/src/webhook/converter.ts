import type { KubernetesObject } from "@capstan/contract";

/** Converts the objects of some kinds of a group between their versions; a provider definition makes one. */
export interface Converter {
  /** The API group of the kinds. */
  readonly group: string;
  /** The kinds that it converts. */
  readonly kinds: readonly string[];
  /**
   * Pure: no I/O, and metadata stays as it is except for labels and annotations.
   *
   * @param version - its name, such as "v1beta2".
   * @throws CapstanError - it cannot be converted; the message goes to the client of the API server.
   */
  convert(object: KubernetesObject, version: string): KubernetesObject;
}

import type { ConversionLoss, KubernetesObject } from "@capstan/contract";

/** Converts objects of some kinds of a group between versions; a provider definition creates one. */
export interface Converter {
  /** The API group of the kinds. */
  readonly group: string;
  /** The kinds that it converts. */
  readonly kinds: readonly string[];
  /**
   * Converts an object. Pure: no I/O, and only labels and annotations of its metadata may change.
   *
   * @param version - the name of the target version, such as "v1beta2".
   * @param onLoss - called for each value that the target version cannot represent. The loss is logged, because a ConversionReview has no
   *   warnings.
   * @throws CapstanError - the object cannot be converted; the message goes to the client of the API server. One object that fails makes
   *   every list with it fail.
   */
  convert(object: KubernetesObject, version: string, onLoss: (loss: ConversionLoss) => void): KubernetesObject;
}

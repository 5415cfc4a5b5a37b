import type { ConversionLoss, KubernetesObject } from "@capstan/contract";

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
   * @param onLoss - called for each thing that the version does not show. It is logged: the API server has no place for warnings.
   * @throws CapstanError - it cannot be converted; the message goes to the client of the API server. One object that fails, fails
   *   every list that it is in.
   */
  convert(object: KubernetesObject, version: string, onLoss: (loss: ConversionLoss) => void): KubernetesObject;
}

import type {
  ConversionLoss,
  CustomResourceDefinition,
  KubernetesObject,
  ResourceKind,
  Violation,
} from "@capstan/contract";
import type { AdmissionWebhook } from "@capstan/runtime";
import type { SecretsFrom } from "./secrets-from.ts";

/** What follows from the schema of any kind of a provider, whether core knows it or not. */
export interface KindDefinition {
  /** The kind at its storage version. */
  readonly kind: ResourceKind;
  /** Those of the kind and, if it has one, of its Template, in this order; `--install` applies them. */
  readonly crds: readonly CustomResourceDefinition[];
  /** Which Secrets of other namespaces author code may read; undefined: none. */
  readonly secretsFrom: SecretsFrom | undefined;
  /** Whether versions differ, so that the API server asks the manager's conversion webhook for them (rule AR-020). */
  readonly isConverted: boolean;
  /**
   * An object of the kind or of its Template in another version, without loss: what that version has no place for is kept in the
   * annotation `cluster.x-k8s.io/conversion-data`, and restored on the way back. What it returns is valid by the version's schema: what has
   * no valid value there, also where a function of the author's throws, is left out and kept; a field that must be there has its default
   * or one that refers to nothing. No I/O.
   *
   * @param version - its name, such as "v1beta2".
   * @param onLoss - called for each thing that the version does not show for such a reason, or that could not be kept. Default: nothing is.
   * @throws {@link ConversionError} no such kind or version.
   */
  convert(object: KubernetesObject, version: string, onLoss?: (loss: ConversionLoss) => void): KubernetesObject;
  /** What serves the option `admission`, for the kind and its Template; empty without it. */
  readonly admissionWebhooks: readonly AdmissionWebhook[];
  /** Everything in `object` that breaks the schema or the contract; empty when it keeps both. No I/O. */
  validate(object: unknown): readonly Violation[];
}

import type {
  ConversionLoss,
  CustomResourceDefinition,
  KubernetesObject,
  ResourceKind,
  Violation,
} from "@capstan/contract";
import type { AdmissionWebhook } from "@capstan/runtime";
import type { SecretsFrom } from "./secrets-from.ts";

/** Everything that Capstan derives from the schema of any kind, with or without a contract. */
export interface KindDefinition {
  /** The kind in its storage version. */
  readonly kind: ResourceKind;
  /** The CRDs of the kind and, if it has one, of its Template, in this order. `--install` applies them. */
  readonly crds: readonly CustomResourceDefinition[];
  /** The Secrets of other namespaces that your code may read; undefined: no such Secrets. */
  readonly secretsFrom: SecretsFrom | undefined;
  /** Whether the versions differ, so that the API server calls the manager's conversion webhook (rule AR-020). */
  readonly isConverted: boolean;
  /**
   * Converts an object of the kind, or of its Template, to another version without loss: the annotation `cluster.x-k8s.io/conversion-data`
   * keeps values that have no place in that version, and they are restored on the way back. The returned object is valid in the version's
   * schema. Values that have no valid form there are omitted and kept in the annotation, also where a function of yours throws; a required
   * field then has its default, or a value that refers to nothing. No I/O.
   *
   * @param version - the name of the version, such as "v1beta2".
   * @param onLoss - called for each value that the version does not show for such a reason, or that could not be kept. Default: not
   *   reported.
   * @throws {@link ConversionError} no such kind or version.
   */
  convert(object: KubernetesObject, version: string, onLoss?: (loss: ConversionLoss) => void): KubernetesObject;
  /** The webhooks of the option `admission`, for the kind and its Template; empty without the option. */
  readonly admissionWebhooks: readonly AdmissionWebhook[];
  /** Returns every violation of the schema or the contract in `object`; empty if there is no violation. No I/O. */
  validate(object: unknown): readonly Violation[];
}

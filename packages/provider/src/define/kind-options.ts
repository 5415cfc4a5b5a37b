import type { ConversionData } from "../conversion/convert-object.ts";
import type { SecretsFrom } from "../definition/secrets-from.ts";
import type { ColumnOption } from "./columns.ts";

/** Options of any kind, with or without a contract. */
export interface KindOptions {
  /** The name of the kind in UpperCamelCase, without "Template" or "List". */
  readonly kind: string;
  /** Short names for `kubectl get`. Default: no short names. */
  readonly shortNames?: readonly string[];
  /** Categories for `kubectl get`, in addition to `cluster-api` (rule AR-022). Default: no further categories. */
  readonly categories?: readonly string[];
  /** Columns of `kubectl get`, in addition to those of every such kind. Default: no further columns. */
  readonly columns?: readonly ColumnOption[];
  /** The Secrets of other namespaces that your code may read. Default: no such Secrets. */
  readonly secretsFrom?: SecretsFrom;
  /**
   * How much of the storage version the annotation `cluster.x-k8s.io/conversion-data` keeps while an object is shown in another version:
   * with `lost`, the values that would not survive the way back; with `whole`, the entire object, as the webhooks of Cluster API in Go do.
   * Choose `whole` if a Go provider has the same kind, so that each can restore objects that the other converted. Default: `lost`.
   */
  readonly conversionData?: ConversionData;
}

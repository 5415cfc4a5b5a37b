import type { ConversionData } from "../conversion/convert-object.ts";
import type { SecretsFrom } from "../definition/secrets-from.ts";
import type { ColumnOption } from "./columns.ts";

/** What an author may say about any kind, whether core knows it or not. */
export interface KindOptions {
  /** Upper camel case, without "Template" or "List". */
  readonly kind: string;
  /** Names for `kubectl get`. Default: none. */
  readonly shortNames?: readonly string[];
  /** Groups of kinds for `kubectl get`, in addition to `cluster-api` (rule AR-022). Default: none. */
  readonly categories?: readonly string[];
  /** Columns of `kubectl get`, in addition to those of every such kind. Default: none. */
  readonly columns?: readonly ColumnOption[];
  /** Which Secrets of other namespaces author code may read. Default: none. */
  readonly secretsFrom?: SecretsFrom;
  /**
   * What the annotation `cluster.x-k8s.io/conversion-data` keeps of the storage version while an object is shown in another one:
   * `lost`, the parts that do not come back from there as they were; `whole`, all of it, as Cluster API's Go webhooks do. Choose that
   * for a kind that a Go provider has as well, so that either may convert what the other has converted. Default: lost.
   */
  readonly conversionData?: ConversionData;
}

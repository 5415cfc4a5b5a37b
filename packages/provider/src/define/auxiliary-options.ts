import type { Static } from "typebox";
import type { AdmissionRules } from "../admission/admission-rules.ts";
import type { KindVersion } from "../definition/kind-version.ts";
import type { KindOptions } from "./kind-options.ts";

/** API versions by name ("v1alpha1", "v1beta2", ...). */
export type KindVersions = Readonly<Record<string, KindVersion>>;

/** Options of a kind that core does not know. */
export interface AuxiliaryOptions<
  Versions extends KindVersions,
  Storage extends keyof Versions & string,
  Added = unknown,
> extends KindOptions {
  /** The API group. Default: `infrastructure.cluster.x-k8s.io`. */
  readonly group?: string;
  /** The API versions, by name, each with its schema. */
  readonly versions: Versions;
  /** The version that the API server stores and reconcilers read. Required if there are several versions. */
  readonly storage?: Storage;
  /** Rules for `spec` beyond its schema, enforced by admission webhooks. Default: no rules, and no webhooks. */
  readonly admission?: Omit<
    AdmissionRules<NoInfer<Static<Versions[Storage]["spec"]> & Added>>,
    "defaultTemplate" | "immutableTemplates"
  >;
}

import type { Static } from "typebox";
import type { AdmissionRules } from "../admission/admission-rules.ts";
import type { KindVersion } from "../definition/kind-version.ts";
import type { KindOptions } from "./kind-options.ts";

/** API versions by name ("v1alpha1", "v1beta2", ...). */
export type KindVersions = Readonly<Record<string, KindVersion>>;

/** What an author says about a kind that core does not know. */
export interface AuxiliaryOptions<
  Versions extends KindVersions,
  Storage extends keyof Versions & string,
  Added = unknown,
> extends KindOptions {
  /** Default: `infrastructure.cluster.x-k8s.io`. */
  readonly group?: string;
  /** The API versions, by name, each with its schema. */
  readonly versions: Versions;
  /** The version that is stored, and that reconcilers read. Must be given when there are several. */
  readonly storage?: Storage;
  /** Rules for `spec` beyond its schema, which admission webhooks keep. Default: none, and no webhooks. */
  readonly admission?: Omit<
    AdmissionRules<NoInfer<Static<Versions[Storage]["spec"]> & Added>>,
    "defaultTemplate" | "immutableTemplates"
  >;
}

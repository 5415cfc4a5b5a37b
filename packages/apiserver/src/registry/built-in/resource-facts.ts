import { type NameRule } from "../../object/names.ts";
import generated from "./resources.generated.json" with { type: "json" };

/** The properties of a built-in resource for discovery and for the server's behavior. */
export interface ResourceFacts {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly singular: string;
  readonly kind: string;
  /** The Go type of its objects (src/types). */
  readonly type: string;
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly subresources: readonly SubresourceFacts[];
  /** Selectable fields, besides name and namespace. */
  readonly fieldLabels?: readonly string[];
  /** Defaults of fields for this kind, by path, in addition to those of their types. */
  readonly defaults?: Readonly<Record<string, unknown>>;
  /** Name, type, format and priority of each Table column, separated by colons; only for stored resources. */
  readonly columns?: readonly string[];
  readonly tracksGeneration?: boolean;
  readonly allowsUnconditionalUpdate?: boolean;
  /** Whether an update of a missing object creates it. */
  readonly createsOnUpdate?: boolean;
  /** Whether the answer to a deletion is the object. */
  readonly answersDeleted?: boolean;
  /** The rule for names; default: a subdomain. */
  readonly nameRule?: NameRule;
}

interface SubresourceFacts {
  readonly name: string;
  readonly kind: string;
  readonly type: string;
  /** Set if it differs from the resource's. */
  readonly group?: string;
  readonly version?: string;
  readonly verbs: readonly string[];
}

/** The resources of Kubernetes (Apache-2.0) that a server serves without any definition, in the order of its discovery. */
export const resourceFacts = generated as readonly ResourceFacts[];

import { type NameRule } from "../../object/names.ts";

/** What discovery and a server's behavior say of a resource that is served without any definition. */
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
  /** What lists are selected by, besides name and namespace. */
  readonly fieldLabels?: readonly string[];
  /** What fields of this kind are where they are left out, by their path, besides those that their types have everywhere. */
  readonly defaults?: Readonly<Record<string, unknown>>;
  /** Name, type, format and priority of each column of a Table, separated by colons; only of what is stored. */
  readonly columns?: readonly string[];
  readonly tracksGeneration?: boolean;
  readonly allowsUnconditionalUpdate?: boolean;
  /** Whether an update of what is not there creates it. */
  readonly createsOnUpdate?: boolean;
  /** Whether a deletion is answered with the object. */
  readonly answersDeleted?: boolean;
  /** How names must look; default: a subdomain. */
  readonly nameRule?: NameRule;
}

interface SubresourceFacts {
  readonly name: string;
  readonly kind: string;
  readonly type: string;
  /** Where it is not that of the resource. */
  readonly group?: string;
  readonly version?: string;
  readonly verbs: readonly string[];
}

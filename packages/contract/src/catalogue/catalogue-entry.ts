import { type ContractVersion } from "../versions/contract-version.ts";

/** How binding a rule is. */
export type RuleLevel = "MUST" | "SHOULD" | "MAY";

/**
 * Where a breach of a rule can be seen: in one CRD, in the components file, in the files of a release, in a running provider, or
 * only by people.
 */
export type RuleCheck = "static-crd" | "static-components" | "static-artifacts" | "dynamic" | "manual";

/** A rule of the provider contract, as data; its id is the key. */
export interface CatalogueEntry {
  /** The rule in a few words. */
  readonly title: string;
  /** How binding the rule is. */
  readonly level: RuleLevel;
  /** The contract version under which the rule holds. */
  readonly contract: ContractVersion | "both";
  /** What the rule is about: kinds by their role, or `RBAC`, `Provider components`, `clusterctl`. */
  readonly appliesTo: readonly string[];
  /** The rule in one line of at most 140 characters. */
  readonly statement: string;
  /**
   * Where the rule comes from, the one to cite first: a document below docs/book/src/developer/providers of
   * kubernetes-sigs/cluster-api (`@tag`: at an older tag) and its heading; or a source file.
   */
  readonly sources: readonly [string, ...string[]];
  /** When a breach of it is noticed. */
  readonly checks: readonly RuleCheck[];
}

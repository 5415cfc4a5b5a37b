import type { ContractVersion } from "@capstan/contract";
import type { VersionSchemas } from "./version-schemas.ts";

/** What a definition knows of one of its API versions. */
export interface DefinedVersion {
  readonly name: string;
  /** Newest first; empty for a kind that the contract does not know. */
  readonly contracts: readonly ContractVersion[];
  readonly served: boolean;
  readonly storage: boolean;
  readonly schemas: VersionSchemas;
}

/** A version of a kind that core knows. */
export interface ContractKindVersion extends DefinedVersion {
  /** Newest first, at least one. */
  readonly contracts: readonly [ContractVersion, ...ContractVersion[]];
}

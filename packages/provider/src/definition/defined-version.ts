import type { ContractVersion } from "@capstan/contract";
import type { VersionSchemas } from "./version-schemas.ts";

/** One API version of a definition. */
export interface DefinedVersion {
  readonly name: string;
  /** Newest first; empty for an auxiliary kind. */
  readonly contracts: readonly ContractVersion[];
  readonly served: boolean;
  readonly storage: boolean;
  readonly schemas: VersionSchemas;
}

/** One API version of a kind with a contract. */
export interface ContractKindVersion extends DefinedVersion {
  /** Newest first, at least one. */
  readonly contracts: readonly [ContractVersion, ...ContractVersion[]];
}

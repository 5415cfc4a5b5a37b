import type { ContractVersion } from "@capstan/contract";
import type { VersionSchemas } from "./version-schemas.ts";

/** What a definition knows of one of its API versions. */
export interface DefinedVersion {
  readonly name: string;
  /** Newest first, at least one. */
  readonly contracts: readonly [ContractVersion, ...ContractVersion[]];
  readonly served: boolean;
  readonly storage: boolean;
  readonly schemas: VersionSchemas;
}

import type { Contracts, ProviderRole, PolicyRule } from "@capstan/contract";
import type { Static, TObject } from "typebox";
import type { AdmissionRules } from "../admission/admission-rules.ts";
import type { AuxiliaryDefinition } from "../definition/auxiliary-definition.ts";
import type { ContractFieldClash } from "./contract-field-clash.ts";
import type { KindOptions } from "./kind-options.ts";
import type { VersionedDefinition, ProviderVersion } from "../definition/definition.ts";

/** API versions by name ("v1alpha1", "v1beta2", ...). */
export type ProviderVersions = Readonly<Record<string, ProviderVersion>>;

/** `unknown` where no field clashes with the contract's, otherwise strings that the compiler shows: rule, field, what to do. */
type FreeOf<
  Role extends ProviderRole,
  Contract extends Contracts,
  Section extends "spec" | "status",
  Schema,
> = Schema extends TObject
  ? [ContractFieldClash<Role, Contract, Section, keyof Static<Schema>>] extends [never]
    ? unknown
    : ContractFieldClash<Role, Contract, Section, keyof Static<Schema>>
  : unknown;

/** Rejects, at compile time, versions whose schemas declare a field that the contract owns. */
type WithoutContractFields<Role extends ProviderRole, Versions extends ProviderVersions> = {
  readonly [Name in keyof Versions]: {
    readonly spec: FreeOf<Role, Versions[Name]["contract"], "spec", Versions[Name]["spec"]>;
    readonly status?: FreeOf<Role, Versions[Name]["contract"], "status", Versions[Name]["status"]>;
  };
};

/** What an author says about a kind. Everything that is left out follows from the kind's name. */
export interface DefinitionOptions<
  Role extends ProviderRole,
  Versions extends ProviderVersions,
  Storage extends keyof Versions & string,
> extends KindOptions {
  /** Default: that of the role, such as `infrastructure.cluster.x-k8s.io`. */
  readonly group?: string;
  /** The API versions, by name, each with its schema and its contract. Fields of the contract in the schema do not compile. */
  readonly versions: Versions & WithoutContractFields<Role, Versions>;
  /**
   * The version that is stored, and that the reconciler uses. Must be given when there are several. Others may have other
   * fields and other contracts: their objects are converted (option `conversions`), as rule AR-020 has it.
   */
  readonly storage?: Storage;
  /** Rules for `spec` beyond its schema, which admission webhooks keep. Default: none, and no webhooks. */
  readonly admission?: AdmissionRules<NoInfer<Static<Versions[Storage]["spec"]>>>;
  /**
   * What the reconciler's own code does in the management cluster beyond what the SDK does for it: requests of the scope's
   * `client`, kinds that `sources` watches. It becomes part of the provider's generated role, verb by verb and without wildcards
   * (rule RB-011); the API server will forbid what is not declared. Default: nothing.
   */
  readonly permissions?: readonly PolicyRule[];
  /**
   * The auxiliary kinds that the reconciler reads, with `scope.read` and `scope.identity`: they are watched, their CRDs are installed
   * and released with this kind's, and the role may read them. Default: none.
   */
  readonly uses?: readonly AuxiliaryDefinition[];
  /**
   * The finalizer that keeps an object until its provider lets it go: a qualified name. A provider that takes over objects from one in
   * Go gives the name that these have already. It must not change while there are objects that have it. Default: the group and the kind
   * in lower case, such as `infrastructure.cluster.x-k8s.io/hellomachine`.
   */
  readonly finalizer?: string;
}

/** The definition that follows from `versions` and the chosen `storage` version. */
export type DefinitionOf<
  Role extends ProviderRole,
  Versions extends ProviderVersions,
  Storage extends keyof Versions,
> = VersionedDefinition<Role, Versions[Storage]>;

import type { Contracts, PolicyRule, ProviderRole, ReservedNames, RuleId, RuleText, Section } from "@capstan/contract";
import type { Static, TObject } from "typebox";
import type { AdmissionRules } from "../admission/admission-rules.ts";
import type { AuxiliaryDefinition } from "../definition/auxiliary-definition.ts";
import type { KindOptions } from "./kind-options.ts";
import type { VersionedDefinition, ProviderVersion } from "../definition/definition.ts";

/** API versions by name ("v1alpha1", "v1beta2", ...). */
export type ProviderVersions = Readonly<Record<string, ProviderVersion>>;

/** `unknown` if no field clashes with the contract's; otherwise strings that the compiler prints: rule, field, remedy. */
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

/** Options of a kind with a contract. Defaults for the omitted options follow from the kind's name. */
export interface DefinitionOptions<
  Role extends ProviderRole,
  Versions extends ProviderVersions,
  Storage extends keyof Versions & string,
> extends KindOptions {
  /** The API group. Default: the group of the role, such as `infrastructure.cluster.x-k8s.io`. */
  readonly group?: string;
  /** The API versions, by name, each with its schema and its contract. A schema that declares a field of the contract does not compile. */
  readonly versions: Versions & WithoutContractFields<Role, Versions>;
  /**
   * The version that the API server stores and the reconciler uses. Required if there are several versions. Other versions may have other
   * fields and other contracts: the SDK converts their objects (option `conversions`), as rule AR-020 requires.
   */
  readonly storage?: Storage;
  /** Rules for `spec` beyond its schema, enforced by admission webhooks. Default: no rules, and no webhooks. */
  readonly admission?: AdmissionRules<NoInfer<Static<Versions[Storage]["spec"]>>>;
  /**
   * The permissions of your own code in the management cluster, in addition to those of the SDK: for requests through the scope's `client`,
   * and for kinds that `sources` watches. They become part of the generated role, verb by verb and without wildcards (rule RB-011); the API
   * server forbids requests that you do not declare. Default: no permissions.
   */
  readonly permissions?: readonly PolicyRule[];
  /**
   * The auxiliary kinds that the reconciler reads with `scope.read` and `scope.identity`. The SDK watches them, installs and releases their
   * CRDs with those of this kind, and the role may read them. Default: no kinds.
   */
  readonly uses?: readonly AuxiliaryDefinition[];
  /**
   * Whether your code claims addresses of IPAM providers with `scope.claimAddress`. The SDK then watches IPAddressClaims and IPAddresses,
   * the role allows it to create and delete claims, and a deleted object waits until its claims no longer exist (rule IP-005). Default:
   * false.
   */
  readonly claimsAddresses?: boolean;
  /**
   * The finalizer that keeps an object until the provider has cleaned up: a qualified name. If your provider replaces a provider in Go, use
   * the name that the objects already have. Do not change it while objects have it. Default: the group and the kind in lower case, such as
   * `infrastructure.cluster.x-k8s.io/hellomachine`.
   */
  readonly finalizer?: string;
}

/** The type of the definition for `versions` and the `storage` version. */
export type DefinitionOf<
  Role extends ProviderRole,
  Versions extends ProviderVersions,
  Storage extends keyof Versions,
> = VersionedDefinition<Role, Versions[Storage]>;

/** The compiler error for an author's field that the contract owns: the rule, the field, and the remedy. */
type ContractFieldClash<
  Role extends ProviderRole,
  Contract extends Contracts,
  In extends Section,
  Names extends PropertyKey,
> = {
  [Name in Names & keyof ReservedNames<Role, Contract, In> & string]: ReservedNames<
    Role,
    Contract,
    In
  >[Name] extends infer Rule extends RuleId
    ? RuleText<Rule> extends infer Text extends string
      ? `${Text} Remove ${In}.${Name} from your schema: it belongs to the contract`
      : never
    : never;
}[Names & keyof ReservedNames<Role, Contract, In> & string];

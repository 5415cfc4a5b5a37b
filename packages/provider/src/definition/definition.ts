import type {
  ContractSpec,
  ContractStatus,
  ContractVersion,
  KubernetesObject,
  ObjectMeta,
  ProviderRole,
  ResourceKind,
  Role as RoleTable,
  PolicyRule,
} from "@capstan/contract";
import type { Static, TObject } from "typebox";
import type { AuxiliaryDefinition } from "./auxiliary-definition.ts";
import type { KindDefinition } from "./kind-definition.ts";
import type { KindTraits } from "./kind-traits.ts";
import type { FieldsOf, KindVersion, OwnStatus } from "./kind-version.ts";

/** One API version of a provider kind, as its author writes it. The contract's own fields are added to it. */
export interface ProviderVersion extends KindVersion {
  /**
   * The contract version that this API version implements, or both, for cores old and new; the CRD's labels say so. With both,
   * status has the fields of both, and conditions the form of v1beta2.
   */
  readonly contract: ContractVersion | readonly ContractVersion[];
  /**
   * What the provider reports in addition to the contract's fields. All of it is optional to write. An integer `observedGeneration`
   * is written by the SDK, as core's kinds have it: the generation that was last looked at without an error, together with what
   * else there is to write.
   */
  readonly status?: TObject;
}

/** The object of a provider kind at one API version: the author's fields and the contract's. */
export interface ProviderObject<Role extends ProviderRole, V extends ProviderVersion> extends KubernetesObject {
  /** The fields of the author's schema, and those of the contract. */
  spec: FieldsOf<Static<V["spec"]>> & ContractSpec<Role, V["contract"]>;
  /** The fields of the author's schema, and those of the contract. */
  status?: OwnStatus<V> & ContractStatus<Role, V["contract"]>;
}

/** The Template of a provider kind: what MachineDeployments and ClusterClasses clone. */
export interface ProviderTemplate<Role extends ProviderRole, V extends ProviderVersion> extends KubernetesObject {
  /** What objects that are made from the template begin with. */
  spec: {
    template: { metadata?: Pick<ObjectMeta, "labels" | "annotations">; spec: ProviderObject<Role, V>["spec"] };
  };
}

/**
 * Everything that follows from an author's schema: the kind, its Template, the CRDs of both, and the validator.
 * Made by the definition helper of a role, such as `defineInfraMachine`.
 */
export interface ProviderDefinition<Role extends ProviderRole = ProviderRole> extends KindDefinition {
  /** What the kind is to Cluster API. */
  readonly role: Role;
  /** The kind at its storage version: what the reconciler reads and writes. */
  readonly kind: ResourceKind<AnyProviderObject>;
  /** The kind of its templates, as clients and caches take it. */
  readonly templateKind: ResourceKind;
  /** The newest contract version of the storage version: objects are read by it. */
  readonly contract: ContractVersion;
  /** All contract versions of the storage version, newest first: status is written by them. */
  readonly contracts: readonly ContractVersion[];
  /** What the author's code does in the management cluster beyond what the SDK does; part of `managerRules`. */
  readonly permissions: readonly PolicyRule[];
  /** The auxiliary kinds that the reconciler reads, by its scope. */
  readonly uses: readonly AuxiliaryDefinition[];
  /** What keeps an object until its provider lets it go. */
  readonly finalizer: string;
  /** The kinds of core that objects may belong to. */
  readonly owners: readonly RoleTable["owner"][];
  /** The options of the role that are on, by name, such as `replicas` of control planes. */
  readonly roleOptions: ReadonlySet<string>;
  /** How the SDK treats the kinds of the role. */
  readonly traits: KindTraits;
}

/** An object of any provider kind. */
export interface AnyProviderObject extends KubernetesObject {
  /** What the user asks for. */
  spec: object;
  /** What the provider reports. */
  status?: object;
}

/**
 * A {@link ProviderDefinition} that knows the types of its objects. A type of its own, since the type arguments of one interface would
 * be compared as they are, and no compiler before TypeScript 6 finds that one version is a {@link ProviderVersion} after all.
 */
export interface VersionedDefinition<
  Role extends ProviderRole,
  V extends ProviderVersion,
> extends ProviderDefinition<Role> {
  /** The kind, as clients and caches take it. */
  readonly kind: ResourceKind<ProviderObject<Role, V>>;
  /** The kind of its templates, as clients and caches take it. */
  readonly templateKind: ResourceKind<ProviderTemplate<Role, V>>;
}

/** The type of the objects of a definition. */
export type ObjectOf<D> =
  D extends VersionedDefinition<infer Role, infer V> ? ProviderObject<Role, V> : AnyProviderObject;

/** The type of the Templates of a definition. */
export type TemplateOf<D> =
  D extends VersionedDefinition<infer Role, infer V> ? ProviderTemplate<Role, V> : KubernetesObject;

/** The status fields of the author's own of a definition, as an outcome may set them. */
export type OwnStatusOf<D> = D extends VersionedDefinition<ProviderRole, infer V> ? OwnStatus<V> : object;

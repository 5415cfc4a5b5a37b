import type {
  ContractSpec,
  ContractStatus,
  ContractVersion,
  KubernetesObject,
  MachineTemplateStatus,
  ObjectMeta,
  ProviderRole,
  ResourceKind,
} from "@capstan/contract";
import type { Static, TObject } from "typebox";
import type { KindTraits } from "./kind-traits.ts";
import type { FieldsOf, KindVersion, OwnStatus } from "./kind-version.ts";
import type { ReconciledDefinition } from "./reconciled-definition.ts";

/** Your schemas for one API version of a kind. The SDK adds the contract's fields. */
export interface ProviderVersion extends KindVersion {
  /**
   * The contract version that this API version implements, or both to support older and newer cores; the labels of the CRD declare it. With
   * both, status has the fields of both, and conditions in the form of v1beta2.
   */
  readonly contract: ContractVersion | readonly ContractVersion[];
  /**
   * The status fields that you report in addition to the contract's. All of them are optional to write. The SDK writes an integer
   * `observedGeneration`, as core does for its own kinds: the last generation that was reconciled without an error. It is part of the same
   * write as the rest of the status.
   */
  readonly status?: TObject;
}

/** An object of a provider kind at one API version: your fields and the contract's. */
export interface ProviderObject<Role extends ProviderRole, V extends ProviderVersion> extends KubernetesObject {
  /** The fields of your schema, and those of the contract. */
  spec: FieldsOf<Static<V["spec"]>> & ContractSpec<Role, V["contract"]>;
  /** The fields of your schema, and those of the contract. */
  status?: OwnStatus<V> & ContractStatus<Role, V["contract"]>;
}

/** The Template of a provider kind, which MachineDeployments and ClusterClasses clone. */
export interface ProviderTemplate<Role extends ProviderRole, V extends ProviderVersion> extends KubernetesObject {
  /** The metadata and spec of objects that are created from the template. */
  spec: {
    template: { metadata?: Pick<ObjectMeta, "labels" | "annotations">; spec: ProviderObject<Role, V>["spec"] };
  };
  /** What the machines of the Template have; only for kinds defined with `templateCapacity`. */
  status?: MachineTemplateStatus;
}

/**
 * Everything that Capstan derives from your schema: the kind, its Template, the CRDs of both, and the validator. The define function of a
 * role creates it, such as `defineInfraMachine`.
 */
export interface ProviderDefinition<Role extends ProviderRole = ProviderRole> extends ReconciledDefinition {
  /** The role of the kind in Cluster API. */
  readonly role: Role;
  /** The kind in its storage version, which the reconciler reads and writes. */
  readonly kind: ResourceKind<AnyProviderObject>;
  /** The kind of the Templates, for clients and caches. */
  readonly templateKind: ResourceKind;
  /** The newest contract version of the storage version. The SDK reads objects by this contract. */
  readonly contract: ContractVersion;
  /** All contract versions of the storage version, newest first. The SDK writes status for all of them. */
  readonly contracts: readonly ContractVersion[];
  /** The names of the role's options that are on, such as `replicas` of control planes. */
  readonly roleOptions: ReadonlySet<string>;
  /** How the SDK treats the kinds of the role. */
  readonly traits: KindTraits;
}

/** An object of any provider kind. */
export interface AnyProviderObject extends KubernetesObject {
  /** The desired state, which users write. */
  spec: object;
  /** The observed state, which the provider writes. */
  status?: object;
}

/**
 * A {@link ProviderDefinition} with the types of its objects. It is a separate type because the compiler would compare the type arguments
 * of a single interface by variance, and no compiler before TypeScript 6 then recognizes a version as a {@link ProviderVersion}.
 */
export interface VersionedDefinition<
  Role extends ProviderRole,
  V extends ProviderVersion,
> extends ProviderDefinition<Role> {
  /** The kind, for clients and caches. */
  readonly kind: ResourceKind<ProviderObject<Role, V>>;
  /** The kind of the Templates, for clients and caches. */
  readonly templateKind: ResourceKind<ProviderTemplate<Role, V>>;
}

/** The type of the objects of a definition. */
export type ObjectOf<D> =
  D extends VersionedDefinition<infer Role, infer V> ? ProviderObject<Role, V> : AnyProviderObject;

/** The type of the Templates of a definition. */
export type TemplateOf<D> =
  D extends VersionedDefinition<infer Role, infer V> ? ProviderTemplate<Role, V> : KubernetesObject;

/** The type of your status fields of a definition, as an outcome may set them. */
export type OwnStatusOf<D> = D extends VersionedDefinition<ProviderRole, infer V> ? OwnStatus<V> : object;

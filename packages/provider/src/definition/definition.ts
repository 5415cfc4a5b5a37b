import type {
  ContractSpec,
  ContractStatus,
  ContractVersion,
  CustomResourceDefinition,
  KubernetesObject,
  ObjectMeta,
  ProviderRole,
  ResourceKind,
  Role as RoleTable,
  Violation,
} from "@capstan/contract";
import type { AdmissionWebhook } from "@capstan/runtime";
import type { Static, TObject } from "typebox";
import type { PolicyRule } from "./policy-rule.ts";
import type { KindTraits } from "./kind-traits.ts";

/** One API version of a provider kind, as its author writes it. The contract's own fields are added to it. */
export interface ProviderVersion {
  /**
   * The contract version that this API version implements, or both, for cores old and new; the CRD's labels say so. With both,
   * status has the fields of both, and conditions the form of v1beta2.
   */
  readonly contract: ContractVersion | readonly ContractVersion[];
  /** What users configure. Becomes the CRD's structural schema, the static type and the validator. */
  readonly spec: TObject;
  /**
   * What the provider reports in addition to the contract's fields. All of it is optional to write. An integer `observedGeneration`
   * is written by the SDK, as core's kinds have it: the generation that was last looked at without an error, together with what
   * else there is to write.
   */
  readonly status?: TObject;
  /** Whether the API server serves this version. Default: true. */
  readonly served?: boolean;
}

type StatusSchema<V extends ProviderVersion> = V extends { readonly status: infer S extends TObject }
  ? Static<S>
  : object;

/** Written out field by field: a schema without fields would be `object`, and its definition no {@link ProviderDefinition}. */
type FieldsOf<Fields> = Pick<Fields, keyof Fields>;

/** The status fields of an author's own, as an outcome may set them. */
export type OwnStatus<V extends ProviderVersion> = Partial<StatusSchema<V>>;

/** The object of a provider kind at one API version: the author's fields and the contract's. */
export interface ProviderObject<Role extends ProviderRole, V extends ProviderVersion> extends KubernetesObject {
  spec: FieldsOf<Static<V["spec"]>> & ContractSpec<Role, V["contract"]>;
  status?: OwnStatus<V> & ContractStatus<Role, V["contract"]>;
}

/** The Template of a provider kind: what MachineDeployments and ClusterClasses clone. */
export interface ProviderTemplate<Role extends ProviderRole, V extends ProviderVersion> extends KubernetesObject {
  spec: {
    template: { metadata?: Pick<ObjectMeta, "labels" | "annotations">; spec: ProviderObject<Role, V>["spec"] };
  };
}

/**
 * Everything that follows from an author's schema: the kind, its Template, the CRDs of both, and the validator.
 * Made by the definition helper of a role, such as `defineInfraMachine`.
 */
export interface ProviderDefinition<Role extends ProviderRole = ProviderRole> {
  readonly role: Role;
  /** The kind at its storage version: what the reconciler reads and writes. */
  readonly kind: ResourceKind<AnyProviderObject>;
  readonly templateKind: ResourceKind;
  /** The newest contract version of the storage version: objects are read by it. */
  readonly contract: ContractVersion;
  /** All contract versions of the storage version, newest first: status is written by them. */
  readonly contracts: readonly ContractVersion[];
  /** CRDs of the kind and of its Template, in this order; `--install` applies them. */
  readonly crds: readonly CustomResourceDefinition[];
  /** What the author's code does in the management cluster beyond what the SDK does; part of `managerRules`. */
  readonly permissions: readonly PolicyRule[];
  /** The kinds of core that objects may belong to. */
  readonly owners: readonly RoleTable["owner"][];
  /** The options of the role that are on, by name, such as `replicas` of control planes. */
  readonly roleOptions: ReadonlySet<string>;
  /** How the SDK treats the kinds of the role. */
  readonly traits: KindTraits;
  /** Whether versions differ, so that the API server asks the manager's conversion webhook for them (rule AR-020). */
  readonly isConverted: boolean;
  /**
   * An object of the kind or of its Template in another version, without loss: what that version has no place for is kept in the
   * annotation `cluster.x-k8s.io/conversion-data`, and restored on the way back. No I/O.
   *
   * @param version - its name, such as "v1beta2".
   * @throws {@link ConversionError} no such kind or version, or a conversion of the author's failed.
   */
  convert(object: KubernetesObject, version: string): KubernetesObject;
  /** What serves the option `admission`, for the kind and its Template; empty without it. */
  readonly admissionWebhooks: readonly AdmissionWebhook[];
  /** Everything in `object` that breaks the schema or the contract; empty when it keeps both. No I/O. */
  validate(object: unknown): readonly Violation[];
}

/** An object of any provider kind. */
export interface AnyProviderObject extends KubernetesObject {
  spec: object;
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
  readonly kind: ResourceKind<ProviderObject<Role, V>>;
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

import type { KubernetesObject, ResourceKind } from "@capstan/contract";
import type { Static } from "typebox";
import type { IdentitySpec } from "../identity/identity-spec.ts";
import type { KindDefinition } from "./kind-definition.ts";
import type { FieldsOf, KindVersion, OwnStatus } from "./kind-version.ts";

/** The object of an auxiliary kind at one API version. */
export interface AuxiliaryObject<V extends KindVersion> extends KubernetesObject {
  /** The fields of your schema. */
  spec: FieldsOf<Static<V["spec"]>>;
  /** The fields of your schema. */
  status?: OwnStatus<V>;
}

/**
 * A provider's own kind that core does not know, such as an image or an account. `defineAuxiliaryKind` creates it.
 *
 * @typeParam T - the type of its objects.
 */
export interface AuxiliaryDefinition<T extends KubernetesObject = KubernetesObject> extends KindDefinition {
  /** The kind, for clients and caches. */
  readonly kind: ResourceKind<T>;
  /** Whether objects name the namespaces that may use them, and the Secret with the credentials. */
  readonly isIdentity: boolean;
}

/** An object that offers credentials to the namespaces that it allows. */
export interface AnyIdentity extends KubernetesObject {
  /** The Secret with the credentials, and the namespaces that may use it. */
  spec: IdentitySpec;
}

/** A kind of identities. `defineIdentity` creates it. */
export interface IdentityDefinition<T extends AnyIdentity = AnyIdentity> extends AuxiliaryDefinition<T> {
  /** Distinguishes identities from other auxiliary kinds. */
  readonly isIdentity: true;
}

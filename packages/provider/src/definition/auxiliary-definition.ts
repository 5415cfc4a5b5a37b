import type { KubernetesObject, ResourceKind } from "@capstan/contract";
import type { Static } from "typebox";
import type { IdentitySpec } from "../identity/identity-spec.ts";
import type { KindDefinition } from "./kind-definition.ts";
import type { FieldsOf, KindVersion, OwnStatus } from "./kind-version.ts";

/** The object of an auxiliary kind at one API version. */
export interface AuxiliaryObject<V extends KindVersion> extends KubernetesObject {
  /** The fields of the author's schema. */
  spec: FieldsOf<Static<V["spec"]>>;
  /** The fields of the author's schema. */
  status?: OwnStatus<V>;
}

/**
 * A kind of the provider's own that core does not know, such as an image or an account. Made by `defineAuxiliaryKind`.
 *
 * @typeParam T - the type of its objects.
 */
export interface AuxiliaryDefinition<T extends KubernetesObject = KubernetesObject> extends KindDefinition {
  /** The kind, as clients and caches take it. */
  readonly kind: ResourceKind<T>;
  /** Whether objects say which namespaces may use them, and name the Secret with the credentials. */
  readonly isIdentity: boolean;
}

/** An object that gives credentials to the namespaces that it allows. */
export interface AnyIdentity extends KubernetesObject {
  /** The Secret that it names, and the namespaces that may use it. */
  spec: IdentitySpec;
}

/** A kind of identities. Made by `defineIdentity`. */
export interface IdentityDefinition<T extends AnyIdentity = AnyIdentity> extends AuxiliaryDefinition<T> {
  /** What sets it apart from other kinds. */
  readonly isIdentity: true;
}

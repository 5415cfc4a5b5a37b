import type { Condition, KubernetesObject, ResourceKind } from "@capstan/contract";
import type { AuxiliaryDefinition, AuxiliaryObject } from "../../definition/auxiliary-definition.ts";
import type { KindVersion } from "../../definition/kind-version.ts";
import type { ReconciledDefinition } from "../../definition/reconciled-definition.ts";

/** A pool of any kind. */
export interface AnyIPPool extends KubernetesObject {
  /** The desired state, which users write. */
  spec: object;
  /** The observed state, which the provider writes. */
  status?: { conditions?: Condition[] };
}

/** A pool at one API version: your fields, and the conditions that the SDK writes. */
export type IPPoolObject<V extends KindVersion> = AuxiliaryObject<V> & AnyIPPool;

/**
 * A kind of pools of IP addresses. `defineIPPool` creates it.
 *
 * @typeParam T - the type of its objects.
 */
export interface IPPoolDefinition<T extends AnyIPPool = AnyIPPool>
  extends AuxiliaryDefinition<T>, ReconciledDefinition {
  /** The kind, for clients and caches. */
  readonly kind: ResourceKind<T>;
  /** Distinguishes pools from other kinds. */
  readonly providerType: "ipam";
}

/** The type of the pools of a definition. */
export type PoolOf<D> = D extends IPPoolDefinition<infer T> ? T : AnyIPPool;

/** Your own status fields, as an outcome may set them; `undefined` removes a field. */
export type SettablePoolStatusOf<D> = {
  readonly [Name in Exclude<keyof NonNullable<PoolOf<D>["status"]>, "conditions">]?:
    NonNullable<PoolOf<D>["status"]>[Name] | undefined;
};

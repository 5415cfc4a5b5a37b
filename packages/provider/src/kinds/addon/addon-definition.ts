import type { Condition, KubernetesObject, ResourceKind } from "@capstan/contract";
import type { LabelSelector } from "@capstan/kube";
import type { AuxiliaryDefinition, AuxiliaryObject } from "../../definition/auxiliary-definition.ts";
import type { KindVersion } from "../../definition/kind-version.ts";
import type { ReconciledDefinition } from "../../definition/reconciled-definition.ts";
import type { ClusterReport } from "./cluster-report.ts";

/** An add-on of any kind. */
export interface AnyAddon extends KubernetesObject {
  /** The desired state, which users write. */
  spec: {
    /** The Clusters of the object's namespace that get the add-on, by their labels. An empty selector selects nothing. */
    clusterSelector: LabelSelector;
  };
  /** The observed state, which the SDK writes. */
  status?: {
    conditions?: Condition[];
    /** One entry for each selected Cluster. */
    clusters?: ClusterReport[];
  };
}

/** An API version of a kind of add-ons. The SDK writes the whole status. */
export type AddonVersion = Omit<KindVersion, "status"> & { readonly status?: never };

/** API versions by name ("v1alpha1", "v1beta2", ...). */
export type AddonVersions = Readonly<Record<string, AddonVersion>>;

/** An add-on at one API version: your fields, and those of the SDK. */
export type AddonObject<V extends KindVersion> = AuxiliaryObject<V> & AnyAddon;

/**
 * A kind of add-ons, which are installed in workload clusters. `defineAddon` creates it.
 *
 * @typeParam T - the type of its objects.
 */
export interface AddonDefinition<T extends AnyAddon = AnyAddon> extends AuxiliaryDefinition<T>, ReconciledDefinition {
  /** The kind, for clients and caches. */
  readonly kind: ResourceKind<T>;
  /** Distinguishes add-ons from other kinds. */
  readonly providerType: "addon";
}

/** The type of the objects of a definition. */
export type AddonOf<D> = D extends AddonDefinition<infer T> ? T : AnyAddon;

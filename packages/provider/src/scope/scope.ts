import type { Cluster, DeepReadonly, Machine } from "@capstan/contract";
import type { Cache, Client, Clock, Logger, RemoteCluster } from "@capstan/runtime";
import type { ObjectOf } from "../definition/definition.ts";

/** An object as it is stored: it has the identity that the API server gives to every object. */
export type StoredObjectOf<D> = DeepReadonly<ObjectOf<D> & { metadata: { uid: string; namespace: string } }>;

/** What every call of author code gets. */
export interface ProviderScope<D> {
  readonly definition: D;
  /** The object as the cache has it; never to be changed, return an outcome instead. */
  readonly object: StoredObjectOf<D>;
  /** Of the management cluster. Writes are seen at once by `cache`. */
  readonly client: Client;
  readonly cache: Cache;
  readonly clock: Clock;
  readonly logger: Logger;
  /**
   * The workload cluster, through the Secret `<cluster>-kubeconfig`.
   *
   * @throws RemoteUnavailableError - there is no such Secret yet, or the cluster does not answer; retried with back-off.
   */
  workload(): Promise<RemoteCluster>;
}

/** What `reconcileBootstrap` gets. */
export interface BootstrapConfigScope<D> extends ProviderScope<D> {
  readonly cluster: DeepReadonly<Cluster>;
  readonly machine: DeepReadonly<Machine>;
}

/** What `reconcileMachine` gets. */
export interface InfraMachineScope<D> extends ProviderScope<D> {
  readonly cluster: DeepReadonly<Cluster>;
  readonly machine: DeepReadonly<Machine>;
  /** Undefined only if the Machine declares, with an empty `dataSecretName`, that it needs none (and on deletion). */
  readonly bootstrapData: string | undefined;
  /** Key `format` of the bootstrap data Secret, such as `cloud-config` or `ignition`; undefined if it has none. */
  readonly bootstrapFormat: string | undefined;
}

/** What `reconcileCluster` gets. */
export interface InfraClusterScope<D> extends ProviderScope<D> {
  readonly cluster: DeepReadonly<Cluster>;
}

/** What the deletion methods get: owners may be gone already, and deletion must not wait for them. */
export type DeletionScope<Scope> = {
  readonly [Name in keyof Scope]: Name extends "cluster" | "machine" ? Scope[Name] | undefined : Scope[Name];
};

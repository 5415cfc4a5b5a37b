import type { Cluster, ControlPlaneEndpoint, DeepReadonly } from "@capstan/contract";
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
  /** Lines carry the object. Bootstrap data and the values of {@link secret} are removed from what is logged. */
  readonly logger: Logger;
  /**
   * The values of a Secret in the object's namespace, by key, as UTF-8 text; undefined if there is no such Secret. From here on
   * they are kept out of conditions, Events and errors (values of fewer than 4 characters cannot be).
   *
   * A Secret with the label `cluster.x-k8s.io/cluster-name` comes from the manager's cache, up to date and without a request. Any
   * other costs a GET by name, at most one a minute for all objects that ask for it, and a new one after author code threw. A
   * missing Secret is asked for again each time, so that a `retryAfterMs` should say when. A change of the Secret wakes no object.
   * Covered by the role of `managerRules` (`capstan generate rbac`), which lets every provider read Secrets in the namespaces it
   * watches.
   */
  readonly secret: (name: string) => Promise<Readonly<Record<string, string>> | undefined>;
  /**
   * The workload cluster, through the Secret `<cluster>-kubeconfig`.
   *
   * @throws RemoteUnavailableError - the Secret does not exist yet, or the cluster does not answer; retried with back-off.
   */
  workload(): Promise<RemoteCluster>;
}

/** The part of scopes about the Cluster. */
export interface ClusterScope {
  readonly cluster: DeepReadonly<Cluster>;
  /**
   * Where the API server of the workload cluster is reached. While the Cluster does not report it, the call of author code ends
   * here: the object's conditions say that it waits (reason `WaitingForControlPlaneEndpoint`), and author code is called again once
   * it is there. Not to be called inside a `try` that catches everything.
   *
   * @see Contract rules IC-005 and IC-011.
   */
  readonly controlPlaneEndpoint: () => ControlPlaneEndpoint;
}

/** What the deletion methods get: owners may be gone already, and deletion must not wait for them. */
export type DeletionScope<Scope> = {
  readonly [Name in Exclude<keyof Scope, "controlPlaneEndpoint">]: Name extends "cluster" | "machine" | "machinePool"
    ? Scope[Name] | undefined
    : Scope[Name];
};

import type { Cluster, ControlPlaneEndpoint, DeepReadonly, KubernetesObject } from "@capstan/contract";
import type { Cache, Client, Clock, Logger, RemoteCluster } from "@capstan/runtime";
import type { AnyIdentity, AuxiliaryDefinition, IdentityDefinition } from "../definition/auxiliary-definition.ts";
import type { ObjectOf } from "../definition/definition.ts";

/** An object as it is stored: it has the identity that the API server gives to every object. */
export type StoredObjectOf<D> = DeepReadonly<ObjectOf<D> & { metadata: { uid: string; namespace: string } }>;

/** A Secret by name; by default in the namespace of the object that is reconciled. */
export interface SecretReference {
  /** The Secret's name. */
  readonly name: string;
  /** The Secret's namespace. Default: that of the object. */
  readonly namespace?: string;
}

/** An identity that the object may use. */
export interface OpenIdentity<T extends AnyIdentity> {
  /** The identity, as it was last seen. */
  readonly object: DeepReadonly<T>;
  /** The fields of its spec. */
  readonly spec: DeepReadonly<T>["spec"];
  /** The values of the Secret that it names, by key, as UTF-8 text; empty if it names none. */
  readonly secret: Readonly<Record<string, string>>;
  /**
   * One of these values, without white space around it. While the key is missing, or its value empty, the call of author code ends
   * here, as with {@link ProviderScope.secretValue}.
   */
  readonly secretValue: (key: string) => string;
}

/** An Event of the author's own. */
export interface AuthorEvent {
  /** Default: Normal. */
  readonly type?: "Normal" | "Warning";
  /** A constant in UpperCamelCase. */
  readonly reason: string;
  /** One sentence; values of Secrets that were read are removed. At most 1,024 bytes are kept. */
  readonly message: string;
}

/** What every call of author code gets. */
export interface ProviderScope<D> {
  /** The kind of the object. */
  readonly definition: D;
  /** The object as the cache has it; never to be changed, return an outcome instead. */
  readonly object: StoredObjectOf<D>;
  /** Of the management cluster. Writes are seen at once by `cache`. */
  readonly client: Client;
  /** The management cluster, as it was last seen. */
  readonly cache: Cache;
  /** The time, which tests move. */
  readonly clock: Clock;
  /** Lines carry the object. Bootstrap data and the values of {@link secret} are removed from what is logged. */
  readonly logger: Logger;
  /**
   * The values of a Secret by key, as UTF-8 text; undefined if there is no such Secret. From here on they are kept out of
   * conditions, Events and errors (values of fewer than 4 characters cannot be).
   *
   * A name is that of a Secret in the object's namespace. One of another namespace is read only where the option `secretsFrom` of the
   * definition, or the operator's flag `--secret-namespaces`, allows it; otherwise the call of author code ends here, and the object's
   * conditions say so (reason `SecretNotAllowed`). Anyone who may write the object can then have any Secret read that is allowed:
   * prefer {@link identity}, where an operator decides who uses which.
   *
   * A Secret with the label `cluster.x-k8s.io/cluster-name` comes from the manager's cache, up to date and without a request. Any
   * other costs a GET by name, at most one a minute for all objects that ask for it, and a new one after author code threw. A
   * missing Secret is asked for again each time, so that a `retryAfterMs` should say when. A change of the Secret wakes no object.
   * Covered by the role of `managerRules` (`capstan generate rbac`), which lets every provider read Secrets in the namespaces it
   * watches.
   */
  readonly secret: (secret: string | SecretReference) => Promise<Readonly<Record<string, string>> | undefined>;
  /**
   * The value of one key of a Secret, read as {@link secret} does, without white space around it.
   *
   * While the Secret or the key is missing, or the value empty, the call of author code ends here: the conditions of an object that is
   * not provisioned yet, and a Warning Event, name Secret and key (reason `SecretValueNotFound`), and author code is called again after
   * 10 s. Not to be called inside a `try` that catches everything.
   */
  readonly secretValue: (secret: string | SecretReference, key: string) => Promise<string>;
  /**
   * An object of an auxiliary kind, as the cache has it: of the whole cluster, or of the object's namespace; undefined if there is
   * none. When it changes, comes or goes, author code is called again.
   *
   * @param auxiliary - one that the definition has in `uses`.
   * @throws ArgumentError it has not.
   */
  readonly read: <T extends KubernetesObject>(
    auxiliary: AuxiliaryDefinition<T>,
    name: string,
  ) => Promise<DeepReadonly<T> | undefined>;
  /**
   * An identity and the values of its Secret, which are kept out of everything reported. Author code is called again when the
   * identity changes, or the labels of the namespace, and finds a renewed Secret within a minute.
   *
   * While there is no such identity, it does not allow the object's namespace, or its Secret is missing or not allowed, the call of
   * author code ends here: the object's conditions say so (reasons `IdentityNotFound`, `IdentityNotAllowed`,
   * `IdentitySecretNotFound`, `SecretNotAllowed`). Not to be called inside a `try` that catches everything.
   *
   * @param identity - one that the definition has in `uses`.
   * @throws ArgumentError it has not.
   */
  readonly identity: <T extends AnyIdentity>(identity: IdentityDefinition<T>, name: string) => Promise<OpenIdentity<T>>;
  /**
   * Sends an Event about the object, which `kubectl describe` shows. Trouble needs none: outcomes and errors are reported already. The
   * same Event again within 6 minutes only counts up. Never waits; one that cannot be written is dropped.
   *
   * @throws ArgumentError its reason is not UpperCamelCase.
   */
  readonly event: (event: AuthorEvent) => void;
  /**
   * The workload cluster, through the Secret `<cluster>-kubeconfig`.
   *
   * @throws RemoteUnavailableError - the Secret does not exist yet, or the cluster does not answer; retried with back-off.
   */
  workload(): Promise<RemoteCluster>;
}

/** The part of scopes about the Cluster. */
export interface ClusterScope {
  /** The Cluster that the object belongs to. */
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

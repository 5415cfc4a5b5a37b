import type { Cluster, ControlPlaneEndpoint, DeepReadonly, KubernetesObject, PoolReference } from "@capstan/contract";
import type { Cache, Client, Clock, Logger, RemoteCluster } from "@capstan/runtime";
import type { AnyIdentity, AuxiliaryDefinition, IdentityDefinition } from "../definition/auxiliary-definition.ts";
import type { ObjectOf } from "../definition/definition.ts";

/** An object as the API server stores it, with uid and namespace. */
export type StoredObjectOf<D> = DeepReadonly<ObjectOf<D> & { metadata: { uid: string; namespace: string } }>;

/** Names a Secret, by default in the namespace of the reconciled object. */
export interface SecretReference {
  /** The Secret's name. */
  readonly name: string;
  /** The Secret's namespace. Default: that of the object. Required for cluster-wide pools. */
  readonly namespace?: string | undefined;
}

/** An identity that the object may use. */
export interface OpenIdentity<T extends AnyIdentity> {
  /** The identity, from the cache. */
  readonly object: DeepReadonly<T>;
  /** The spec of the identity. */
  readonly spec: DeepReadonly<T>["spec"];
  /** The values of the identity's Secret, by key, as UTF-8 strings; empty if it names no Secret. */
  readonly secret: Readonly<Record<string, string>>;
  /**
   * Returns a value of the Secret, without surrounding white space. While the key is missing, or its value empty, the call of your code
   * ends, as with {@link ProviderScope.secretValue}.
   */
  readonly secretValue: (key: string) => string;
}

/** An address that an object needs. */
export interface WantedAddress {
  /** The pool, of any IPAM provider: in the namespace of the object, or cluster-wide. */
  readonly pool: PoolReference;
  /** Distinguishes the claims of an object, such as `eth0`; the name of the claim is that of the object, a dash, and this. */
  readonly name: string;
}

/** An address that an object has claimed. */
export interface ClaimedAddress {
  /** The address, IPv4 or IPv6. */
  readonly address: string;
  /** The prefix length of its network. */
  readonly prefix: number;
  /** The gateway of its network, if the pool has one. */
  readonly gateway?: string;
}

/** An Event of your own. */
export interface AuthorEvent {
  /** The type of the Event. Default: Normal. */
  readonly type?: "Normal" | "Warning";
  /** The reason, in UpperCamelCase. */
  readonly reason: string;
  /** A sentence, at most 1,024 bytes; longer messages are cut. Values of Secrets that were read are redacted. */
  readonly message: string;
}

/** The argument of every call of your code. */
export interface ProviderScope<D> {
  /** The definition of the object's kind. */
  readonly definition: D;
  /** The object from the cache. Do not change it; return an outcome instead. */
  readonly object: StoredObjectOf<D>;
  /** The client of the management cluster. `cache` shows its writes immediately. */
  readonly client: Client;
  /** The cache of the management cluster. */
  readonly cache: Cache;
  /** The clock. Tests advance it. */
  readonly clock: Clock;
  /** The logger. Each line names the object. Bootstrap data and the values of {@link secret} are redacted. */
  readonly logger: Logger;
  /**
   * Reads the values of a Secret by key, as UTF-8 strings; undefined if the Secret is missing. From then on they are redacted from
   * conditions, Events and errors (except values of fewer than 4 characters).
   *
   * A name refers to a Secret in the object's namespace. A Secret of another namespace is read only if the option `secretsFrom` of the
   * definition, or the operator's flag `--secret-namespaces`, allows it; otherwise the call of your code ends, and the object's conditions
   * report it (reason `SecretNotAllowed`). Any user who may write the object can then use every allowed Secret, so prefer {@link identity},
   * where an operator decides who uses which Secret.
   *
   * A Secret with the label `cluster.x-k8s.io/cluster-name` comes from the manager's cache, up to date and without a request. Any other
   * Secret costs a GET by name, at most one a minute for all objects that read it, and a new GET after your code threw. A missing Secret is
   * requested again in each call; set `retryAfterMs`, because a change of the Secret wakes no object. The role of `managerRules`
   * (`capstan generate rbac`) lets providers read Secrets in the namespaces that they watch; IPAM providers only if `uses` has an identity,
   * others declare it in `permissions`.
   */
  readonly secret: (secret: string | SecretReference) => Promise<Readonly<Record<string, string>> | undefined>;
  /**
   * Reads the value of one key of a Secret as {@link secret} does, without surrounding white space.
   *
   * While the Secret or the key is missing, or the value empty, the call of your code ends. The conditions of an object that is not
   * provisioned yet, and a Warning Event, name the Secret and the key (reason `SecretValueNotFound`), and the SDK calls your code again
   * after 10 s. Do not call it inside a `try` that catches everything.
   */
  readonly secretValue: (secret: string | SecretReference, key: string) => Promise<string>;
  /**
   * Reads an object of an auxiliary kind from the cache: a cluster-scoped object, or an object of the same namespace; undefined if it is
   * missing. The SDK calls your code again when that object is created, changed or deleted.
   *
   * @param auxiliary - a kind in the definition's `uses`.
   * @throws ArgumentError the kind is not in `uses`.
   */
  readonly read: <T extends KubernetesObject>(
    auxiliary: AuxiliaryDefinition<T>,
    name: string,
  ) => Promise<DeepReadonly<T> | undefined>;
  /**
   * Reads an identity and the values of its Secret, which are redacted from every report. The SDK calls your code again when the identity
   * or the labels of the namespace change. A renewed Secret is used within a minute.
   *
   * While the identity is missing, does not allow the object's namespace, or has a Secret that is missing or not allowed, the call of your
   * code ends, and the object's conditions report it (reasons `IdentityNotFound`, `IdentityNotAllowed`, `IdentitySecretNotFound`,
   * `SecretNotAllowed`). Do not call it inside a `try` that catches everything.
   *
   * @param identity - a kind in the definition's `uses`.
   * @throws ArgumentError the kind is not in `uses`.
   */
  readonly identity: <T extends AnyIdentity>(identity: IdentityDefinition<T>, name: string) => Promise<OpenIdentity<T>>;
  /**
   * Sends an Event about the object, which `kubectl describe` shows. Do not send Events for trouble: outcomes and errors are reported
   * already. The same Event again within 6 minutes only increases its count. Never waits; an Event that cannot be written is dropped.
   *
   * @throws ArgumentError the reason is not UpperCamelCase.
   */
  readonly event: (event: AuthorEvent) => void;
  /**
   * Claims an address of an IPAM provider's pool, and returns it. The claim is owned by the object, moves with it, and is deleted after your
   * code has removed the object's infrastructure. A finalizer keeps it until then, also if a user deletes it; IPAM providers of the SDK
   * release no address while it is there. Requires the option `claimsAddresses` of the definition.
   *
   * While there is no address, the call of your code ends, and the object's conditions report it, with the reason of the IPAM provider if
   * there is one (`PoolExhausted`, `PoolNotReady`), otherwise `WaitingForIPAddress`; `IPAddressClaimTaken` if another object has a claim of
   * this name, and `IPAddressNotOfClaim` if the claim refers to the address of another claim. The SDK calls your code again when the claim changes. One claim gives one address; for two IP families, claim two. Do not
   * call it inside a `try` that catches everything.
   *
   * @throws ArgumentError the definition does not have the option.
   * @see Contract rule IP-005.
   */
  readonly claimAddress: (wanted: WantedAddress) => Promise<ClaimedAddress>;
  /**
   * Connects to the workload cluster with the Secret `<cluster>-kubeconfig`.
   *
   * @throws RemoteUnavailableError - the Secret does not exist yet, or the cluster is unresponsive; retried with back-off.
   */
  workload(): Promise<RemoteCluster>;
}

/** The part of a scope with the Cluster. */
export interface ClusterScope {
  /** The Cluster that the object belongs to. */
  readonly cluster: DeepReadonly<Cluster>;
  /**
   * Returns the endpoint of the workload cluster's API server. While the Cluster has no endpoint, the call of your code ends: the object's
   * conditions report that it waits (reason `WaitingForControlPlaneEndpoint`), and the SDK calls your code again once the endpoint is set.
   * Do not call it inside a `try` that catches everything.
   *
   * @see Contract rules IC-005 and IC-011.
   */
  readonly controlPlaneEndpoint: () => ControlPlaneEndpoint;
}

/** The argument of the deletion methods. Owners may already be deleted, and deletion must not wait for them. */
export type DeletionScope<Scope> = {
  readonly [Name in Exclude<keyof Scope, "controlPlaneEndpoint">]: Name extends "cluster" | "machine" | "machinePool"
    ? Scope[Name] | undefined
    : Scope[Name];
};

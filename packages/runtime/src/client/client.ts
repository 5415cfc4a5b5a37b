import type { KubernetesObject, ObjectKey, ResourceKind } from "@capstan/contract";
import type { RequestPath } from "./request-path.ts";
import type { SendGate } from "./send-gate.ts";
import type { Patch } from "./patch.ts";
import type { WatchBatches, WatchEvent } from "./watch-event.ts";

/** Options of every request. A request that is aborted rejects with the signal's reason. */
export interface RequestOptions {
  /** Aborts the request. */
  readonly signal?: AbortSignal;
  /** Called right before the request is sent. */
  readonly gate?: SendGate;
}

/** Selects the objects of a kind that a list or watch returns. */
export interface Scope {
  /** Default: all namespaces. */
  readonly namespace?: string | undefined;
  /** As in `kubectl -l`. */
  readonly labelSelector?: string;
  /** As in `kubectl --field-selector`. */
  readonly fieldSelector?: string;
  /** Requests only `metadata` (PartialObjectMetadata); servers that do not support this answer with whole objects. */
  readonly metadataOnly?: boolean;
}

/** Options of reads. */
export interface ReadOptions extends RequestOptions {
  /** Whether the client retries after a failure. Default true; set it to false if the caller retries. */
  readonly retry?: boolean;
}

/** Options of {@link Client.list}. */
export interface ListOptions extends Scope, ReadOptions {
  /** Objects per page; the client follows `continue` and joins the pages. Default: one page with all objects. */
  readonly limit?: number;
  /** "0" allows an outdated answer from the server's cache. Default: the newest state. */
  readonly resourceVersion?: string;
}

/** The result of a list. A watch from `resourceVersion` misses nothing. */
export interface ListResult<T extends KubernetesObject> {
  /** The objects. */
  readonly items: T[];
  /** The version of the list; start a watch from it. */
  readonly resourceVersion: string;
}

/** Options of {@link Client.watch}. */
export interface WatchOptions extends Scope, RequestOptions {
  /** The version to start from. Default: begin with an ADDED for every existing object. */
  readonly resourceVersion?: string;
  /** Seconds until the server ends the watch. Default: the server's choice. */
  readonly timeoutSeconds?: number;
  /** Whether to request bookmarks. Default true. */
  readonly allowBookmarks?: boolean;
  /**
   * Begins with an ADDED for every object that exists at `resourceVersion` or later (default: the newest state), then a bookmark with the
   * annotation `k8s.io/initial-events-end`. A server that does not support this answers 400 or 422, or never sends that bookmark.
   */
  readonly sendInitialEvents?: boolean;
  /** Omits `metadata.managedFields` from the objects, where that costs less than reading it. */
  readonly omitManagedFields?: boolean;
  /** Called once the server has accepted the watch. `endsAfterMs`: the duration that the client requested. */
  readonly onOpen?: (watch: { readonly endsAfterMs?: number }) => void;
}

/** Options of writes. */
export interface WriteOptions extends RequestOptions {
  /** The subresource to write. Default: the object itself. */
  readonly subresource?: "status" | "scale";
  /** The manager in `managedFields`. Default: the client's. */
  readonly fieldManager?: string;
  /** Whether the server processes the request without storing the result. */
  readonly dryRun?: boolean;
}

/** Options of {@link Client.delete}. */
export interface DeleteOptions extends RequestOptions {
  /** What happens to the object's dependents. Default: the default of the kind, mostly `Background`. */
  readonly propagationPolicy?: "Foreground" | "Background" | "Orphan";
  /** If the object does not match, the delete fails with Conflict. */
  readonly preconditions?: { readonly uid?: string | undefined; readonly resourceVersion?: string | undefined };
  /** Seconds that the object has to terminate. Default: the default of the kind. */
  readonly gracePeriodSeconds?: number;
}

/** Options of {@link Client.deleteCollection}. */
export interface DeleteCollectionOptions extends Omit<Scope, "metadataOnly">, Omit<DeleteOptions, "preconditions"> {
  /**
   * Objects per request; the client repeats the request until all are deleted. Default 500, which a server deletes well within its time
   * limit.
   */
  readonly limit?: number;
}

/** Options of {@link Client.request}. */
export interface RawRequestOptions extends ReadOptions {
  /** The media type of the body. Default: `application/json`. */
  readonly contentType?: string;
  /** Default `application/json`; for any other type, the answer is a string. */
  readonly accept?: string;
}

/** The server's answer to a delete. */
export interface DeleteResult {
  /** The object, if it still exists because of finalizers. */
  readonly object?: KubernetesObject;
  /** The uid of the object, if it is deleted. */
  readonly deletedUid?: string;
}

/**
 * A typed client of one Kubernetes API server.
 *
 * Every method rejects with `ApiError` if the server answers with an error (check it with `isNotFound`, `isConflict`, ...), with
 * `ConnectionError` if no answer arrives, and with the signal's reason if aborted.
 *
 * The client retries at most four times, with back-off: 429 and 503 with Retry-After (the server did nothing) and, for reads only, lost
 * connections and 503 without it. It reports all other errors; a controller retries the reconcile.
 */
export interface Client {
  /** URL of the server. */
  readonly server: string;
  /** The `User-Agent` header of each request. */
  readonly userAgent: string;

  /** Reads one object. Throws an `ApiError` with reason `NotFound` if it does not exist. */
  get<T extends KubernetesObject>(kind: ResourceKind<T>, key: ObjectKey, options?: RequestOptions): Promise<T>;
  /** Lists objects. Items always have apiVersion and kind. */
  list<T extends KubernetesObject>(kind: ResourceKind<T>, options?: ListOptions): Promise<ListResult<T>>;
  /**
   * One watch, until the server or the signal ends it (the iteration ends) or it breaks (the iteration throws). An ERROR event is thrown as
   * `ApiError`. To follow a kind permanently, use an informer.
   */
  watch<T extends KubernetesObject>(kind: ResourceKind<T>, options?: WatchOptions): AsyncIterable<WatchEvent<T>>;
  /** {@link Client.watch} in batches: events that arrived together come together. Cheaper for thousands of events. */
  watchBatches<T extends KubernetesObject>(kind: ResourceKind<T>, options?: WatchOptions): WatchBatches<T>;
  /** Creates an object and returns the stored object. Throws an `ApiError` with reason `AlreadyExists` if it exists. */
  create<T extends KubernetesObject>(kind: ResourceKind<T>, object: T, options?: WriteOptions): Promise<T>;
  /** Replaces an object. Fails with Conflict if `metadata.resourceVersion` is set and differs from the stored one. */
  replace<T extends KubernetesObject>(kind: ResourceKind<T>, object: T, options?: WriteOptions): Promise<T>;
  /** Patches an object and returns the stored object. */
  patch<T extends KubernetesObject>(
    kind: ResourceKind<T>,
    key: ObjectKey,
    patch: Patch,
    options?: WriteOptions,
  ): Promise<T>;
  /** Deletes an object. Rejects with NotFound if it does not exist. An object with finalizers stays until they are removed. */
  delete(kind: ResourceKind, key: ObjectKey, options?: DeleteOptions): Promise<DeleteResult>;
  /**
   * Deletes the objects that a selector matches, in as few requests as possible (verb `deletecollection`). For a namespaced kind, set the
   * namespace. Objects with finalizers stay until they are removed. If it rejects, some objects may be deleted already.
   */
  deleteCollection(kind: ResourceKind, options: DeleteCollectionOptions): Promise<void>;
  /**
   * Sends any request, for non-resource paths such as `/version`, `/metrics` and discovery. Build the path with `requestPath`. The time
   * limit and the limit of 32 MiB apply to the whole answer; use list and watch for longer ones.
   */
  request(method: string, path: RequestPath, body?: unknown, options?: RawRequestOptions): Promise<unknown>;
  /** Closes watches and connections. Afterwards every method rejects with `StoppedError`. */
  close(): Promise<void>;
}

import type { KubernetesObject, ObjectKey, ResourceKind } from "@capstan/contract";
import type { RequestPath } from "./request-path.ts";
import type { SendGate } from "./send-gate.ts";
import type { Patch } from "./patch.ts";
import type { WatchBatches, WatchEvent } from "./watch-event.ts";

/** Every request can be given up; it then rejects with the signal's reason. */
export interface RequestOptions {
  /** Aborts the request. */
  readonly signal?: AbortSignal;
  /** Asked right before the request is sent. */
  readonly gate?: SendGate;
}

/** What part of a kind a list or watch is about. */
export interface Scope {
  /** Default: every namespace. */
  readonly namespace?: string;
  /** As `kubectl -l` takes it. */
  readonly labelSelector?: string;
  /** As `kubectl --field-selector` takes it. */
  readonly fieldSelector?: string;
  /** Only `metadata` is asked for (PartialObjectMetadata); servers that cannot do so answer with whole objects. */
  readonly metadataOnly?: boolean;
}

/** Options of reads that may fail for a while. */
export interface ReadOptions extends RequestOptions {
  /** Whether the client retries what failed. Default true; a caller that retries by itself sets false. */
  readonly retry?: boolean;
}

/** Options of {@link Client.list}. */
export interface ListOptions extends Scope, ReadOptions {
  /** Objects per page; the pages are put together (`continue` is followed). Default: one page with everything. */
  readonly limit?: number;
  /** "0" allows an answer from the server's cache that may be old. Default: the newest state. */
  readonly resourceVersion?: string;
}

/** The answer to a list; watching from `resourceVersion` misses nothing. */
export interface ListResult<T extends KubernetesObject> {
  /** The objects. */
  readonly items: T[];
  /** The state of the server that the list shows; a watch goes on from there. */
  readonly resourceVersion: string;
}

/** Options of {@link Client.watch}. */
export interface WatchOptions extends Scope, RequestOptions {
  /** Where to begin. Default: with an ADDED for every object that exists. */
  readonly resourceVersion?: string;
  /** The server ends the watch after this time. Default: the server's choice. */
  readonly timeoutSeconds?: number;
  /** Whether to ask for bookmarks. Default true. */
  readonly allowBookmarks?: boolean;
  /**
   * Begins with an ADDED for every object that exists at `resourceVersion` or later (default: the newest state), and a bookmark with
   * the annotation `k8s.io/initial-events-end`. A server that cannot do so answers 400 or 422, or never sends that bookmark.
   */
  readonly sendInitialEvents?: boolean;
  /** Leaves `metadata.managedFields` out of the objects, where that costs less than reading it. */
  readonly omitManagedFields?: boolean;
  /** Called once the server has accepted the watch. `endsAfterMs`: how long it was asked to keep it. */
  readonly onOpen?: (watch: { readonly endsAfterMs?: number }) => void;
}

/** Options of writes. */
export interface WriteOptions extends RequestOptions {
  /** The part of the object that is written. Default: the object itself. */
  readonly subresource?: "status" | "scale";
  /** Recorded in `managedFields`. Default: the client's. */
  readonly fieldManager?: string;
  /** The server does everything except persisting. */
  readonly dryRun?: boolean;
}

/** Options of {@link Client.delete}. */
export interface DeleteOptions extends RequestOptions {
  /** What happens to what the object owns. Default: that of the kind, mostly `Background`. */
  readonly propagationPolicy?: "Foreground" | "Background" | "Orphan";
  /** The delete fails with Conflict if the object is another one. */
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
  /** How long the object may take to end, in seconds. Default: that of the kind. */
  readonly gracePeriodSeconds?: number;
}

/** Options of {@link Client.deleteCollection}. */
export interface DeleteCollectionOptions extends Omit<Scope, "metadataOnly">, Omit<DeleteOptions, "preconditions"> {
  /** Objects per request; requests follow until the last one. Default 500, which a server deletes well within its time limit. */
  readonly limit?: number;
}

/** Options of {@link Client.request}. */
export interface RawRequestOptions extends ReadOptions {
  /** The media type of the body. Default: `application/json`. */
  readonly contentType?: string;
  /** Default `application/json`; any other and the answer is its text. */
  readonly accept?: string;
}

/** What the server answered to a delete. */
export interface DeleteResult {
  /** The object as it is now, if it still exists (finalizers). */
  readonly object?: KubernetesObject;
  /** uid of the object, if it is gone now. */
  readonly deletedUid?: string;
}

/**
 * A typed client of one Kubernetes API server.
 *
 * Every method rejects with `ApiError` when the server answers with an error (recognize it with `isNotFound`,
 * `isConflict`, ...), with `ConnectionError` when no answer comes, and with the signal's reason when aborted.
 *
 * Retried here, four times at most and with back-off: 429 and 503 that carry Retry-After (the server did nothing), and, for reads
 * only, lost connections and 503 without it. Everything else is left to the caller; reconciles are retried by their controller.
 */
export interface Client {
  /** URL of the server. */
  readonly server: string;
  /** What the client calls itself in each request. */
  readonly userAgent: string;

  /** Reads one object. Throws an `ApiError` with reason `NotFound` if there is none. */
  get<T extends KubernetesObject>(kind: ResourceKind<T>, key: ObjectKey, options?: RequestOptions): Promise<T>;
  /** Items always have their apiVersion and kind. */
  list<T extends KubernetesObject>(kind: ResourceKind<T>, options?: ListOptions): Promise<ListResult<T>>;
  /**
   * One watch, until the server or the signal ends it (then the iteration ends) or it breaks (then it throws).
   * An ERROR event is thrown as `ApiError`. To follow a kind for good, use an informer.
   */
  watch<T extends KubernetesObject>(kind: ResourceKind<T>, options?: WatchOptions): AsyncIterable<WatchEvent<T>>;
  /** The same in batches: what arrived together comes together. Cheaper where thousands of events come. */
  watchBatches<T extends KubernetesObject>(kind: ResourceKind<T>, options?: WatchOptions): WatchBatches<T>;
  /** Creates an object, and returns it as the server has it. Throws an `ApiError` with reason `AlreadyExists` if it is there. */
  create<T extends KubernetesObject>(kind: ResourceKind<T>, object: T, options?: WriteOptions): Promise<T>;
  /** Fails with Conflict if `metadata.resourceVersion` is set and not the stored one. */
  replace<T extends KubernetesObject>(kind: ResourceKind<T>, object: T, options?: WriteOptions): Promise<T>;
  /** Changes an object, and returns it as the server has it. */
  patch<T extends KubernetesObject>(
    kind: ResourceKind<T>,
    key: ObjectKey,
    patch: Patch,
    options?: WriteOptions,
  ): Promise<T>;
  /** Rejects with NotFound when there is nothing to delete. An object with finalizers stays until they are gone. */
  delete(kind: ResourceKind, key: ObjectKey, options?: DeleteOptions): Promise<DeleteResult>;
  /**
   * Deletes the objects that the server selects, in as few requests as possible (verb `deletecollection`). Those of a namespaced kind
   * are of one namespace. Objects with finalizers stay until they are gone. When it rejects, some may have been deleted already.
   */
  deleteCollection(kind: ResourceKind, options: DeleteCollectionOptions): Promise<void>;
  /**
   * Any request, for what is not a resource: `/version`, `/metrics`, discovery. `requestPath` makes the path. The whole answer has as
   * long as any other request, and 32 MiB: list and watch are for what is longer.
   */
  request(method: string, path: RequestPath, body?: unknown, options?: RawRequestOptions): Promise<unknown>;
  /** Ends watches and connections. Afterwards every method rejects with `StoppedError`. */
  close(): Promise<void>;
}

import type { ResourceKind } from "@capstan/contract";
import type { Cache } from "../cache/cache.ts";
import type { Clock } from "../clock/clock.ts";
import type { Scope } from "../client/client.ts";
import type { Logger } from "../logging/logger.ts";
import type { Predicate } from "./predicate.ts";
import type { Request } from "./request.ts";

/** The context of a source that its controller starts. */
export interface SourceContext {
  /** The cache of the management cluster. */
  readonly cache: Cache;
  /** The controller's logger. */
  readonly logger: Logger;
  /** Aborted when the controller stops. */
  readonly signal: AbortSignal;
  /** The manager's watch filter, for events of the controller's own kind. */
  readonly ownKindPredicate?: Predicate;
  /** The period after which every object of the controller's own kind is enqueued. Default: only on changes. */
  readonly resync?: { readonly periodMs: number; readonly clock: Clock };
  /** Makes the controller drop requests for which `isServed` returns false, from any source. */
  restrict(isServed: (request: Request) => boolean): void;
  /** Requests a reconcile; equal requests are merged into one. */
  enqueue(request: Request, options?: { readonly priority?: number; readonly afterMs?: number }): void;
  /** Tracks pending work that will end in `enqueue`, for `settled`. */
  track(work: Promise<unknown>): void;
}

/** A source that was started. */
export interface RunningSource {
  /** Resolves when all objects that existed at the start have been enqueued, or the kind is known not to be served. */
  readonly ready: Promise<void>;
  /** Stops the source: it enqueues nothing more. */
  stop(): void;
}

/** A source of requests for a controller. */
export interface Source {
  /** Set if the requests name the controller's own objects; for spans. */
  readonly own?: { readonly kind: ResourceKind; readonly scope?: Scope };
  /** Identifies the source: `Controller.watch` treats two sources with equal keys as the same. */
  readonly key: string;
  /** Starts to enqueue requests. */
  start(context: SourceContext): RunningSource;
}

/** Requests from an initial list or a resync wait for those from changes, as in controller-runtime. */
export const initialListPriority = -100;

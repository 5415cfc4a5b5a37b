import type { ResourceKind } from "@capstan/contract";
import type { Cache } from "../cache/cache.ts";
import type { Clock } from "../clock/clock.ts";
import type { Scope } from "../client/client.ts";
import type { Logger } from "../logging/logger.ts";
import type { Predicate } from "./predicate.ts";
import type { Request } from "./request.ts";

/** What a source is given when its controller starts it. */
export interface SourceContext {
  /** Where the objects of the management cluster are read from. */
  readonly cache: Cache;
  /** Logs as the controller. */
  readonly logger: Logger;
  /** Aborted when the controller stops. */
  readonly signal: AbortSignal;
  /** Applies to events of the controller's own kind: the manager's watch filter. */
  readonly ownKindPredicate?: Predicate;
  /** How often every object of the controller's own kind is enqueued at least. Default: never without a change. */
  readonly resync?: { readonly periodMs: number; readonly clock: Clock };
  /** The controller drops requests that `isServed` says no to, whatever source they come from. */
  restrict(isServed: (request: Request) => boolean): void;
  /** Asks for a reconcile; the same request twice is one reconcile. */
  enqueue(request: Request, options?: { readonly priority?: number; readonly afterMs?: number }): void;
  /** Counts work in progress that will end in `enqueue`, for `settled`. */
  track(work: Promise<unknown>): void;
}

/** A source that has been started. */
export interface RunningSource {
  /** Resolves when everything that existed at the start has been enqueued, or it is known that the kind is not served. */
  readonly ready: Promise<void>;
  /** Ends the source: it enqueues nothing from then on. */
  stop(): void;
}

/** Where a controller's requests come from. */
export interface Source {
  /** Set where the requests of the source are the names of the controller's own objects: what spans say about them. */
  readonly own?: { readonly kind: ResourceKind; readonly scope?: Scope };
  /** Two sources with the same key are the same to `Controller.watch`. */
  readonly key: string;
  /** Begins to enqueue requests. */
  start(context: SourceContext): RunningSource;
}

/** Requests of an initial list, and of a resync, wait for those of changes, as in controller-runtime. */
export const initialListPriority = -100;

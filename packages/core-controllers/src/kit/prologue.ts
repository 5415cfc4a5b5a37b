import {
  type Condition,
  type DeepReadonly,
  isPaused,
  type KubernetesObject,
  type ResourceKind,
} from "@capstan/contract";
import { type Client, type Clock, type Informer, type Request, requestKey, Result } from "@capstan/runtime";
import { type Pausing } from "../conditions/paused.ts";
import { watchLagMs } from "../references/watch-lag.ts";
import { keepFinalizer, writePaused } from "./write-paused.ts";

interface Conditioned extends KubernetesObject {
  status?: { conditions?: Condition[] };
}

/** What a controller provides for the beginning of each reconcile. */
export interface PrologueOptions<T extends Conditioned, C extends Pausing> {
  readonly client: Client;
  readonly clock: Clock;
  readonly kind: ResourceKind<T>;
  readonly objects: Informer<T>;
  /** The Cluster that an object belongs to, if it is known. */
  readonly clusterOf: (object: DeepReadonly<T>) => C | undefined;
  /** What is kept of each object between reconciles, by its key; it goes with the object. */
  readonly kept: readonly { forget(key: string): void }[];
  /** The finalizer that keeps a paused object until what it refers to is cleaned up. Default: not needed. */
  readonly finalizer?: string;
}

/** An object to reconcile now. */
export interface Opened<T extends KubernetesObject, C> {
  readonly object: DeepReadonly<T>;
  /** `undefined`: the Cluster does not exist. */
  readonly cluster: C | undefined;
  readonly deleting: boolean;
  /** For how much longer it is too early to report a related object as missing, in milliseconds; 0: not too early. */
  readonly earlyMs: number;
}

/**
 * How every reconcile begins: an object that is gone is forgotten, a paused object says so and is left alone, and a new object
 * reports nothing until its Cluster could have been observed.
 *
 * @returns the result, if there is nothing more to do.
 */
export async function prologue<T extends Conditioned, C extends Pausing>(
  request: Request,
  options: PrologueOptions<T, C>,
  signal: AbortSignal,
): Promise<Opened<T, C> | { readonly result: Result }> {
  const { client, clock, kind, objects, finalizer } = options;
  const found = objects.get(request);
  if (found === undefined) {
    for (const each of options.kept) each.forget(requestKey(request));
    return { result: Result.awaitChange() };
  }
  const cluster = options.clusterOf(found);
  if (isPaused(cluster, found)) {
    const object = finalizer === undefined ? found : await keepFinalizer<T>(client, kind, found, finalizer, signal);
    return {
      result: await writePaused<T>(
        client,
        { kind, object: object as DeepReadonly<T>, cluster, now: clock.now() },
        signal,
      ),
    };
  }
  const deleting = found.metadata.deletionTimestamp !== undefined;
  const earlyMs = deleting ? 0 : watchLagMs(found.metadata, clock.now());
  if (cluster === undefined && earlyMs > 0) return { result: Result.requeueAfter(earlyMs) };
  return { object: found, cluster, deleting, earlyMs };
}

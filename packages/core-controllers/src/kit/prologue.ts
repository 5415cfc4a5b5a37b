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

/** What a controller brings to the beginning of each of its reconciles. */
export interface PrologueOptions<T extends Conditioned, C extends Pausing> {
  readonly client: Client;
  readonly clock: Clock;
  readonly kind: ResourceKind<T>;
  readonly objects: Informer<T>;
  /** The Cluster that an object belongs to, as far as it is known. */
  readonly clusterOf: (object: DeepReadonly<T>) => C | undefined;
  /** Called for an object that is gone: what was kept of it goes as well. */
  readonly forget: (key: string) => void;
  /** What keeps a paused object from being deleted before what it refers to has been looked after. Default: nothing has to. */
  readonly finalizer?: string;
}

/** An object that is to be reconciled now. */
export interface Opened<T extends KubernetesObject, C> {
  readonly object: DeepReadonly<T>;
  /** `undefined`: it does not exist. */
  readonly cluster: C | undefined;
  readonly deleting: boolean;
  /** How long it is too early to say that something around it is missing, in milliseconds; 0: no longer. */
  readonly earlyMs: number;
}

/**
 * How every reconcile begins: an object that is gone is forgotten, one that is paused says so and is left alone, and of one that has
 * only just been created nothing is said before its Cluster can have been seen.
 *
 * @returns the result, where there is nothing more to do.
 */
export async function prologue<T extends Conditioned, C extends Pausing>(
  request: Request,
  options: PrologueOptions<T, C>,
  signal: AbortSignal,
): Promise<Opened<T, C> | { readonly result: Result }> {
  const { client, clock, kind, objects, finalizer } = options;
  const found = objects.get(request);
  if (found === undefined) {
    options.forget(requestKey(request));
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

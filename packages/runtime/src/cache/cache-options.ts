import type { KubernetesObject } from "@capstan/contract";
import type { Client } from "../client/client.ts";
import type { Clock } from "../clock/clock.ts";
import type { Logger } from "../logging/logger.ts";

/** Options of `Cache`. */
export interface CacheOptions {
  /** Lists and watches the objects. */
  readonly client: Client;
  /** Default: no logging. */
  readonly logger?: Logger;
  /** The clock of the connections (back-off, time limits of watches). Default: the system clock. */
  readonly clock?: Clock;
  /**
   * Namespaces whose objects are cached: names, and prefixes such as `team-*`. For prefixes the cache watches Namespaces, so that new ones
   * are cached too. Default: all.
   */
  readonly namespaces?: readonly string[];
  /** Whether to deeply freeze every object, so that a change throws. For tests and development. Default false. */
  readonly freeze?: boolean;
  /** Removes fields that are not needed in memory from every object before it is stored. Must not touch names and versions. */
  readonly trim?: (object: KubernetesObject) => void;
  /** Wraps each wait for a first list. Default: just waits. */
  readonly waiting?: <T>(wait: () => Promise<T>) => Promise<T>;
  /** Random numbers in [0, 1) for jitter. */
  readonly random?: () => number;
}

/** Events of a cache's informers. */
export interface CacheEvents {
  /** An informer has stored its first list. `kind` as `plural.group/version`. */
  synced: (kind: string) => void;
  /** An informer is behind and keeps trying; emitted for every failed attempt. */
  problem: (kind: string, error: Error) => void;
  /** A listener or an index function threw. A listener gets the event again. */
  listenerFailed: (kind: string, error: unknown) => void;
  /** The informer is up to date again. */
  recovered: (kind: string) => void;
}

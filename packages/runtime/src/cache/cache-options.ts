import type { KubernetesObject } from "@capstan/contract";
import type { Client } from "../client/client.ts";
import type { Clock } from "../clock/clock.ts";
import type { Logger } from "../logging/logger.ts";

/** Options of `Cache`. */
export interface CacheOptions {
  /** Lists and watches the objects. */
  readonly client: Client;
  /** Default: nothing is logged. */
  readonly logger?: Logger;
  /** Time of the connections (back-off, time limits of watches). Default the machine's. */
  readonly clock?: Clock;
  /**
   * Namespaces that namespaced kinds are cached in: names, and prefixes as `team-*`, for which Namespaces are watched, so that
   * those that come later are cached too. Default: all.
   */
  readonly namespaces?: readonly string[];
  /** Freezes every object deeply, so that changing one throws. For tests and development. Default false. */
  readonly freeze?: boolean;
  /** Removes from every object, before it is stored, what is not needed in memory. Must not touch names and versions. */
  readonly trim?: (object: KubernetesObject) => void;
  /** Does what waits for a first list. Default: it is waited for. */
  readonly waiting?: <T>(wait: () => Promise<T>) => Promise<T>;
  /** Random numbers in [0, 1) for jitter. */
  readonly random?: () => number;
}

/** States an informer goes through; see {@link CacheEvents}. */
export interface CacheEvents {
  /** The first list of an informer is stored. `kind` as `plural.group/version`. */
  synced: (kind: string) => void;
  /** An informer is behind and keeps trying; repeated for every failed attempt. */
  problem: (kind: string, error: Error) => void;
  /** A listener or an index function threw. A listener gets the event again. */
  listenerFailed: (kind: string, error: unknown) => void;
  /** It is up to date again. */
  recovered: (kind: string) => void;
}

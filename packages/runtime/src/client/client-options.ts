import type { Clock } from "../clock/clock.ts";
import type { RequestObserver } from "./request-info.ts";

/** Where the kubeconfig is. Default: KUBECONFIG, then `~/.kube/config`, then the service account of a Pod. */
export interface KubeconfigLocation {
  readonly path?: string;
  /** Default: the file's current context. */
  readonly context?: string;
}

/** Options of `createClient`. */
export interface ClientOptions {
  /** YAML text of a kubeconfig, or where to find one. */
  readonly kubeconfig: string | KubeconfigLocation;
  /** `name/version` of the program, for example `capstan-core/0.1.0`. */
  readonly userAgent: string;
  /** Default: the part of `userAgent` before the slash. */
  readonly fieldManager?: string;
  readonly onRequest?: RequestObserver;
  /** Ordinary requests wait at most this long for an answer. Default 30 s. */
  readonly requestTimeoutMs?: number;
  /** Connections for ordinary requests; watches have their own. Default 32. */
  readonly connections?: number;
  /** Time of the connections: retries and keep-alive. Default the machine's, also where controllers run on another. */
  readonly clock?: Clock;
  /** Random numbers in [0, 1) for jitter. */
  readonly random?: () => number;
}

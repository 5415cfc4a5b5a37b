import type { Clock } from "../clock/clock.ts";
import type { KubeconfigRisk, ObjectRef } from "@capstan/kube";
import type { ResponseLimits } from "./response-limits.ts";
import type { RequestRateOptions } from "./request-rate.ts";
import type { RequestObserver } from "./request-info.ts";

/** The location of a kubeconfig. Default: `KUBECONFIG`, then `~/.kube/config`, then the service account of the Pod. */
export interface KubeconfigLocation {
  /** The file. Default: `KUBECONFIG`, else `~/.kube/config`, as in kubectl. */
  readonly path?: string;
  /** The context. Default: the file's current context. */
  readonly context?: string;
}

/**
 * The fields that a kubeconfig passed as a string may use although its author may not act as this process. Default: none.
 *
 * - `exec`: `exec` and `auth-provider`, which run programs.
 * - `files`: `tokenFile`, `client-certificate`, `client-key`, `certificate-authority`, which name files.
 * - `proxy`: `proxy-url`.
 * - `tls`: `insecure-skip-tls-verify`, and a server that is reached by plain HTTP.
 */
export type InsecureKubeconfig = Readonly<Partial<Record<KubeconfigRisk, boolean>>>;

/** Options of `createClient`. */
export interface ClientOptions {
  /**
   * The location of the operator's kubeconfig, whose fields are followed as in kubectl; or any other kubeconfig as a YAML string, which is
   * treated as data: only its server and credentials are used, and other fields are refused, see {@link ClientOptions.insecureKubeconfig}.
   */
  readonly kubeconfig: string | KubeconfigLocation;
  /** The fields that a kubeconfig passed as a string may use. Default: only a server and credentials. */
  readonly insecureKubeconfig?: InsecureKubeconfig;
  /** The Secret that holds the kubeconfig string, for error messages. */
  readonly kubeconfigSource?: ObjectRef;
  /** `name/version` of the program, for example `capstan-core/0.1.0`. */
  readonly userAgent: string;
  /** The field manager of writes. Default: the part of `userAgent` before the slash. */
  readonly fieldManager?: string;
  /** Called with each attempt of a request, once it is answered or has failed. Default: none. */
  readonly onRequest?: RequestObserver;
  /**
   * The time limit of a request in milliseconds, with all its attempts and the complete answer. It starts when the request is first sent,
   * so the wait for a slot or for the rate does not count. A list may take longer while data keeps arriving, unless
   * {@link ClientOptions.limits} are set; a watch has no limit. Default 20 s, so that no request takes a reconcile to its deadline.
   */
  readonly requestTimeoutMs?: number;
  /** Limits on the responses of a server that may be hostile. Default: none, as for the management cluster. */
  readonly limits?: ResponseLimits;
  /** The rate of requests for each resource, watches included; leader election is exempt. Default: no limit. */
  readonly rate?: RequestRateOptions;
  /**
   * The maximum number of concurrent requests, not counting watches and leader election. Further requests wait, and namespaces take turns.
   * One namespace gets at most four fifths. Default 32.
   */
  readonly maxRequestsInFlight?: number;
  /** The clock of retries and keep-alive. Default: the system clock, even if controllers run on another clock. */
  readonly clock?: Clock;
  /** Random numbers in [0, 1), for jitter. */
  readonly random?: () => number;
}

import type { Clock } from "../clock/clock.ts";
import type { KubeconfigRisk, ObjectRef } from "@capstan/kube";
import type { ResponseLimits } from "./response-limits.ts";
import type { RequestRateOptions } from "./request-rate.ts";
import type { RequestObserver } from "./request-info.ts";

/** Where the kubeconfig is. Default: KUBECONFIG, then `~/.kube/config`, then the service account of a Pod. */
export interface KubeconfigLocation {
  /** The file. Default: as kubectl finds it, by `KUBECONFIG` or in the home directory. */
  readonly path?: string;
  /** Default: the file's current context. */
  readonly context?: string;
}

/**
 * What the text of a kubeconfig may have although its author may not act as this process. Default: nothing of it.
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
   * Where the operator's kubeconfig is, which is followed as kubectl follows it; or the text of any other one, YAML, which is data:
   * only a server and credentials are taken from it, and other fields are refused, see {@link ClientOptions.insecureKubeconfig}.
   */
  readonly kubeconfig: string | KubeconfigLocation;
  /** What is followed of a kubeconfig that is given as text. Default: only a server and credentials. */
  readonly insecureKubeconfig?: InsecureKubeconfig;
  /** The Secret that the text of the kubeconfig came from, for errors. */
  readonly kubeconfigSource?: ObjectRef;
  /** `name/version` of the program, for example `capstan-core/0.1.0`. */
  readonly userAgent: string;
  /** Default: the part of `userAgent` before the slash. */
  readonly fieldManager?: string;
  /** Called with each request once it is answered. Default: nothing. */
  readonly onRequest?: RequestObserver;
  /**
   * How long a request may take from when it is first sent, with all its attempts and the whole of its answer, so that none keeps a
   * reconcile until its deadline. A list may take longer for as long as its answer keeps coming, unless there are
   * {@link ClientOptions.limits}; a watch goes on. What it waits for its turn before is not counted. Default 20 s.
   */
  readonly requestTimeoutMs?: number;
  /** How much is read of a server that may be hostile. Default: everything, as of the management cluster's own. */
  readonly limits?: ResponseLimits;
  /** How many requests are sent for each resource, watches included; those of leader election are not counted. Default: as many as there are. */
  readonly rate?: RequestRateOptions;
  /**
   * How many requests are under way at a time, not counting watches and leader election; others wait, and namespaces take turns. Those of
   * one namespace are four fifths of them at most. Default 32.
   */
  readonly maxRequestsInFlight?: number;
  /** Time of the connections: retries and keep-alive. Default the machine's, also where controllers run on another. */
  readonly clock?: Clock;
  /** Random numbers in [0, 1) for jitter. */
  readonly random?: () => number;
}

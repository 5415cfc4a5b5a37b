import { ArgumentError } from "@capstan/kube";
import { RateLimitedError } from "../outcome/rate-limited-error.ts";
import type { ProviderScope } from "../scope/scope.ts";
import { AccountPace } from "./account-pace.ts";
import { TakenTurn, type Turn } from "./turn.ts";

/** The part of a scope that a {@link Pacer} uses: the object whose turn it is, and the time. Every scope has it. */
export interface PacedScope extends Pick<ProviderScope<unknown>, "clock"> {
  /** The object that is reconciled. */
  readonly object: { readonly metadata: { readonly uid: string } };
}

/** The entity whose requests are limited: an account of a cloud, its URL, a region. */
export interface PacedAccount {
  /** Identifies the account. Never a secret. */
  readonly name: string;
  /** The average limit of requests per second; more than 0. */
  readonly requestsPerSecond: number;
}

/** An account that no object has used for this long is dropped, in milliseconds. */
const idleMs = 600_000;

/**
 * Keeps the requests to a cloud below a rate, for each account separately. It never waits: a call that comes too early ends without
 * blocking a worker, the object keeps its turn, and the SDK calls your code again for that turn. Nothing is written in between. Create one
 * Pacer for all reconcilers of the process.
 *
 * The state is in memory and uses a monotonic clock. An object that comes late for its turn takes it at once, so a few requests may
 * coincide after a time in which nothing ran.
 *
 * @example
 * ```ts
 * import { defineInfraCluster, InfraClusterReconciler, Pacer, type Turn, Type } from "@capstan/provider";
 *
 * const HelloCluster = defineInfraCluster({
 *   kind: "HelloCluster",
 *   versions: { v1: { contract: "v1beta2", spec: Type.Object({ url: Type.String() }) } },
 * });
 *
 * export class HelloClusterReconciler extends InfraClusterReconciler<typeof HelloCluster> {
 *   readonly definition = HelloCluster;
 *   readonly #pacer = new Pacer();
 *
 *   async reconcileCluster(scope: this["Scope"], signal: AbortSignal) {
 *     const { url } = scope.object.spec;
 *     const turn = this.#pacer.takeTurn(scope, { name: url, requestsPerSecond: 10 });
 *     return this.outcome.clusterProvisioned({ controlPlaneEndpoint: await endpointOf(new URL(url), turn, signal) });
 *   }
 * }
 *
 * async function endpointOf(url: URL, turn: Turn, signal: AbortSignal): Promise<{ host: string; port: number }> {
 *   turn.request();
 *   const response = await fetch(url, { signal });
 *   if (response.status === 429) throw turn.refused(response);
 *   return (await response.json()) as { host: string; port: number };
 * }
 * ```
 */
export class Pacer {
  readonly #paces = new Map<string, AccountPace>();

  /**
   * Takes the turn of the reconciled object, if it is now.
   *
   * @throws {@link RateLimitedError} the turn is later; let the error propagate.
   * @throws ArgumentError the rate is not more than 0.
   */
  takeTurn({ object, clock }: PacedScope, { name, requestsPerSecond }: PacedAccount): Turn {
    if (!(requestsPerSecond > 0)) {
      throw new ArgumentError(`requestsPerSecond must be greater than 0, but is ${requestsPerSecond}.`);
    }
    const nowMs = clock.monotonic();
    const pace = this.#paces.get(name) ?? this.#begin(name, nowMs);
    const intervalMs = 1_000 / requestsPerSecond;
    const waitMs = pace.waitMs(object.metadata.uid, intervalMs, nowMs);
    if (waitMs > 0) throw new RateLimitedError(waitMs);
    return new TakenTurn(pace, intervalMs, clock);
  }

  #begin(name: string, nowMs: number): AccountPace {
    for (const [other, pace] of this.#paces) if (pace.isIdle(idleMs, nowMs)) this.#paces.delete(other);
    const begun = new AccountPace();
    this.#paces.set(name, begun);
    return begun;
  }
}

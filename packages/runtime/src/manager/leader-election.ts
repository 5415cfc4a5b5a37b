import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { ArgumentError } from "@capstan/kube";
import type { Client } from "../client/client.ts";
import type { Clock } from "../clock/clock.ts";
import { isAlreadyExists, isConflict, isNotFound } from "../errors/api-error.ts";
import { LeadershipLostError } from "../errors/runtime-errors.ts";
import { Lease } from "../kubernetes/lease.ts";
import type { Logger } from "../logging/logger.ts";
import { decideLease, leaseSpec, releasedSpec } from "./lease-decision.ts";

/** How often a release is repeated while others change the Lease. */
const releaseAttempts = 5;

/** Options of leader election by a Lease. */
export interface LeaderElectionOptions {
  /** Namespace of the Lease. */
  readonly namespace: string;
  /** Name of the Lease. Default: the manager's name, followed by a hash of namespaces and watch filter if either is set. */
  readonly name?: string;
  /** Unique among the candidates. Default: host name and a random part. */
  readonly identity?: string;
  /**
   * Another process may take the Lease if it was not renewed for this long, in whole seconds. Default 15,000. Must exceed the other two
   * durations.
   */
  readonly leaseDurationMs?: number;
  /** The leader gives up after it could not renew for this long. Default 10,000. */
  readonly renewDeadlineMs?: number;
  /** The time between two attempts. Default 2,000. */
  readonly retryPeriodMs?: number;
}

/**
 * Takes part in the election of a leader by a Lease, as client-go does, and can share a Lease with it.
 *
 * The time that this process holds the Lease is measured from before the renewal was sent, on a clock that cannot be set. This process
 * therefore stops leading before another one may take the Lease, even after a pause of the process, or a slow or lost answer.
 */
export class LeaderElection {
  readonly identity: string;
  readonly #client: Client;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #key: { readonly name: string; readonly namespace: string };
  readonly #leaseDurationMs: number;
  readonly #renewDeadlineMs: number;
  readonly #retryPeriodMs: number;
  /** The Lease of another process, and since when it is unchanged. */
  #seen: { readonly resourceVersion: string; readonly sinceMs: number } = { resourceVersion: "", sinceMs: 0 };
  /** The Lease as last written by this process, and when the write was sent. */
  #held: { readonly lease: Lease; readonly sentMs: number } | undefined;
  /** The last write that the server has not confirmed, for example because it was aborted: it may be stored already, or soon. */
  #unconfirmed: { readonly previous: Lease | undefined } | undefined;
  #hasLed = false;
  #isLost = false;

  /** @throws ArgumentError - the durations leave no time for a renewal, or for the leader to stop. */
  constructor(client: Client, clock: Clock, logger: Logger, name: string, options: LeaderElectionOptions) {
    this.identity = options.identity ?? `${hostname()}_${randomBytes(6).toString("hex")}`;
    this.#client = client;
    this.#clock = clock;
    this.#logger = logger;
    this.#key = { name: options.name ?? name, namespace: options.namespace };
    this.#leaseDurationMs = options.leaseDurationMs ?? 15_000;
    this.#renewDeadlineMs = options.renewDeadlineMs ?? 10_000;
    this.#retryPeriodMs = options.retryPeriodMs ?? 2_000;
    if (this.#leaseDurationMs <= this.#renewDeadlineMs || this.#renewDeadlineMs <= this.#retryPeriodMs) {
      throw new ArgumentError(
        `Leader election requires leaseDurationMs > renewDeadlineMs > retryPeriodMs, ` +
          `${this.#leaseDurationMs}, ${this.#renewDeadlineMs} and ${this.#retryPeriodMs} are not`,
      );
    }
  }

  /** The name of the Lease. */
  get leaseName(): string {
    return this.#key.name;
  }

  /** Whether this process may act as the leader at this moment. */
  get isHeld(): boolean {
    return !this.#isLost && this.#leftMs() > 0;
  }

  /** @throws LeadershipLostError - this process may not act as the leader at this moment. */
  assertHeld(): void {
    if (!this.isHeld) throw this.#lost("was not renewed in time");
  }

  /** Resolves when this process holds the Lease; rejects only with the signal's reason. */
  async acquire(signal: AbortSignal): Promise<void> {
    for (;;) {
      await this.#within(this.#renewDeadlineMs, signal, (bounded) => this.#tryToTake(bounded));
      signal.throwIfAborted();
      // An answer that took as long as the Lease lasts says nothing about the present.
      if (this.isHeld) {
        this.#hasLed = true;
        return;
      }
      await this.#clock.sleep(this.#retryPeriodMs, signal);
    }
  }

  /** Keeps the Lease until `signal` aborts. @throws LeadershipLostError - another process holds it, or it could not be renewed in time. */
  async hold(signal: AbortSignal): Promise<void> {
    const isOver = (): boolean => signal.aborted;
    while (!isOver()) {
      const pauseMs = Math.min(this.#retryPeriodMs, Math.max(0, this.#leftMs()));
      await this.#clock.sleep(pauseMs, signal).catch(() => undefined);
      if (isOver()) return;
      this.assertHeld();
      await this.#within(this.#leftMs(), signal, (bounded) => this.#renew(bounded));
      if (this.#isLost) throw this.#lost("is held by another process");
      if (!isOver()) this.assertHeld();
    }
  }

  /**
   * Releases the Lease, so that the next leader does not have to wait. Never throws.
   *
   * Also releases a Lease whose acquisition or renewal was aborted and may have been stored. If the server has not stored that write yet,
   * the release changes the resourceVersion, so that the server rejects the write when it arrives.
   */
  async release(): Promise<void> {
    // A leader whose time has passed lets the Lease expire, because writes that it abandoned may still arrive.
    if (this.#isLost || (this.#hasLed && !this.isHeld)) return;
    if (this.#unconfirmed === undefined && this.#held === undefined) return;
    this.#isLost = true;
    try {
      await this.#giveUp(this.#unconfirmed === undefined ? this.#held?.lease : this.#unconfirmed.previous);
    } catch (error) {
      this.#logger.warn("The Lease could not be released; it expires after its duration", { error });
    }
  }

  /** @param lastKnown - the stored Lease, unless an unconfirmed write has replaced it; `undefined`: it did not exist. */
  async #giveUp(lastKnown: Lease | undefined): Promise<void> {
    let lease = lastKnown;
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.#store(lease, releasedSpec(lease?.spec, this.#clock.now()), {});
        return;
      } catch (error) {
        const isChanged = isConflict(error) || isAlreadyExists(error) || isNotFound(error);
        if (!isChanged || attempt === releaseAttempts) throw error;
      }
      lease = await this.#read();
      if (lease?.spec?.holderIdentity !== this.identity) return;
    }
  }

  #leftMs(): number {
    if (this.#held === undefined) return 0;
    return this.#held.sentMs + this.#renewDeadlineMs - this.#clock.monotonic();
  }

  #lost(how: string): LeadershipLostError {
    return new LeadershipLostError(`The Lease ${this.#key.namespace}/${this.#key.name} ${how}`, {
      object: { kind: "Lease", ...this.#key },
    });
  }

  /** Aborts an attempt at the end of its time, so that a hanging request cannot hide the loss. */
  async #within(limitMs: number, signal: AbortSignal, attempt: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const ending = new AbortController();
    const timer = this.#clock.setTimer(limitMs, () => {
      ending.abort(this.#lost("was not renewed in time"));
    });
    try {
      await attempt(AbortSignal.any([signal, ending.signal]));
    } catch (error) {
      if (!signal.aborted && !isConflict(error) && !isAlreadyExists(error)) {
        this.#logger.warn("The Lease could not be read or written", { error });
      }
    } finally {
      timer.cancel();
    }
  }

  async #tryToTake(signal: AbortSignal): Promise<void> {
    const lease = await this.#read(signal);
    if (lease === undefined) {
      await this.#write(undefined, "take", signal);
      return;
    }
    const nowMs = this.#clock.monotonic();
    const resourceVersion = lease.metadata.resourceVersion ?? "";
    if (resourceVersion !== this.#seen.resourceVersion) this.#seen = { resourceVersion, sinceMs: nowMs };
    const unchangedMs = nowMs - this.#seen.sinceMs;
    const decision = decideLease(lease.spec, this.identity, unchangedMs, this.#leaseDurationMs);
    if (decision !== "wait") await this.#write(lease, decision, signal);
  }

  /** Renews with one request, because only the holder changes a Lease; if another process has changed it, reads it again. */
  async #renew(signal: AbortSignal): Promise<void> {
    try {
      await this.#write(this.#held?.lease, "renew", signal);
    } catch (error) {
      if (!isConflict(error) && !isNotFound(error)) throw error;
      const lease = await this.#read(signal);
      if (lease !== undefined && lease.spec?.holderIdentity !== this.identity) this.#isLost = true;
      else await this.#write(lease, lease === undefined ? "take" : "renew", signal);
    }
  }

  async #read(signal?: AbortSignal): Promise<Lease | undefined> {
    try {
      return await this.#client.get(Lease, this.#key, signal === undefined ? {} : { signal });
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }

  async #write(previous: Lease | undefined, decision: "take" | "renew", signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    // Before sending: other candidates count from when the server has stored the Lease, which is later.
    const sentMs = this.#clock.monotonic();
    const holder = { identity: this.identity, leaseDurationMs: this.#leaseDurationMs, nowMs: this.#clock.now() };
    this.#unconfirmed = { previous };
    const lease = await this.#store(previous, leaseSpec(previous?.spec, decision, holder), { signal });
    this.#held = { lease, sentMs };
    this.#unconfirmed = undefined;
  }

  /** @param previous - the Lease to replace; `undefined` creates it. */
  async #store(
    previous: Lease | undefined,
    spec: NonNullable<Lease["spec"]>,
    options: { readonly signal?: AbortSignal },
  ): Promise<Lease> {
    if (previous !== undefined) return this.#client.replace(Lease, { ...previous, spec }, options);
    const lease: Lease = { apiVersion: "coordination.k8s.io/v1", kind: "Lease", metadata: { ...this.#key }, spec };
    return this.#client.create(Lease, lease, options);
  }
}

import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import type { Client } from "../client/client.ts";
import type { Clock } from "../clock/clock.ts";
import { isAlreadyExists, isConflict, isNotFound } from "../errors/api-error.ts";
import { LeadershipLostError } from "../errors/runtime-errors.ts";
import { Lease } from "../kubernetes/lease.ts";
import type { Logger } from "../logging/logger.ts";
import { microTime } from "./micro-time.ts";

/** Options of leader election by a Lease. */
export interface LeaderElectionOptions {
  /** Namespace of the Lease. */
  readonly namespace: string;
  /** Name of the Lease. Default: the manager's name. */
  readonly name?: string;
  /** Unique among the candidates. Default: host name and a random part. */
  readonly identity?: string;
  /** A Lease not renewed for this long may be taken over. Default 15,000. */
  readonly leaseDurationMs?: number;
  /** The leader gives up when it could not renew for this long. Default 10,000. */
  readonly renewDeadlineMs?: number;
  /** Between two attempts. Default 2,000. */
  readonly retryPeriodMs?: number;
}

/** What a candidate does about the Lease it has read: pure. */
export type LeaseDecision = "wait" | "take" | "renew";

/**
 * @param holder - `spec.holderIdentity` of the Lease.
 * @param unchangedMs - for how long the candidate has seen the Lease unchanged, by its own clock: the clocks of two
 *   machines are never compared.
 */
export function decideLease(
  holder: string | undefined,
  identity: string,
  unchangedMs: number,
  leaseDurationMs: number,
): LeaseDecision {
  if (holder === identity) return "renew";
  if (holder === undefined || holder === "") return "take";
  return unchangedMs >= leaseDurationMs ? "take" : "wait";
}

/** Takes part in the election of one leader by a Lease, as client-go does, and can share a Lease with it. */
export class LeaderElection {
  readonly identity: string;
  readonly #client: Client;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #key: { readonly name: string; readonly namespace: string };
  readonly #leaseDurationMs: number;
  readonly #renewDeadlineMs: number;
  readonly #retryPeriodMs: number;
  #seen: { readonly resourceVersion: string; readonly sinceMs: number } = { resourceVersion: "", sinceMs: 0 };

  constructor(client: Client, clock: Clock, logger: Logger, name: string, options: LeaderElectionOptions) {
    this.identity = options.identity ?? `${hostname()}_${randomBytes(6).toString("hex")}`;
    this.#client = client;
    this.#clock = clock;
    this.#logger = logger;
    this.#key = { name: options.name ?? name, namespace: options.namespace };
    this.#leaseDurationMs = options.leaseDurationMs ?? 15_000;
    this.#renewDeadlineMs = options.renewDeadlineMs ?? 10_000;
    this.#retryPeriodMs = options.retryPeriodMs ?? 2_000;
  }

  /** Resolves when this process holds the Lease; rejects only with the signal's reason. */
  async acquire(signal: AbortSignal): Promise<void> {
    for (;;) {
      if (await this.#try(signal)) return;
      await this.#clock.sleep(this.#retryPeriodMs, signal);
    }
  }

  /** Keeps the Lease until `signal` aborts. @throws LeadershipLostError - it could not be renewed in time. */
  async hold(signal: AbortSignal): Promise<void> {
    let renewedMs = this.#clock.now();
    while (!signal.aborted) {
      const isOver = await this.#clock.sleep(this.#retryPeriodMs, signal).then(
        () => false,
        () => true,
      );
      if (isOver) return;
      if (await this.#renewInTime(signal, renewedMs)) renewedMs = this.#clock.now();
      else if (this.#clock.now() - renewedMs >= this.#renewDeadlineMs) {
        throw new LeadershipLostError(
          `The Lease ${this.#key.namespace}/${this.#key.name} could not be renewed in time`,
          {
            object: { kind: "Lease", ...this.#key },
          },
        );
      }
    }
  }

  /** Gives the Lease back, so that the next leader does not have to wait. Never throws. */
  async release(signal?: AbortSignal): Promise<void> {
    try {
      const lease = await this.#client.get(Lease, this.#key, signal === undefined ? {} : { signal });
      if (lease.spec?.holderIdentity !== this.identity) return;
      // The API server rejects a duration of zero; one second is the shortest.
      const spec = { ...lease.spec, holderIdentity: "", leaseDurationSeconds: 1 };
      await this.#client.replace(Lease, { ...lease, spec }, signal === undefined ? {} : { signal });
    } catch (error) {
      this.#logger.warn("The Lease could not be released; it runs out by itself", { error });
    }
  }

  /** One attempt that is given up when the deadline passes, so that a hanging request cannot hide the loss. */
  async #renewInTime(signal: AbortSignal, renewedMs: number): Promise<boolean> {
    const attempt = new AbortController();
    const leftMs = Math.max(0, renewedMs + this.#renewDeadlineMs - this.#clock.now());
    const timer = this.#clock.setTimer(leftMs, () => {
      attempt.abort(new LeadershipLostError("The renewal of the Lease took too long"));
    });
    try {
      return await this.#try(AbortSignal.any([signal, attempt.signal]));
    } catch {
      return false;
    } finally {
      timer.cancel();
    }
  }

  async #try(signal: AbortSignal): Promise<boolean> {
    try {
      const lease = await this.#client.get(Lease, this.#key, { signal });
      const nowMs = this.#clock.now();
      const resourceVersion = lease.metadata.resourceVersion ?? "";
      if (resourceVersion !== this.#seen.resourceVersion) this.#seen = { resourceVersion, sinceMs: nowMs };
      const holder = lease.spec?.holderIdentity;
      const decision = decideLease(holder, this.identity, nowMs - this.#seen.sinceMs, this.#leaseDurationMs);
      if (decision === "wait") return false;
      await this.#client.replace(Lease, { ...lease, spec: this.#spec(lease.spec, decision) }, { signal });
      return true;
    } catch (error) {
      if (signal.aborted) throw error;
      if (isNotFound(error)) return this.#create(signal);
      // Another candidate was faster.
      if (!isConflict(error)) this.#logger.warn("The Lease could not be read or written", { error });
      return false;
    }
  }

  async #create(signal: AbortSignal): Promise<boolean> {
    try {
      const lease: Lease = {
        apiVersion: "coordination.k8s.io/v1",
        kind: "Lease",
        metadata: { ...this.#key },
        spec: this.#spec(undefined, "take"),
      };
      await this.#client.create(Lease, lease, { signal });
      return true;
    } catch (error) {
      if (signal.aborted) throw error;
      if (!isAlreadyExists(error)) this.#logger.warn("The Lease could not be created", { error });
      return false;
    }
  }

  #spec(previous: Lease["spec"], decision: "take" | "renew"): NonNullable<Lease["spec"]> {
    const now = microTime(this.#clock.now());
    const isTakeover = decision === "take" && previous !== undefined;
    return {
      ...previous,
      holderIdentity: this.identity,
      leaseDurationSeconds: Math.max(1, Math.round(this.#leaseDurationMs / 1_000)),
      renewTime: now,
      ...(decision === "take" ? { acquireTime: now } : {}),
      leaseTransitions: (previous?.leaseTransitions ?? 0) + (isTakeover ? 1 : 0),
    };
  }
}

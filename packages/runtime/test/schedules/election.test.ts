import { ApiError, type Client, ConnectionError, type Lease, silentLogger } from "@capstan/runtime";
import { FakeClock } from "@capstan/runtime/testing";
import fc from "fast-check";
import { expect, test } from "vitest";
import { abortReason } from "../../src/clock/sleep.ts";
import { fenced } from "../../src/client/fenced-client.ts";
import { LeaderElection } from "../../src/manager/leader-election.ts";
import { ProcessClock } from "./parts/process-clock.ts";
import { numRuns, timeoutMs } from "./parts/runs.ts";

const durations = { leaseDurationMs: 15_000, renewDeadlineMs: 10_000, retryPeriodMs: 2_000 };
/** A sent request arrives before this time, or never: less than the rest of a Lease when its holder stops. */
const longestWayMs = 4_000;

/** An event in one process at some time. */
const step = fc.record({
  afterMs: fc.integer({ min: 0, max: 12_000 }),
  process: fc.integer({ min: 0, max: 2 }),
  what: fc.oneof(
    fc.record({ kind: fc.constantFrom("pause", "resume", "cut off", "reach", "release") }),
    fc.record({ kind: fc.constant("set"), ms: fc.constantFrom(-86_400_000, -3_600_000, 3_600_000, 86_400_000) }),
    fc.record({ kind: fc.constant("slow"), ms: fc.integer({ min: 0, max: longestWayMs }) }),
  ),
});

/** The server: one Lease, and the candidates whose writes arrived while another candidate held it. */
class LeaseServer {
  lease: Lease | undefined;
  #version = 0;
  writes = 0;
  holders = new Set<string>();
  readonly trespasses: string[] = [];

  write(lease: Lease, isNew: boolean): Lease {
    if (isNew && this.lease !== undefined) throw refusal(409, "AlreadyExists");
    const known = this.lease?.metadata.resourceVersion;
    if (!isNew && lease.metadata.resourceVersion !== known) throw refusal(409, "Conflict");
    this.#version += 1;
    this.lease = { ...lease, metadata: { ...lease.metadata, resourceVersion: String(this.#version) } };
    const holder = lease.spec?.holderIdentity ?? "";
    if (holder !== "") this.holders.add(holder);
    return structuredClone(this.lease);
  }

  read(): Lease {
    if (this.lease === undefined) throw refusal(404, "NotFound");
    return structuredClone(this.lease);
  }

  work(identity: string): void {
    this.writes += 1;
    const holder = this.lease?.spec?.holderIdentity ?? "";
    if (holder !== identity) this.trespasses.push(`${identity} wrote while ${holder} held the Lease`);
  }
}

function refusal(status: number, reason: string): ApiError {
  return new ApiError(reason, { status, reason });
}

/** One candidate: its clock, its connection to the server, and the work that it does while it may. */
class Candidate {
  readonly clock: ProcessClock;
  readonly #shared: FakeClock;
  readonly #identity: string;
  readonly #election: LeaderElection;
  readonly #client: Client;
  readonly #ending = new AbortController();
  readonly #deposed = new AbortController();
  #working: Promise<void> = Promise.resolve();
  isCutOff = false;
  wayMs = 1;

  constructor(identity: string, server: LeaseServer, shared: FakeClock) {
    this.#identity = identity;
    this.#shared = shared;
    this.clock = new ProcessClock(shared);
    const options = { namespace: "default", identity, ...durations };
    const raw = {
      get: (_kind: unknown, _key: unknown, given?: { signal?: AbortSignal }) =>
        this.#ask(() => server.read(), given?.signal),
      create: (_kind: unknown, lease: Lease, given?: { signal?: AbortSignal }) =>
        this.#ask(() => server.write(lease, true), given?.signal),
      replace: (_kind: unknown, lease: Lease, given?: { signal?: AbortSignal }) =>
        this.#ask(() => server.write(lease, false), given?.signal),
      patch: () =>
        this.#ask(() => {
          server.work(identity);
        }, undefined),
    } as unknown as Client;
    this.#election = new LeaderElection(raw, this.clock, silentLogger, "drawn", options);
    this.#client = fenced(raw, {
      signal: this.#deposed.signal,
      check: () => {
        this.#election.assertHeld();
      },
    });
  }

  /** Until it has lost the Lease, or is stopped. */
  async run(): Promise<void> {
    try {
      await this.#election.acquire(this.#ending.signal);
      const holding = this.#election.hold(this.#ending.signal);
      this.#working = this.#work().catch(() => undefined);
      await holding;
    } catch (error) {
      // The Lease is lost, or the candidate is stopped.
      this.#deposed.abort(error);
    } finally {
      this.#ending.abort(new Error("ended"));
    }
  }

  /** Stops as a manager does: once the outcome of the write in flight is known. */
  async release(): Promise<void> {
    this.#ending.abort(new Error("released"));
    await this.#working;
    await this.#election.release();
  }

  stop(): void {
    this.#ending.abort(new Error("stopped"));
  }

  async #work(): Promise<void> {
    const { signal } = this.#ending;
    for (;;) {
      await this.clock.sleep(700, signal);
      await this.#client
        .patch({ plural: "drawn" } as never, { name: this.#identity }, { type: "merge", body: {} }, { signal })
        .catch((error: unknown) => {
          if (!(error instanceof ConnectionError)) throw error;
        });
    }
  }

  /** A request on its way, and the answer on its way back: a sent request cannot be recalled, and either may be lost. */
  #ask<R>(act: () => R, signal: AbortSignal | undefined): Promise<R> {
    return new Promise((resolve, reject) => {
      signal?.addEventListener("abort", () => {
        reject(abortReason(signal));
      });
      const answer = (settle: () => void): void => {
        // Through the process's own clock: a paused process receives it when it resumes.
        this.clock.setTimer(this.isCutOff ? 30_000 : this.wayMs, settle);
      };
      if (this.isCutOff) {
        answer(() => {
          reject(new ConnectionError("cut off"));
        });
        return;
      }
      this.#shared.setTimer(this.wayMs, () => {
        const outcome = Promise.resolve().then(act);
        // Decided now, known to the client when the answer arrives.
        outcome.catch(() => undefined);
        answer(() => {
          resolve(outcome);
        });
      });
    });
  }
}

test(
  `no candidate writes without the Lease, in ${numRuns} schedules`,
  async () => {
    let writes = 0;
    let successions = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 25 }), async (steps) => {
        const shared = new FakeClock();
        const server = new LeaseServer();
        const candidates = ["a", "b", "c"].map((identity) => new Candidate(identity, server, shared));
        const runs = candidates.map((candidate) => candidate.run());
        await shared.advance(5_000);
        for (const { afterMs, process, what } of steps) {
          await shared.advance(afterMs);
          const candidate = candidates[process];
          if (candidate === undefined) continue;
          if (what.kind === "pause") candidate.clock.pause();
          else if (what.kind === "resume") candidate.clock.resume();
          else if (what.kind === "cut off") candidate.isCutOff = true;
          else if (what.kind === "reach") candidate.isCutOff = false;
          else if (what.kind === "release") void candidate.release();
          else if (what.kind === "set" && "ms" in what) candidate.clock.set(what.ms);
          else if ("ms" in what) candidate.wayMs = what.ms;
        }
        for (const candidate of candidates) candidate.clock.resume();
        await shared.advance(20_000);
        for (const candidate of candidates) candidate.stop();
        await shared.advance(40_000);
        await Promise.all(runs);
        expect(server.trespasses).toEqual([]);
        writes += server.writes;
        if (server.holders.size > 1) successions += 1;
      }),
      { numRuns },
    );
    // Idle processes, or a first leader that leads forever, would prove nothing.
    expect(writes).toBeGreaterThan(numRuns * 5);
    expect(successions).toBeGreaterThan(numRuns / 20);
  },
  timeoutMs,
);

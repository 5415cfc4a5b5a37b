import { TokenBuckets } from "@capstan/kube";
import type { Clock, Timer } from "../clock/clock.ts";
import { FairLine } from "../fairness/fair-line.ts";
import { readRequestPath } from "./read-request-path.ts";
import { unlessAborted } from "./unless-aborted.ts";
import { isUrgent } from "./urgent-requests.ts";

/** The rate of requests for each resource, as QPS and Burst of client-go. */
export interface RequestRateOptions {
  /** Requests per second. Negative: no limit. 0: 5, as in client-go. */
  readonly qps: number;
  /** Requests at once before `qps` applies. 0: 10, as in client-go. */
  readonly burst: number;
}

interface Subject {
  /** Group and resource; the same for all non-resource requests. */
  readonly resource: string;
  /** Empty for requests without a namespace, or for all namespaces. */
  readonly namespace: string;
}

function subjectOf(path: string): Subject {
  const { prefix, resource } = readRequestPath(path);
  if (resource === undefined) return { resource: "", namespace: "" };
  const { plural, namespace = "" } = resource;
  return { resource: prefix[0] === "apis" ? `${plural}.${prefix[1] ?? ""}` : plural, namespace };
}

/** The requests for a resource that wait for its next token. */
interface Line {
  readonly waiting: FairLine<() => void>;
  /** Set while requests wait. */
  timer: Timer | undefined;
}

/**
 * Token buckets, one for each resource, as in clients of controller-runtime: requests beyond the rate wait. Namespaces take turns, so that
 * no namespace waits until another has sent all its requests.
 */
export class RequestRate {
  readonly #clock: Clock;
  /** `undefined` for no limit. */
  readonly #tokens: TokenBuckets | undefined;
  readonly #lines = new Map<string, Line>();

  constructor(clock: Clock, { qps, burst }: RequestRateOptions) {
    this.#clock = clock;
    const rate = { perSecond: qps === 0 ? 5 : qps, burst: burst === 0 ? 10 : Math.max(burst, 1) };
    this.#tokens = qps < 0 ? undefined : new TokenBuckets(clock, rate);
  }

  /** Resolves when the request may be sent. @throws the signal's reason. */
  async take(path: string, signal: AbortSignal | undefined): Promise<void> {
    const tokens = this.#tokens;
    if (tokens === undefined || isUrgent(path)) return;
    const { resource, namespace } = subjectOf(path);
    const line = this.#lineOf(resource);
    if (line.waiting.size === 0 && tokens.takeUpTo(resource, 1) === 1) return;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const turn = { isTaken: false };
    const waiting = line.waiting.add(namespace, () => {
      turn.isTaken = true;
      resolve(undefined);
    });
    this.#wait(resource, line, tokens);
    try {
      await unlessAborted(promise, signal);
    } catch (error) {
      if (!turn.isTaken) line.waiting.remove(waiting);
      throw error;
    }
  }

  #lineOf(resource: string): Line {
    const known = this.#lines.get(resource);
    if (known !== undefined) return known;
    const made: Line = { waiting: new FairLine(), timer: undefined };
    this.#lines.set(resource, made);
    return made;
  }

  #wait(resource: string, line: Line, tokens: TokenBuckets): void {
    line.timer ??= this.#clock.setTimer(tokens.waitMs(resource), () => {
      line.timer = undefined;
      while (line.waiting.size > 0 && tokens.takeUpTo(resource, 1) === 1) line.waiting.take()?.();
      if (line.waiting.size > 0) this.#wait(resource, line, tokens);
    });
  }
}

import type { Violation } from "@capstan/contract";
import { objectKeyText } from "@capstan/kube";
import type { Clock, Manager } from "@capstan/runtime";
import type { CachedObject } from "../object/stored-object.ts";

/** Persistent trouble is reported again after this time, because Events are kept for an hour. */
const repeatMs = 30 * 60_000;
/** Trouble with the same reason and changing messages (with a time or a request id) is reported at most this often. */
const newWordsMs = 5 * 60_000;
/** Reports are remembered for at most this many objects. */
const remembered = 10_000;
/** The longest reason that the API server accepts, in characters. */
const longestReason = 128;

interface Reported {
  readonly reason: string;
  readonly message: string;
  readonly atMs: number;
}

/**
 * Reports trouble with objects: to users with Warning Events, once instead of with every retry; to operators with a metric. Conditions are
 * the writer's responsibility.
 */
export class TroubleReporter {
  readonly #recorder: Manager["recorder"];
  readonly #clock: Clock;
  readonly #countViolation: (labels: { readonly rule: string; readonly kind: string }) => void;
  readonly #reported = new Map<string, Reported>();

  constructor({ recorder, clock, metrics }: Pick<Manager, "recorder" | "clock" | "metrics">) {
    this.#recorder = recorder;
    this.#clock = clock;
    this.#countViolation = metrics.counter(
      "capstan_contract_violations_total",
      "Writes rejected because they would break the provider contract, by rule.",
      ["rule", "kind"],
    );
  }

  /** Counts contract violations. */
  count(object: CachedObject, violations: readonly Violation[]): void {
    for (const { rule } of violations) this.#countViolation({ rule, kind: object.kind });
  }

  /** Sends a Warning Event, unless the same Event was sent recently. The message must already be redacted. */
  warn(object: CachedObject, reason: string, message: string): void {
    const nowMs = this.#clock.monotonic();
    const last = this.#reported.get(keyOf(object));
    const isOld = last?.reason === reason && nowMs - last.atMs < (last.message === message ? repeatMs : newWordsMs);
    if (isOld) return;
    this.#remember(keyOf(object), { reason, message, atMs: nowMs });
    this.#recorder.record(object, { type: "Warning", reason: reason.slice(0, longestReason), message });
  }

  #remember(key: string, reported: Reported): void {
    this.#reported.delete(key);
    this.#reported.set(key, reported);
    const [oldest] = this.#reported.keys();
    if (this.#reported.size > remembered && oldest !== undefined) this.#reported.delete(oldest);
  }

  /** Called when the trouble is over or the object is deleted: the next trouble is reported again. */
  forget(object: CachedObject): void {
    this.#reported.delete(keyOf(object));
  }
}

function keyOf({ metadata }: CachedObject): string {
  return metadata.uid ?? objectKeyText(metadata);
}

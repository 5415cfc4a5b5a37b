import type { Violation } from "@capstan/contract";
import { objectKeyText } from "@capstan/kube";
import type { Clock, Manager } from "@capstan/runtime";
import type { CachedObject } from "../object/stored-object.ts";

/** Told again after this time if it is still so: Events are kept for an hour. */
const repeatMs = 30 * 60_000;
/** Trouble of one reason in ever new words (with a time or a request id in it) is told at most this often. */
const newWordsMs = 5 * 60_000;
/** Of so many objects at most it is known what has been told. */
const remembered = 10_000;
/** The API server takes no longer reason, in characters. */
const longestReason = 128;

interface Told {
  readonly reason: string;
  readonly message: string;
  readonly atMs: number;
}

/**
 * Tells users and operators of trouble with objects: users by Warning Events, once and not with every retry; operators by a
 * metric. Conditions are the writer's.
 */
export class TroubleReporter {
  readonly #recorder: Manager["recorder"];
  readonly #clock: Clock;
  readonly #countViolation: (labels: { readonly rule: string; readonly kind: string }) => void;
  readonly #told = new Map<string, Told>();

  constructor({ recorder, clock, metrics }: Pick<Manager, "recorder" | "clock" | "metrics">) {
    this.#recorder = recorder;
    this.#clock = clock;
    this.#countViolation = metrics.counter(
      "capstan_contract_violations_total",
      "Writes that were refused since they would have broken the provider contract, by rule broken.",
      ["rule", "kind"],
    );
  }

  /** Counts what was refused. */
  count(object: CachedObject, violations: readonly Violation[]): void {
    for (const { rule } of violations) this.#countViolation({ rule, kind: object.kind });
  }

  /** A Warning Event, unless the same has been told lately. The message holds no secrets any more. */
  warn(object: CachedObject, reason: string, message: string): void {
    const nowMs = this.#clock.now();
    const told = this.#told.get(keyOf(object));
    const isOld = told?.reason === reason && nowMs - told.atMs < (told.message === message ? repeatMs : newWordsMs);
    if (isOld) return;
    this.#remember(keyOf(object), { reason, message, atMs: nowMs });
    this.#recorder.record(object, { type: "Warning", reason: reason.slice(0, longestReason), message });
  }

  #remember(key: string, told: Told): void {
    this.#told.delete(key);
    this.#told.set(key, told);
    const [oldest] = this.#told.keys();
    if (this.#told.size > remembered && oldest !== undefined) this.#told.delete(oldest);
  }

  /** The trouble is over, or the object is: what comes next is news. */
  forget(object: CachedObject): void {
    this.#told.delete(keyOf(object));
  }
}

function keyOf({ metadata }: CachedObject): string {
  return metadata.uid ?? objectKeyText(metadata);
}

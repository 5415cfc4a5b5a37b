import { createHash } from "node:crypto";
import { hostname } from "node:os";
import type { Client } from "../client/client.ts";
import type { Clock } from "../clock/clock.ts";
import { isNotFound } from "../errors/api-error.ts";
import { describeRef, refOf } from "../errors/object-ref.ts";
import { Event, type ObjectReference } from "../kubernetes/event.ts";
import type { Logger } from "../logging/logger.ts";
import type { EventRecorder, EventSubject, RecordedEvent } from "./event-recorder.ts";
import { microTime } from "./micro-time.ts";
import { RecentEvents } from "./recent-events.ts";

/** The API server rejects a longer note. */
const longestNoteBytes = 1_024;
/** A repeat within this time increases the count in the series of its Event; a later repeat is a new Event. */
const seriesMs = 6 * 60_000;
/** The shortest time between writes of a series. */
const seriesWriteMs = 30_000;
/** The maximum number of Events of one namespace that wait to be written; further ones are dropped, as in client-go. */
const mostPending = 1_000;

interface Known {
  readonly name: string;
  readonly namespace: string;
  readonly written: Promise<unknown>;
  count: number;
  lastMs: number;
  writtenMs: number;
}

interface Begun {
  readonly namespace: string;
  readonly key: string;
  readonly nowMs: number;
}

function truncate(note: string): string {
  const bytes = Buffer.from(note);
  if (bytes.length <= longestNoteBytes) return note;
  return `${bytes
    .subarray(0, longestNoteBytes - 4)
    .toString("utf8")
    .replace(/\uFFFD+$/, "")}…`;
}

function regardingOf(object: EventSubject): ObjectReference {
  const { name, namespace, uid, resourceVersion } = object.metadata;
  return {
    apiVersion: object.apiVersion,
    kind: object.kind,
    name,
    ...(namespace === undefined ? {} : { namespace }),
    ...(uid === undefined ? {} : { uid }),
    ...(resourceVersion === undefined ? {} : { resourceVersion }),
  };
}

/**
 * Writes Events of events.k8s.io/v1. If the same Event (object, type, reason, message) repeats within 6 minutes, the recorder increases the
 * count in the first Event's series, and writes it at most every 30 s.
 */
export class ApiEventRecorder implements EventRecorder {
  readonly #client: Client;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #controller: string;
  readonly #known = new RecentEvents<Known>(seriesMs);
  readonly #pending = new Set<Promise<unknown>>();
  readonly #pendingOf = new Map<string, number>();
  #sequence = 0;

  constructor(client: Client, clock: Clock, logger: Logger, controller: string) {
    this.#client = client;
    this.#clock = clock;
    this.#logger = logger;
    this.#controller = controller;
  }

  record(object: EventSubject, event: RecordedEvent): void {
    const nowMs = this.#clock.monotonic();
    const { namespace = "default", name, uid } = object.metadata;
    const about = [object.apiVersion, object.kind, name, uid];
    const key = JSON.stringify([...about, event.type, event.reason, event.message]);
    // Events of objects without a namespace are stored in "default", as those of Kubernetes.
    const known = this.#known.get(namespace, key);
    if (known === undefined || nowMs - known.lastMs > seriesMs) {
      this.#begin(object, event, { namespace, key, nowMs });
      return;
    }
    known.count += 1;
    known.lastMs = nowMs;
    if (nowMs - known.writtenMs < seriesWriteMs) return;
    known.writtenMs = nowMs;
    this.#track(
      namespace,
      known.written.then(() => this.#countUp(known)),
    );
  }

  /** Resolves when every Event recorded so far has been written or dropped. */
  async flushed(): Promise<void> {
    while (this.#pending.size > 0) await Promise.all(this.#pending);
  }

  #begin(object: EventSubject, event: RecordedEvent, { namespace, key, nowMs }: Begun): void {
    if ((this.#pendingOf.get(namespace) ?? 0) >= mostPending) {
      const about = describeRef(refOf(object));
      this.#logger.debug("An Event was dropped, because too many are waiting to be written", {
        object: about,
        reason: event.reason,
      });
      return;
    }
    this.#known.set(namespace, key, this.#create(object, event, { namespace, key, nowMs }), nowMs);
  }

  #create(object: EventSubject, recorded: RecordedEvent, { namespace, key, nowMs }: Begun): Known {
    this.#sequence += 1;
    const eventMs = this.#clock.now();
    const digest = createHash("sha256").update(`${key}${eventMs}${this.#sequence}${process.pid}`).digest("hex");
    const name = `${object.metadata.name.slice(0, 200)}.${digest.slice(0, 16)}`;
    const event: Event = {
      apiVersion: "events.k8s.io/v1",
      kind: "Event",
      metadata: { name, namespace },
      eventTime: microTime(eventMs),
      reportingController: this.#controller,
      reportingInstance: `${this.#controller}-${hostname()}`.slice(0, 128),
      action: recorded.action ?? "Reconcile",
      reason: recorded.reason,
      regarding: regardingOf(object),
      note: truncate(recorded.message),
      type: recorded.type,
    };
    const written = this.#client.create(Event, event).catch((error: unknown) => {
      const about = describeRef(refOf(object));
      // In a namespace that is being deleted nothing can be created, and no one reads its Events.
      this.#logger.debug("An Event could not be written", { object: about, reason: recorded.reason, error });
    });
    this.#track(namespace, written);
    return { name, namespace, written, count: 1, lastMs: nowMs, writtenMs: nowMs };
  }

  async #countUp(known: Known): Promise<void> {
    const series = { count: known.count, lastObservedTime: microTime(this.#clock.now()) };
    const { name, namespace } = known;
    await this.#client
      .patch(Event, { name, namespace }, { type: "merge", body: { series } })
      .catch((error: unknown) => {
        // Events expire; the next repeat of an expired one is a new Event.
        if (isNotFound(error)) this.#known.forget(namespace, known);
        this.#logger.debug("The series of an Event could not be written", { event: name, error });
      });
  }

  #track(namespace: string, work: Promise<unknown>): void {
    this.#pending.add(work);
    this.#pendingOf.set(namespace, (this.#pendingOf.get(namespace) ?? 0) + 1);
    void work.finally(() => {
      this.#pending.delete(work);
      const left = (this.#pendingOf.get(namespace) ?? 0) - 1;
      if (left > 0) this.#pendingOf.set(namespace, left);
      else this.#pendingOf.delete(namespace);
    });
  }
}

import type { KubernetesObject } from "@capstan/contract";
import type { ObjectRef } from "@capstan/kube";
import type { Clock, Timer } from "../clock/clock.ts";
import type { Status } from "../errors/api-error.ts";
import { ConnectionError } from "../errors/connection-error.ts";
import type { WatchOptions } from "./client.ts";
import type { HttpStream } from "./http-message.ts";
import type { HttpTransport } from "./http-transport.ts";
import { cutManagedFields } from "./cut-managed-fields.ts";
import { JsonLines } from "./json-lines.ts";
import { eachChunk, readText } from "./read-body.ts";
import type { WatchPath } from "./request-path.ts";
import { refusedResponse, type ResponseLimits } from "./response-limits.ts";
import { errorFromResponse, errorFromStatus } from "./status-error.ts";
import { endsInitialEvents, type WatchBatches, type WatchEvent } from "./watch-event.ts";

/** Options of {@link openWatch}. */
export interface WatchCall {
  readonly transport: HttpTransport;
  readonly clock: Clock;
  readonly path: (longestSeconds: number) => WatchPath;
  readonly headers: Readonly<Record<string, string>>;
  readonly object: ObjectRef;
  readonly signal: AbortSignal | undefined;
  readonly limits: ResponseLimits | undefined;
  readonly onOpen: WatchOptions["onOpen"];
  readonly omitManagedFields: boolean;
  /** Whether the watch begins with all existing objects. */
  readonly sendsList: boolean;
  readonly onAnswer: (path: WatchPath, status: number, startedMs: number) => void;
}

/** If the server has not ended a watch this long after `timeoutSeconds`, it is considered unavailable. */
const graceMs = 5_000;

function timeoutMsOf({ text }: WatchPath): number | undefined {
  const seconds = new URL(text, "http://localhost").searchParams.get("timeoutSeconds");
  return seconds === null ? undefined : Number(seconds) * 1_000;
}

/** The event with the object's own kind, because the server sent its metadata only. */
function named<T extends KubernetesObject>(event: WatchEvent<T>, ref: ObjectRef): WatchEvent<T> {
  if (event.object.kind !== "PartialObjectMetadata") return event;
  const { apiVersion = event.object.apiVersion, kind } = ref;
  return { ...event, object: { ...event.object, apiVersion, kind } };
}

function readEvents<T extends KubernetesObject>(values: unknown[], { object, limits }: WatchCall): WatchEvent<T>[] {
  return values.map((value) => {
    const event = value as { type: string; object: unknown };
    if (event.type === "ERROR") {
      const status = event.object as Status;
      throw errorFromStatus(status, status.code ?? 500, object, limits?.messageCharacters);
    }
    return named(event as WatchEvent<T>, object);
  });
}

async function open(call: WatchCall, path: WatchPath, signal: AbortSignal): Promise<HttpStream> {
  const startedMs = call.clock.monotonic();
  const request = { method: "GET", path, headers: call.headers, signal };
  let stream: HttpStream;
  try {
    stream = await call.transport.stream(request);
  } catch (error) {
    call.onAnswer(path, 0, startedMs);
    throw error;
  }
  call.onAnswer(path, stream.status, startedMs);
  if (stream.status === 200) return stream;
  if (stream.status === 401) await call.transport.renewCredentials();
  const { eventBytes, messageCharacters } = call.limits ?? {};
  const text = await readText(stream, eventBytes);
  throw errorFromResponse(stream.status, text, call.object, { retryAfter: stream.retryAfter, messageCharacters });
}

/** A watch that is being read: its deadline, and the error that ended it. */
class Reading {
  readonly signal: AbortSignal;
  readonly #call: WatchCall;
  readonly #path: WatchPath;
  readonly #ending = new AbortController();
  readonly #timeoutMs: number | undefined;
  readonly #guard: Timer | undefined;
  #isOver = false;

  constructor(call: WatchCall, longestSeconds: number) {
    this.#call = call;
    this.#path = call.path(longestSeconds);
    this.signal = call.signal === undefined ? this.#ending.signal : AbortSignal.any([call.signal, this.#ending.signal]);
    const noteOver = (): void => void (this.#isOver = true);
    if (this.signal.aborted) noteOver();
    else this.signal.addEventListener("abort", noteOver, { once: true });
    this.#timeoutMs = timeoutMsOf(this.#path);
    if (this.#timeoutMs === undefined) return;
    this.#guard = call.clock.setTimer(this.#timeoutMs + graceMs, () => {
      const message = "The server did not end a watch at its time limit";
      this.#ending.abort(new ConnectionError(message, { object: call.object }));
    });
  }

  static async begin(call: WatchCall): Promise<Reading> {
    return new Reading(call, await call.transport.longestWatchSeconds());
  }

  /** Whether the signal has aborted. Kept as a field because reading a composite signal takes as long as handling an event. */
  get isOver(): boolean {
    return this.#isOver;
  }

  async open(): Promise<HttpStream> {
    const stream = await open(this.#call, this.#path, this.signal);
    this.#call.onOpen?.(this.#timeoutMs === undefined ? {} : { endsAfterMs: this.#timeoutMs });
    return stream;
  }

  /** @throws Error - the error that broke the watch; an abort by the caller is an ordinary end. */
  failed(error: unknown): void {
    if (this.#call.signal?.aborted !== true) throw this.#call.transport.connectionError(error, this.signal);
  }

  end(): void {
    this.#guard?.cancel();
    this.#ending.abort();
  }
}

/** A watch as batches of events; a batch holds the events that arrived in one chunk. */
export function openWatch<T extends KubernetesObject>(call: WatchCall): WatchBatches<T> {
  return {
    forEach: (take) => readWatch(call, take),
    [Symbol.asyncIterator]: () => iterateWatch<T>(call),
  };
}

async function readWatch<T extends KubernetesObject>(
  call: WatchCall,
  take: (batch: readonly WatchEvent<T>[]) => void,
): Promise<void> {
  const reading = await Reading.begin(call);
  try {
    const stream = await reading.open();
    const read = reader<T>(call);
    await eachChunk(stream.body, (chunk) => {
      if (reading.isOver) return;
      const events = read(chunk);
      if (events.length > 0) take(events);
    });
    reading.signal.throwIfAborted();
  } catch (error) {
    reading.failed(error);
  } finally {
    reading.end();
  }
}

async function* iterateWatch<T extends KubernetesObject>(call: WatchCall): AsyncGenerator<readonly WatchEvent<T>[]> {
  const reading = await Reading.begin(call);
  try {
    const stream = await reading.open();
    const read = reader<T>(call);
    for await (const chunk of stream.body) {
      const events = read(chunk as Uint8Array);
      if (events.length > 0) yield events;
      if (reading.isOver) break;
    }
    reading.signal.throwIfAborted();
  } catch (error) {
    reading.failed(error);
  } finally {
    reading.end();
  }
}

function reader<T extends KubernetesObject>(call: WatchCall): (chunk: Uint8Array) => WatchEvent<T>[] {
  const lines = new JsonLines(call.limits, call.omitManagedFields ? cutManagedFields : undefined);
  const checkList = call.sendsList ? listLimit(call.limits) : undefined;
  return (chunk) => {
    const events = readEvents<T>(lines.push(chunk), call);
    checkList?.(chunk.length, events);
    return events;
  };
}

/** The initial events of a watch are a list, and may be as long as a list. */
function listLimit({ listBytes = Infinity }: Partial<ResponseLimits> = {}) {
  let bytes = 0;
  let isComplete = false;
  return (length: number, events: readonly WatchEvent[]): void => {
    if (isComplete) return;
    bytes += length;
    if (bytes > listBytes) throw refusedResponse(`has more than ${listBytes} bytes`);
    isComplete = events.some(endsInitialEvents);
  };
}

import type { KubernetesObject } from "@capstan/contract";
import type { ObjectRef } from "@capstan/kube";
import type { Clock } from "../clock/clock.ts";
import type { Status } from "../errors/api-error.ts";
import { ConnectionError } from "../errors/connection-error.ts";
import type { WatchOptions } from "./client.ts";
import type { HttpStream } from "./http-message.ts";
import type { HttpTransport } from "./http-transport.ts";
import { cutManagedFields } from "./cut-managed-fields.ts";
import { JsonLines } from "./json-lines.ts";
import { refusedResponse, type ResponseLimits } from "./response-limits.ts";
import { errorFromResponse, errorFromStatus } from "./status-error.ts";
import type { WatchEvent } from "./watch-event.ts";

/** What {@link openWatch} needs. */
export interface WatchCall {
  readonly transport: HttpTransport;
  readonly clock: Clock;
  readonly path: (longestSeconds: number) => string;
  readonly headers: Readonly<Record<string, string>>;
  readonly object: ObjectRef;
  readonly signal: AbortSignal | undefined;
  readonly limits: ResponseLimits | undefined;
  readonly onOpen: WatchOptions["onOpen"];
  readonly omitManagedFields: boolean;
  readonly onAnswer: (path: string, status: number, startedMs: number) => void;
}

/** Time beyond `timeoutSeconds` after which a server that has not ended a watch is taken for gone. */
const graceMs = 5_000;

async function textOf(stream: HttpStream, limit = Infinity): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream.body) {
    length += chunk.length;
    if (length > limit) throw refusedResponse(`has more than ${limit} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function timeoutMsOf(path: string): number | undefined {
  const seconds = new URL(path, "http://localhost").searchParams.get("timeoutSeconds");
  return seconds === null ? undefined : Number(seconds) * 1_000;
}

/** The event with the object's own kind, where the server sent its metadata only. */
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

async function open(call: WatchCall, path: string, signal: AbortSignal): Promise<HttpStream> {
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
  const text = await textOf(stream, eventBytes);
  throw errorFromResponse(stream.status, text, call.object, { retryAfter: stream.retryAfter, messageCharacters });
}

/** One watch as batches of events: those that came in one piece. */
export async function* openWatch<T extends KubernetesObject>(
  call: WatchCall,
): AsyncGenerator<readonly WatchEvent<T>[]> {
  const ending = new AbortController();
  const signal = call.signal === undefined ? ending.signal : AbortSignal.any([call.signal, ending.signal]);
  const path = call.path(await call.transport.longestWatchSeconds());
  const timeoutMs = timeoutMsOf(path);
  const guard =
    timeoutMs === undefined
      ? undefined
      : call.clock.setTimer(timeoutMs + graceMs, () => {
          ending.abort(
            new ConnectionError("The server did not end a watch at its time limit", { object: call.object }),
          );
        });
  try {
    const stream = await open(call, path, signal);
    call.onOpen?.({ ...(timeoutMs === undefined ? {} : { endsAfterMs: timeoutMs }) });
    const lines = new JsonLines(call.limits, call.omitManagedFields ? cutManagedFields : undefined);
    for await (const chunk of stream.body) {
      const events = readEvents<T>(lines.push(chunk), call);
      if (events.length > 0) yield events;
      if (signal.aborted) break;
    }
    signal.throwIfAborted();
  } catch (error) {
    // An abort by the caller is an ordinary end.
    if (call.signal?.aborted === true) return;
    throw call.transport.connectionError(error, signal);
  } finally {
    guard?.cancel();
    ending.abort();
  }
}

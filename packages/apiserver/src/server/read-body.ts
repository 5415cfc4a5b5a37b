import { type IncomingMessage } from "node:http";
import { Http2ServerRequest } from "node:http2";
import { BodyRoom, type Eviction } from "@capstan/kube";
import { after } from "../clock/clock.ts";
import { StatusError } from "../status/status-error.ts";

const bodyLimit = 3 * 1024 * 1024;
/** How long a client may still send after it was answered: if it were disconnected immediately, it would not see the answer. */
const lingerMs = 500;

/** kube-apiserver waits a minute for any request; this pace completes the largest body within that time. */
const pace = { bytesPerSecond: bodyLimit / 30, graceMs: 30_000 };
const roomForAll = 128 * 1024 * 1024;

/** The room that all incoming bodies share; each user is a peer in it. */
export function roomForBodies(): BodyRoom {
  return new BodyRoom({
    bytes: roomForAll,
    pace,
    setTimer: (delayMs, callback) => ({ cancel: after(delayMs, callback) }),
  });
}

const refusals: Readonly<Record<Eviction, () => StatusError>> = {
  slow: () => new StatusError(504, "Timeout", "Timeout: request did not complete within the allotted timeout", {}),
  crowded: () =>
    new StatusError(429, "TooManyRequests", "too many bodies are being received, please try again later", {}),
};

/** Reads the body of a request. @throws StatusError as soon as it exceeds the limit, arrives too slowly, or finds no room. */
export async function readBody(request: IncomingMessage, room: BodyRoom, user: string): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  let size = 0;
  const place = announcesBody(request) ? room.enter(user) : undefined;
  const take = (chunk: Buffer): void => {
    size += chunk.length;
    chunks.push(chunk);
    if (size > bodyLimit) {
      reject(new StatusError(413, "RequestEntityTooLarge", `Request entity too large: limit is ${bodyLimit}`, {}));
    }
    place?.received(chunk.length);
  };
  place?.lost.addEventListener("abort", () => {
    reject(refusals[place.lostBy ?? "crowded"]());
  });
  request.on("data", take);
  request.on("end", () => {
    resolve(chunks.length === 1 ? (chunks[0] ?? Buffer.alloc(0)) : Buffer.concat(chunks));
  });
  try {
    return await promise;
  } finally {
    request.off("data", take);
    place?.leave();
  }
}

/** Most requests have no body, and need no place. */
function announcesBody(request: IncomingMessage): boolean {
  if (request instanceof Http2ServerRequest) return !request.stream.endAfterHeaders;
  const { headers } = request;
  return headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
}

/** Ends a request that was answered before all of it was read: discards the rest, for a limited time. */
export function abandon(request: IncomingMessage): void {
  request.resume();
  const cancel = after(lingerMs, () => {
    if (request instanceof Http2ServerRequest) request.stream.close();
    else request.destroy();
  });
  request.on("end", cancel);
  request.on("close", cancel);
}

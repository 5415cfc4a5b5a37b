import { type Duplex } from "node:stream";
import { pipeline } from "node:stream/promises";
import { SpdySession, type SpdyStream } from "./spdy-session.ts";

/** Returns a connection to a port, or the reason why there is none. */
export type Connect = (port: number) => Promise<Duplex | string>;

/**
 * Forwards ports over an upgraded connection (portforward.k8s.io): for each, the client opens a stream for errors and a stream for data.
 * Ends when the client disconnects.
 */
export async function forwardPorts(transport: Duplex, head: Buffer, connect: Connect): Promise<void> {
  const errors = new Map<string, SpdyStream>();
  await SpdySession.serve(transport, head, (stream) => {
    // A stream that is cut off needs no report.
    stream.on("error", () => undefined);
    const request = stream.headers.get("requestid") ?? "";
    if (stream.headers.get("streamtype") === "error") {
      errors.set(request, stream.resume());
      return;
    }
    const error = errors.get(request);
    errors.delete(request);
    void forward(stream, connect).then((problem) => error?.end(problem));
  });
}

/** Resolves when both sides have ended, with a problem if there was no connection. */
async function forward(data: SpdyStream, connect: Connect): Promise<string | undefined> {
  const port = Number(data.headers.get("port") ?? "");
  const connection = await connect(port);
  if (typeof connection === "string") {
    data.end();
    return connection;
  }
  await Promise.allSettled([pipeline(data, connection), pipeline(connection, data)]);
  return undefined;
}

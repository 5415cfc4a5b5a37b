import type { Readable } from "node:stream";
import type { HttpStream } from "./http-message.ts";
import { refusedResponse } from "./response-limits.ts";

/** Calls `take` for every chunk as it arrives. An async iteration would cost more than all other work for a small event. */
export function eachChunk(body: Readable, take: (chunk: Uint8Array) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    let failure: unknown;
    body.on("data", (chunk: Uint8Array) => {
      try {
        take(chunk);
      } catch (error) {
        failure = error;
        body.destroy();
      }
    });
    const end = (error?: unknown): void => {
      const broken = failure ?? error;
      if (broken == null) resolve();
      else reject(broken instanceof Error ? broken : new Error("Processing a chunk failed", { cause: broken }));
    };
    const closed = (): void => {
      if (!body.readableEnded)
        end(failure ?? body.errored ?? new Error("The connection was closed in the middle of the response"));
    };
    // Listens directly because `finished` of Node costs as much as all other work for a small answer.
    body.once("end", end).once("error", end).once("close", closed);
    // A body that broke earlier does not emit its error again.
    if (body.destroyed) closed();
  });
}

/**
 * Reads the whole answer as a string.
 *
 * @param onChunk - called for every chunk.
 * @throws ResponseRefusedError - it has more than `limit` bytes.
 */
export async function readText(
  { body, isWhole }: HttpStream,
  limit = Infinity,
  onChunk: () => void = () => undefined,
): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  await eachChunk(body, (chunk) => {
    onChunk();
    length += chunk.length;
    if (length > limit) throw refusedResponse(`has more than ${limit} bytes`);
    chunks.push(chunk);
  });
  // eslint-disable-next-line errors/capstan-errors -- the transport makes a ConnectionError of it
  if (!isWhole()) throw new Error("The connection was closed in the middle of the response");
  return Buffer.concat(chunks).toString("utf8");
}

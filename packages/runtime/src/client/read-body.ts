import type { Readable } from "node:stream";
import type { HttpStream } from "./http-message.ts";
import { refusedResponse } from "./response-limits.ts";

/** Calls `take` for every chunk, as it comes; an async iteration would cost more than the rest of what a small event needs. */
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
      else reject(broken instanceof Error ? broken : new Error("Taking a chunk failed", { cause: broken }));
    };
    const closed = (): void => {
      if (!body.readableEnded)
        end(failure ?? body.errored ?? new Error("The connection was closed in the middle of the answer"));
    };
    // By hand, since `finished` of Node costs as much as all the rest of a small answer.
    body.once("end", end).once("error", end).once("close", closed);
    // What broke before anyone listened does not say so again.
    if (body.destroyed) closed();
  });
}

/**
 * The whole text of an answer.
 *
 * @param onChunk - called for every part of it.
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
  if (!isWhole()) throw new Error("The connection was closed in the middle of the answer");
  return Buffer.concat(chunks).toString("utf8");
}

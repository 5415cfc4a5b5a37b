import type { IncomingMessage } from "node:http";
import { isMalformedText, parseJson } from "@capstan/kube";
import { ReviewRefused } from "./refusal.ts";
import type { ReviewSize } from "./review-limits.ts";

/** The room that all reviews share which are being received or answered. */
export class ReviewRoom {
  readonly #totalBytes: number;
  #taken = 0;

  constructor(totalBytes: number) {
    this.#totalBytes = totalBytes;
  }

  /** @throws ReviewRefused - there is no room for this many bytes more. */
  take(bytes: number): void {
    if (this.#taken + bytes > this.#totalBytes) {
      throw new ReviewRefused(429, `reviews of more than ${this.#totalBytes} bytes are in progress; ask again later`);
    }
    this.#taken += bytes;
  }

  giveBack(bytes: number): void {
    this.#taken -= bytes;
  }
}

/**
 * Calls `use` with the JSON of a request's body, which keeps its room until `use` has resolved.
 *
 * @throws ReviewRefused - it is too large, is not JSON, has too many values or levels, or there is no room for it now.
 */
export async function withReview<Result>(
  request: IncomingMessage,
  size: ReviewSize,
  room: ReviewRoom,
  use: (body: unknown) => Promise<Result>,
): Promise<Result> {
  let taken = 0;
  try {
    const chunks: Buffer[] = [];
    refuseAbove(size, Number(request.headers["content-length"] ?? 0));
    for await (const chunk of request as AsyncIterable<Buffer>) {
      refuseAbove(size, taken + chunk.length);
      room.take(chunk.length);
      taken += chunk.length;
      chunks.push(chunk);
    }
    return await use(read(Buffer.concat(chunks).toString("utf8"), size));
  } finally {
    room.giveBack(taken);
  }
}

function refuseAbove({ bytes: limit }: ReviewSize, bytes: number): void {
  if (bytes > limit) throw new ReviewRefused(413, `the review is larger than ${limit} bytes`);
}

function read(text: string, { values }: ReviewSize): unknown {
  try {
    return parseJson(text, { values });
  } catch (error) {
    if (isMalformedText(error)) throw new ReviewRefused(400, `the review cannot be read: ${error.message}`);
    throw error;
  }
}

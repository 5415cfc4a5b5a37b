import type { IncomingMessage } from "node:http";
import { type BodyPlace, type Eviction, isMalformedText, parseJson } from "@capstan/kube";
import { ReviewRefused } from "./refusal.ts";
import type { ReviewSize } from "./review-limits.ts";

const openBrace = "{".charCodeAt(0);

const evictions: Readonly<Record<Eviction, () => ReviewRefused>> = {
  slow: () => new ReviewRefused(408, "the review arrived too slowly"),
  crowded: () => new ReviewRefused(429, "the webhook server has no memory left for the review; try again later"),
};

/**
 * Reads the JSON body of a request; the body keeps its place in the room.
 *
 * @throws ReviewRefused - it is too large, is not a JSON object, has too many values or levels, arrived too slowly, or there is no room.
 */
export async function readReview(request: IncomingMessage, size: ReviewSize, place: BodyPlace): Promise<unknown> {
  const body = await receive(request, size, place);
  place.whole();
  try {
    return parseJson(body.toString("utf8"), { values: size.values });
  } catch (error) {
    if (isMalformedText(error)) throw new ReviewRefused(400, `the review cannot be read: ${error.message}`);
    throw error;
  }
}

/** Refuses the body as soon as it exceeds a limit, so that the rest takes no memory. */
async function receive(request: IncomingMessage, { bytes: limit }: ReviewSize, place: BodyPlace): Promise<Buffer> {
  const tooLarge = (): ReviewRefused => new ReviewRefused(413, `the review is larger than ${limit} bytes`);
  if (Number(request.headers["content-length"] ?? 0) > limit) throw tooLarge();
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  let length = 0;
  const take = (chunk: Buffer): void => {
    if (length === 0 && chunk[0] !== openBrace) reject(new ReviewRefused(400, "the body is not a JSON object"));
    length += chunk.length;
    if (length > limit) reject(tooLarge());
    chunks.push(chunk);
    place.received(chunk.length);
  };
  const lose = (): void => {
    reject(evictions[place.lostBy ?? "crowded"]());
  };
  place.lost.addEventListener("abort", lose, { once: true });
  request.on("data", take);
  request.once("end", () => {
    resolve(Buffer.concat(chunks));
  });
  request.once("error", reject);
  request.once("close", () => {
    reject(new Error("The client closed the connection"));
  });
  try {
    return await promise;
  } finally {
    request.off("data", take);
    place.lost.removeEventListener("abort", lose);
    chunks.length = 0;
  }
}

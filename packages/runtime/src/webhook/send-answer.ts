import type { ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import type { BodyPlace } from "@capstan/kube";

const partBytes = 64 * 1024;

/**
 * Sends JSON to a client that may read slowly; the answer takes room until it is read. @throws Error - the client has disconnected, or is
 * too slow.
 */
export async function sendAnswer(response: ServerResponse, text: string, place: BodyPlace): Promise<void> {
  const body = Buffer.from(text);
  place.answers(body.length);
  response.writeHead(200, { "content-type": "application/json", "content-length": body.length });
  await pipeline(parts(body, place), response, { signal: place.lost });
}

function* parts(body: Buffer, place: BodyPlace): Generator<Buffer> {
  for (let start = 0; start < body.length; start += partBytes) {
    const part = body.subarray(start, start + partBytes);
    yield part;
    // Runs when the next part is requested, after this part was passed on.
    place.sent(part.length);
  }
}

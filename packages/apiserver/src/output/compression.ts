import { type OutgoingHttpHeaders, type ServerResponse } from "node:http";
import { constants, gzip } from "node:zlib";

/** Shorter answers are not worth the time. */
const longEnough = 128 * 1024;

/** Whether the client accepts this many bytes compressed. */
export function wantsGzip(response: ServerResponse, length: number): boolean {
  if (length <= longEnough) return false;
  const accepted = response.req.headers["accept-encoding"] ?? "";
  return [accepted]
    .flat()
    .join(",")
    .split(",")
    .some((encoding) => encoding.trim() === "gzip");
}

/** Ends a response with a body that is compressed in the background. */
export function sendGzip(response: ServerResponse, code: number, headers: OutgoingHttpHeaders, body: Buffer): void {
  gzip(body, { level: constants.Z_BEST_SPEED }, (error, compressed) => {
    if (error !== null) {
      response.destroy(error);
      return;
    }
    if (response.destroyed) return;
    response.writeHead(code, { ...headers, "content-encoding": "gzip", vary: "Accept-Encoding" });
    response.end(compressed);
  });
}

import { type ServerResponse } from "node:http";
import { constants, type Http2ServerResponse } from "node:http2";

/**
 * Breaks the connection of an answer. In HTTP/2 only its stream, with an error: one that is only destroyed looks to its client like one
 * that has come to its end.
 */
export function breakOff(response: ServerResponse | Http2ServerResponse): void {
  if ("stream" in response) response.stream.close(constants.NGHTTP2_INTERNAL_ERROR);
  else response.destroy();
}

import { type ServerResponse } from "node:http";
import { constants, type Http2ServerResponse } from "node:http2";

/**
 * Breaks the connection of an answer. In HTTP/2 it breaks only the stream, with an error: to a client, a stream that is merely destroyed
 * looks complete.
 */
export function breakOff(response: ServerResponse | Http2ServerResponse): void {
  if ("stream" in response) response.stream.close(constants.NGHTTP2_INTERNAL_ERROR);
  else response.destroy();
}

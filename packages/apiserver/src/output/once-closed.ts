import { type ServerResponse } from "node:http";
import { constants, type Http2ServerResponse } from "node:http2";

/**
 * Calls back once the connection of an answer, or its stream in HTTP/2, is closed: immediately if the client has already disconnected,
 * because no event would report that any more.
 */
export function onceClosed(response: ServerResponse | Http2ServerResponse, then: () => void): void {
  if (isClosed(response)) then();
  else response.once("close", then);
}

function isClosed(response: ServerResponse | Http2ServerResponse): boolean {
  return "stream" in response ? response.stream.destroyed : response.destroyed;
}

/**
 * Breaks the connection of an answer. In HTTP/2 it breaks only the stream, with an error: to a client, a stream that is merely destroyed
 * looks complete.
 */
export function breakOff(response: ServerResponse | Http2ServerResponse): void {
  if ("stream" in response) response.stream.close(constants.NGHTTP2_INTERNAL_ERROR);
  else response.destroy();
}

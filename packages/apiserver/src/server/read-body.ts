import { type IncomingMessage } from "node:http";
import { Http2ServerRequest } from "node:http2";
import { after } from "../clock/clock.ts";
import { StatusError } from "../status/status-error.ts";

const bodyLimit = 3 * 1024 * 1024;
/** For how long a client that is still sending may go on after it has been answered: cut off at once, it would not see the answer. */
const lingerMs = 500;

/** The body of a request. @throws StatusError RequestEntityTooLarge as soon as it is longer than bodies may be. */
export function readBody(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const take = (chunk: Buffer): void => {
      size += chunk.length;
      chunks.push(chunk);
      if (size <= bodyLimit) return;
      request.off("data", take);
      chunks.length = 0;
      const message = `Request entity too large: limit is ${bodyLimit}`;
      reject(new StatusError(413, "RequestEntityTooLarge", message, {}));
    };
    request.on("data", take);
    request.on("end", () => {
      const [first] = chunks;
      resolve(chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks));
    });
  });
}

/** Ends a request that is answered before all of it was read: the rest is thrown away, but not for ever. */
export function abandon(request: IncomingMessage): void {
  request.resume();
  const cancel = after(lingerMs, () => {
    if (request instanceof Http2ServerRequest) request.stream.close();
    else request.destroy();
  });
  request.on("end", cancel);
  request.on("close", cancel);
}

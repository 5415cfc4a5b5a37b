import type { IncomingHttpHeaders, ServerHttp2Stream } from "node:http2";
import { buffer } from "node:stream/consumers";

/** Status codes of gRPC. */
export const grpcCodes = { failedPrecondition: 9, unimplemented: 12, internal: 13, unavailable: 14 } as const;

/** An error response of gRPC. */
// eslint-disable-next-line errors/capstan-errors -- answered over the wire
export class GrpcError extends Error {
  override readonly name = "GrpcError";
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** Handles the message of a call, by its path `/<service>/<method>`. */
export type GrpcHandler = (path: string, message: Buffer) => Promise<Buffer>;

const prefixBytes = 5;

/** Serves one unary gRPC call. */
export async function serveCall(
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  handler: GrpcHandler,
): Promise<void> {
  try {
    const request = await buffer(stream);
    const answer = await handler(headers[":path"] ?? "", request.subarray(prefixBytes));
    const prefix = Buffer.alloc(prefixBytes);
    prefix.writeUInt32BE(answer.length, 1);
    stream.respond({ ":status": 200, "content-type": "application/grpc" }, { waitForTrailers: true });
    stream.once("wantTrailers", () => {
      stream.sendTrailers({ "grpc-status": "0" });
    });
    stream.end(Buffer.concat([prefix, answer]));
  } catch (error) {
    if (stream.destroyed || stream.headersSent) return;
    const { code, message } = error instanceof GrpcError ? error : new GrpcError(grpcCodes.internal, "internal error");
    const trailers = { "grpc-status": String(code), "grpc-message": encodeURIComponent(message) };
    stream.respond({ ":status": 200, "content-type": "application/grpc", ...trailers }, { endStream: true });
  }
}

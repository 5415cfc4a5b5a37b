import { type MediaRange } from "../output/accept.ts";
import { serverVersion } from "./version.ts";

const info = { title: "Kubernetes", version: serverVersion.gitVersion };

/**
 * `/openapi/v2`: a document that describes no kind. What is served is described in v3; kubectl asks here for kinds that are not, and
 * takes an answer that it cannot have for a server that it cannot validate with.
 */
export function openApiV2(ranges: readonly MediaRange[]): { readonly type: string; readonly body: Buffer } {
  const isBinary = ranges.some(({ type }) => type.startsWith("application/com.github.proto-openapi.spec.v2"));
  if (!isBinary) {
    const document = { swagger: "2.0", info, paths: {} };
    return { type: "application/json", body: Buffer.from(JSON.stringify(document)) };
  }
  const fields = [
    field(1, "2.0"),
    field(2, Buffer.concat([field(1, info.title), field(2, info.version)])),
    field(8, ""),
  ];
  return { type: "application/com.github.proto-openapi.spec.v2.v1.0+protobuf", body: Buffer.concat(fields) };
}

/** One field of a protobuf message: a string or a message of fewer than 128 bytes. */
function field(number: number, value: string | Buffer): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([Buffer.from([(number << 3) | 2, bytes.length]), bytes]);
}

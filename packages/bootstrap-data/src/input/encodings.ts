import { gunzipSync } from "node:zlib";
import { invalid } from "./bootstrap-data-error.ts";

const base64Text = /^[A-Za-z0-9+/\s]*(?:={1,2}\s*)?$/;
const maxUnpackedBytes = 16 * 1024 * 1024;

/** @throws `BootstrapDataError` the bytes are not base64. */
export function fromBase64(bytes: Buffer, at: string): Buffer {
  const text = bytes.toString("latin1");
  if (!base64Text.test(text)) throw invalid(at, "is not base64, as in its encoding");
  return Buffer.from(text, "base64");
}

/** @throws `BootstrapDataError` the bytes are not gzip, or unpack to more than 16 MiB. */
export function unpackGzip(bytes: Buffer, at: string): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: maxUnpackedBytes });
  } catch (cause) {
    throw invalid(at, "is not gzip, as in its encoding", { cause });
  }
}

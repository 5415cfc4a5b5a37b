import { gunzipSync } from "node:zlib";
import { invalid } from "./bootstrap-data-error.ts";

const base64Text = /^[A-Za-z0-9+/\s]*(?:={1,2}\s*)?$/;
const maxUnpackedBytes = 16 * 1024 * 1024;
const tooLarge = "unpacks to more than 16 MiB, together with the contents before it";

/** @throws `BootstrapDataError` the bytes are not base64. */
export function fromBase64(bytes: Buffer, at: string): Buffer {
  const text = bytes.toString("latin1");
  if (!base64Text.test(text)) throw invalid(at, "is not base64, as in its encoding");
  return Buffer.from(text, "base64");
}

/** Unpacks the files of one bootstrap data, at most 16 MiB together: a few KiB of gzip may unpack to many MiB. */
export class Gunzip {
  #left = maxUnpackedBytes;

  /** @throws `BootstrapDataError` the bytes are not gzip, or unpack to more than is left. */
  unpack(bytes: Buffer, at: string): Buffer {
    try {
      const unpacked = gunzipSync(bytes, { maxOutputLength: Math.max(1, this.#left) });
      this.#left -= unpacked.length;
      return unpacked;
    } catch (cause) {
      throw invalid(at, isTooLarge(cause) ? tooLarge : "is not gzip, as in its encoding", { cause });
    }
  }
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
}

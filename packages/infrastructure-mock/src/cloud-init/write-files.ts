import { posix } from "node:path";
import { gunzipSync } from "node:zlib";
import { isJsonObject, type JsonObject } from "@capstan/kube";
import { BootstrapDataError } from "./bootstrap-data-error.ts";
import type { ImageFile } from "./machine-image.ts";

const gzipEncodings = new Set(["gz", "gzip"]);
const base64Encodings = new Set(["b64", "base64"]);
const bothEncodings = new Set(["gz+base64", "gzip+base64", "gz+b64", "gzip+b64"]);
const base64Text = /^[A-Za-z0-9+/\s]*(?:={1,2}\s*)?$/;
const maxUnpackedBytes = 16 * 1024 * 1024;

/**
 * The files that `write_files` creates, in order: a later entry replaces an earlier one, or is appended to it.
 *
 * @throws `BootstrapDataError` an entry without a path, or content that cannot be decoded.
 */
export function writeFiles(value: unknown): ReadonlyMap<string, ImageFile> {
  const files = new Map<string, ImageFile>();
  if (value === undefined || value === null) return files;
  if (!Array.isArray(value)) throw invalid("write_files", "must be a list");
  value.forEach((entry: unknown, index) => {
    const at = `write_files[${index}]`;
    if (!isJsonObject(entry)) throw invalid(at, "must be a mapping with path and content");
    const path = absolutePath(entry.path, at);
    files.set(path, imageFile(entry, at, files.get(path)));
  });
  return files;
}

function imageFile(entry: JsonObject, at: string, previous: ImageFile | undefined): ImageFile {
  const content = decode(entry, at);
  const appended = entry.append === true && previous !== undefined;
  return {
    content: appended ? Buffer.concat([previous.content, content]) : content,
    permissions: permissions(entry.permissions, at) ?? (appended ? previous.permissions : "0644"),
    owner: typeof entry.owner === "string" ? entry.owner : appended ? previous.owner : "root:root",
  };
}

function absolutePath(path: unknown, at: string): string {
  if (typeof path !== "string" || path === "") throw invalid(`${at}.path`, "must be the path of a file");
  return posix.resolve("/", path);
}

function permissions(value: unknown, at: string): string | undefined {
  if (value === undefined || value === null) return undefined;
  // YAML 1.1 reads an unquoted 0640 as an octal number.
  if (typeof value === "number" && Number.isInteger(value) && value >= 0) return `0${value.toString(8)}`;
  if (typeof value === "string" && /^(0o?)?[0-7]{1,4}$/.test(value)) return value;
  throw invalid(`${at}.permissions`, "must be octal, such as '0640'");
}

function decode(entry: JsonObject, at: string): Buffer {
  const encoding = typeof entry.encoding === "string" ? entry.encoding.trim().toLowerCase() : "";
  const content = entry.content ?? "";
  if (typeof content !== "string" && !(content instanceof Uint8Array)) {
    throw invalid(`${at}.content`, "must be text");
  }
  const bytes = Buffer.from(content);
  if (bothEncodings.has(encoding)) return unpack(fromBase64(bytes, at), at);
  if (base64Encodings.has(encoding)) return fromBase64(bytes, at);
  if (gzipEncodings.has(encoding)) return unpack(bytes, at);
  // Like cloud-init: an unknown encoding is treated as plain text.
  return bytes;
}

function fromBase64(bytes: Buffer, at: string): Buffer {
  const text = bytes.toString("latin1");
  if (!base64Text.test(text)) throw invalid(`${at}.content`, "is not base64, as in its encoding");
  return Buffer.from(text, "base64");
}

function unpack(bytes: Buffer, at: string): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: maxUnpackedBytes });
  } catch (cause) {
    throw new BootstrapDataError("BootstrapDataInvalid", `${at}.content`, "is not gzip, as in its encoding", {
      cause,
    });
  }
}

function invalid(path: string, problem: string): BootstrapDataError {
  return new BootstrapDataError("BootstrapDataInvalid", path, problem);
}

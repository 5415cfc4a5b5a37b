import { posix } from "node:path";
import { isJsonObject, type JsonObject } from "@capstan/kube";
import { invalid } from "../input/bootstrap-data-error.ts";
import { fromBase64, Gunzip } from "../input/encodings.ts";

const gzipEncodings = new Set(["gz", "gzip"]);
const base64Encodings = new Set(["b64", "base64"]);
const bothEncodings = new Set(["gz+base64", "gzip+base64", "gz+b64", "gzip+b64"]);

/** An entry of `write_files`, decoded. */
export interface WrittenFile {
  /** `write_files[0]` */
  readonly at: string;
  readonly path: string;
  readonly content: Buffer;
  /** Octal, as for chmod; undefined if unset. */
  readonly permissions?: string;
  /** user:group; undefined if unset. */
  readonly owner?: string;
  readonly append: boolean;
  /** Whether it is written after the packages and users exist. */
  readonly deferred: boolean;
}

/**
 * The files of `write_files`, in order.
 *
 * @throws `BootstrapDataError` an entry without a path, or content that cannot be decoded.
 */
export function writtenFiles(value: unknown): readonly WrittenFile[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw invalid("write_files", "must be a list");
  const gunzip = new Gunzip();
  return value.map((entry: unknown, index) => {
    const at = `write_files[${index}]`;
    if (!isJsonObject(entry)) throw invalid(at, "must be a mapping with path and content");
    return writtenFile(entry, at, gunzip);
  });
}

function writtenFile(entry: JsonObject, at: string, gunzip: Gunzip): WrittenFile {
  const mode = permissions(entry.permissions, at);
  return {
    at,
    path: absolutePath(entry.path, at),
    content: decode(entry, at, gunzip),
    ...(mode === undefined ? {} : { permissions: mode }),
    ...(typeof entry.owner === "string" ? { owner: entry.owner } : {}),
    append: entry.append === true,
    deferred: entry.defer === true,
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

function decode(entry: JsonObject, at: string, gunzip: Gunzip): Buffer {
  const encoding = typeof entry.encoding === "string" ? entry.encoding.trim().toLowerCase() : "";
  const content = entry.content ?? "";
  if (typeof content !== "string" && !(content instanceof Uint8Array)) {
    throw invalid(`${at}.content`, "must be text");
  }
  const place = `${at}.content`;
  const bytes = Buffer.from(content);
  if (bothEncodings.has(encoding)) return gunzip.unpack(fromBase64(bytes, place), place);
  if (base64Encodings.has(encoding)) return fromBase64(bytes, place);
  if (gzipEncodings.has(encoding)) return gunzip.unpack(bytes, place);
  // Like cloud-init: an unknown encoding is treated as plain text.
  return bytes;
}

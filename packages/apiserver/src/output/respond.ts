import { type OutgoingHttpHeaders, type ServerResponse } from "node:http";
import { constants, gzip } from "node:zlib";
import { parseJson, stringifyJson, writeYaml } from "@capstan/kube";
import { encodeObject, protobufType } from "../protobuf/envelope.ts";
import { type StatusError } from "../status/status-error.ts";
import { type Status } from "../status/status.ts";

export type Encoding = "json" | "yaml" | "protobuf";

/** The format that a client requests for its answer. */
export interface Format {
  readonly encoding: Encoding;
  readonly pretty: boolean;
}

export const compact: Format = { encoding: "json", pretty: false };

/** Answers are momentary, and for one user. */
const uncached = { "cache-control": "no-cache, private" };

/** Ends a response with a JSON string, in the client's format, or with protobuf bytes. */
export function send(
  response: ServerResponse,
  code: number,
  content: string | Buffer,
  format: Format,
  warnings: readonly string[] = [],
): void {
  const body = typeof content === "string" ? formatted(content, format) : content;
  const length = Buffer.byteLength(body);
  warn(response, warnings);
  // Some handlers have already set a more precise content type.
  if (!response.hasHeader("content-type")) response.setHeader("content-type", contentTypeOf(content, format));
  if (wantsGzip(response, length)) {
    sendGzip(response, code, uncached, Buffer.from(body));
    return;
  }
  response.writeHead(code, {
    ...uncached,
    "content-length": length,
  });
  // Node writes headers and a string together, in the encoding of the string; use latin1 unless the content needs UTF-8.
  if (typeof body === "string" && body.length === length) response.end(body, "latin1");
  else response.end(typeof body === "string" ? Buffer.from(body) : body);
}

/** Sends warnings, also if the request is refused. */
export function warn(response: ServerResponse, warnings: readonly string[]): void {
  if (warnings.length > 0 && !response.headersSent) response.setHeader("warning", warningHeaders(warnings));
}

function formatted(text: string, { encoding, pretty }: Format): string {
  if (encoding === "yaml") return yamlOf(text);
  return pretty ? prettyJson(text) : `${text}\n`;
}

function contentTypeOf(content: string | Buffer, { encoding }: Format): string {
  if (typeof content !== "string") return protobufType;
  return encoding === "yaml" ? "application/yaml" : "application/json";
}

export function sendText(
  response: ServerResponse,
  code: number,
  text: string,
  contentType = "text/plain; charset=utf-8",
): void {
  sendPlain(response, code, text, { "content-type": contentType, "x-content-type-options": "nosniff" });
}

/** Ends a response that is not about objects, and must not be cached either. */
export function sendPlain(
  response: ServerResponse,
  code: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(code, { ...uncached, ...headers });
  response.end(text);
}

/** Answers without content. */
export function sendNothing(response: ServerResponse): void {
  response.writeHead(204, uncached).end();
}

export function sendError(response: ServerResponse, error: StatusError, format: Format): void {
  const retry = error.status.details?.retryAfterSeconds;
  if (retry !== undefined) response.setHeader("retry-after", String(retry));
  send(response, error.status.code, writeStatus(error.status, format), format);
}

/** A Status in the client's format. */
export function writeStatus(status: Status, { encoding }: Format): string | Buffer {
  return encoding === "protobuf" ? encodeObject({ ...status }, "meta.v1.Status") : stringifyJson(status);
}

/** Converts JSON to YAML. */
function yamlOf(text: string): string {
  return writeYaml(parseJson(text, { integers: "exact" }));
}

/** Formats JSON on many lines. */
function prettyJson(text: string): string {
  return JSON.stringify(parseJson(text, { integers: "exact" }), rawIntegers, 2);
}

/** TypeScript has no type for it yet. */
const { rawJSON } = JSON as unknown as { readonly rawJSON: (text: string) => unknown };

function rawIntegers(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? rawJSON(String(value)) : value;
}

/** Shorter answers are not worth the time. */
const longEnough = 128 * 1024;

/** Whether the client accepts this many bytes compressed. */
function wantsGzip(response: ServerResponse, length: number): boolean {
  if (length <= longEnough) return false;
  const accepted = response.req.headers["accept-encoding"] ?? "";
  return [accepted]
    .flat()
    .join(",")
    .split(",")
    .some((encoding) => encoding.trim() === "gzip");
}

/** Ends a response with a body that is compressed in the background. */
function sendGzip(response: ServerResponse, code: number, headers: OutgoingHttpHeaders, body: Buffer): void {
  gzip(body, { level: constants.Z_BEST_SPEED }, (error, compressed) => {
    if (error !== null) {
      response.destroy(error);
      return;
    }
    if (response.destroyed) return;
    response.writeHead(code, { ...headers, "content-encoding": "gzip", vary: "Accept-Encoding" });
    response.end(compressed);
  });
}

const longestTogether = 4 * 1024;
const longestTruncated = 256;

/**
 * The values of the Warning header, without repetitions. If they are too long together, each is cut, and those that still do not fit are
 * omitted, because clients refuse long headers.
 */
function warningHeaders(warnings: readonly string[]): string[] {
  const distinct = [...new Set(warnings)].map((warning) => Array.from(warning));
  const isLong = distinct.reduce((sum, { length }) => sum + length, 0) > longestTogether;
  const headers: string[] = [];
  let written = 0;
  for (const letters of distinct) {
    if (isLong && written >= longestTogether) break;
    const shown = isLong ? letters.slice(0, longestTruncated) : letters;
    written += shown.length;
    headers.push(header(shown.join("")));
  }
  return headers;
}

/** Node sends a character as one byte. Characters beyond Latin-1 are sent as their UTF-8 bytes, as in Go. */
function header(text: string): string {
  const quoted = `299 - "${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
  return Buffer.from(quoted, "utf8").toString("latin1");
}

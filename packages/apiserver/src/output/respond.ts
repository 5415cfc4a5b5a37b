import { type ServerResponse } from "node:http";
import { type StatusError } from "../status/status-error.ts";
import { prettyJson, yamlOf } from "./pretty.ts";
import { warningHeaders } from "./warnings.ts";

/** The format in which a client wants its answer. */
export interface Format {
  readonly yaml: boolean;
  readonly pretty: boolean;
}

export const compact: Format = { yaml: false, pretty: false };

/** Ends a response with JSON text, in the format that the client wants. */
export function sendJson(
  response: ServerResponse,
  code: number,
  text: string,
  format: Format,
  warnings: readonly string[] = [],
): void {
  // As bytes: with a string, Node writes the headers in UTF-8 as well.
  const body = Buffer.from(format.yaml ? yamlOf(text) : format.pretty ? prettyJson(text) : `${text}\n`);
  if (warnings.length > 0) response.setHeader("warning", warningHeaders(warnings));
  // A handler that knows a more precise content type has set it already.
  if (!response.hasHeader("content-type")) {
    response.setHeader("content-type", format.yaml ? "application/yaml" : "application/json");
  }
  response.writeHead(code, {
    "cache-control": "no-cache, private",
    "content-length": body.length,
  });
  response.end(body);
}

export function sendText(
  response: ServerResponse,
  code: number,
  text: string,
  contentType = "text/plain; charset=utf-8",
): void {
  response.writeHead(code, { "content-type": contentType, "x-content-type-options": "nosniff" });
  response.end(text);
}

export function sendError(response: ServerResponse, error: StatusError, format: Format): void {
  const retry = error.status.details?.retryAfterSeconds;
  if (retry !== undefined) response.setHeader("retry-after", String(retry));
  sendJson(response, error.status.code, JSON.stringify(error.status), format);
}

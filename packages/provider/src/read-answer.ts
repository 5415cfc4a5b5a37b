import { schemaValidator } from "@capstan/contract";
import { isMalformedText, parseJson } from "@capstan/kube";
import type { Static, TSchema } from "typebox";
import { PendingError } from "./outcome/pending-error.ts";

/** The limits for one response of a cloud. */
export interface AnswerLimits {
  /** The most bytes to read, after decompression. Default: 4 MiB. */
  readonly bytes?: number;
  /** The most JSON values to accept, because they cost more memory than their bytes. Default: 100,000. */
  readonly values?: number;
}

/** Deeper than the responses of any API. */
const depth = 100;
/** The delay before the next request to a cloud whose response was refused, in milliseconds. */
const retryAfterMs = 60_000;

/**
 * Parses the JSON response of a cloud and checks it against a schema. The cloud may belong to anyone and tenants share the manager, so
 * `readAnswer` reads at most `AnswerLimits` and no response exhausts the memory. Fields that the schema does not know are ignored. The
 * signal of the request limits the time.
 *
 * @throws PendingError - `CloudAnswerRefused`, with a Warning Event: the response exceeds a limit, is not JSON, or does not fit the schema.
 *   The message quotes nothing of the response.
 *
 * @example
 * ```ts
 * import { readAnswer, Type } from "@capstan/provider";
 *
 * const Server = Type.Object({ id: Type.String({ pattern: "^[a-z0-9-]{1,63}$" }), state: Type.Enum(["creating", "running"]) });
 *
 * export async function serverOf(url: URL, signal: AbortSignal) {
 *   // With redirects, the cloud could make the manager send requests to any address.
 *   const response = await fetch(url, { redirect: "manual", signal: AbortSignal.any([signal, AbortSignal.timeout(10_000)]) });
 *   return readAnswer(response, Server);
 * }
 * ```
 */
export async function readAnswer<const Schema extends TSchema>(
  response: Pick<Response, "body">,
  schema: Schema,
  { bytes = 4 * 1024 * 1024, values = 100_000 }: AnswerLimits = {},
): Promise<Static<Schema>> {
  const answer = jsonOf(await textOf(response, bytes), values);
  const places = schemaValidator(schema)
    .faults(answer, "answer")
    .slice(0, 3)
    .map(({ path, expected }) => `${path}: expected ${expected}`);
  if (places.length > 0) throw refused(places.join("; "));
  return answer as Static<Schema>;
}

async function textOf({ body }: Pick<Response, "body">, mostBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const parts: AsyncIterable<Uint8Array> | readonly Uint8Array[] = body ?? [];
  // Throwing out of the loop aborts the request.
  for await (const chunk of parts) {
    bytes += chunk.byteLength;
    if (bytes > mostBytes) throw refused(`it is longer than ${mostBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function jsonOf(text: string, values: number): unknown {
  try {
    return parseJson(text, { values, depth });
  } catch (error) {
    if (isMalformedText(error)) throw refused(error.message, error);
    throw error;
  }
}

function refused(why: string, cause?: unknown): PendingError {
  const message = `The cloud's response is rejected: ${why}`;
  return new PendingError("CloudAnswerRefused", message, { retryAfterMs, warning: true, cause });
}

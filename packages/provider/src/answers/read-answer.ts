import { schemaValidator } from "@capstan/contract";
import { isMalformedText, parseJson } from "@capstan/kube";
import type { Static, TSchema } from "typebox";
import { PendingError } from "../outcome/pending-error.ts";

/** How much is read of an answer. */
export interface AnswerLimits {
  /** Bytes, after decompression. Default: 4 MiB. */
  readonly bytes?: number;
  /** JSON values in all, which cost memory more than their bytes do. Default: 100,000. */
  readonly values?: number;
}

/** No API nests so deep. */
const depth = 100;
/** When the cloud is asked again that answered with something that is not accepted, in milliseconds. */
const retryAfterMs = 60_000;

/**
 * The JSON of a cloud's answer, if it has the form that the schema says. A cloud may be anyone's, and the manager is shared: no more than
 * the limits is read, so that no answer takes its memory. Fields that the schema does not know are ignored. How long it takes is
 * limited by the signal of the request.
 *
 * @throws PendingError - `CloudAnswerRefused`: it exceeds a limit, is not JSON or has another form; with a Warning. Nothing of the
 *   answer is in the message.
 *
 * @example
 * ```ts
 * import { readAnswer, Type } from "@capstan/provider";
 *
 * const Server = Type.Object({ id: Type.String({ pattern: "^[a-z0-9-]{1,63}$" }), state: Type.Enum(["creating", "running"]) });
 *
 * export async function serverOf(url: URL, signal: AbortSignal) {
 *   // Redirects would have the manager send requests to wherever the cloud says.
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
  // Leaving the loop ends the request.
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
  const message = `The cloud's answer is not accepted: ${why}`;
  return new PendingError("CloudAnswerRefused", message, { retryAfterMs, warning: true, cause });
}

import { type SchemaFault } from "@capstan/contract";
import { deepFreeze, isCapstanError, isJsonObject } from "@capstan/kube";
import type { DefinedHandler, HookContext } from "../define/handler.ts";
import { HookError } from "../define/hook-error.ts";
import { hookFacts } from "../hooks/hook-facts.ts";
import { requestValidator, responseValidator } from "../hooks/hook-schemas.ts";

/** A response of any hook. */
export interface HookResponse {
  /** Group and version. */
  readonly apiVersion: string;
  /** The kind: `GeneratePatchesResponse`. */
  readonly kind: string;
  /** Whether the call has succeeded. */
  readonly status: "Success" | "Failure";
  /** The message for users; empty if there is nothing to say. */
  readonly message?: string;
  /** For hooks that block. */
  readonly retryAfterSeconds?: number;
  /** All other fields of the response. */
  readonly [field: string]: unknown;
}

/**
 * Calls a handler with the body of a request. A body or an answer that does not match the schemas of the Runtime SDK, and everything that
 * the handler throws, becomes a response with the status Failure.
 *
 * @param contextOf - the context for the settings of the request.
 * @param onFailure - called with the error behind such a response.
 */
export async function answerHook(
  handler: DefinedHandler,
  body: unknown,
  contextOf: (settings: HookContext["settings"]) => HookContext,
  onFailure: (error: unknown) => void,
): Promise<HookResponse> {
  const { apiVersion, retries } = hookFacts(handler.hook);
  const envelope = { apiVersion, kind: `${handler.hook}Response` };
  try {
    const request = readRequest(handler, body);
    const answer = (await handler.handle(request, contextOf(request.settings ?? {}))) ?? {};
    const { retryAfterSeconds = 0 } = answer as { readonly retryAfterSeconds?: number };
    // The core blocks for every value but 0, and calls again only after a positive one.
    if (retryAfterSeconds < 0) throw invalidAnswer(handler, "retryAfterSeconds must be 0 or more");
    const response = {
      ...answer,
      ...(retries ? { retryAfterSeconds } : {}),
      ...envelope,
      status: "Success" as const,
    };
    const faults = responseFaults(handler, response);
    if (faults.length > 0) throw invalidAnswer(handler, textOf(faults));
    return response;
  } catch (error) {
    onFailure(error);
    const message = messageOf(error, handler);
    return { ...envelope, status: "Failure", message, ...(retries ? { retryAfterSeconds: 0 } : {}) };
  }
}

/** How many faults a message lists. */
const mostFaults = 10;

function readRequest(handler: DefinedHandler, body: unknown): { readonly settings?: HookContext["settings"] } {
  const facts = hookFacts(handler.hook);
  const kind = `${handler.hook}Request`;
  if (!isJsonObject(body) || body.kind !== kind || body.apiVersion !== facts.apiVersion) {
    throw new HookError(`The handler ${handler.name} answers a ${kind} of ${facts.apiVersion} only`);
  }
  const validator = requestValidator(facts);
  const request = validator.asStored(body);
  const faults = validator.faults(request, "", mostFaults);
  if (faults.length > 0) throw new HookError(`The request is invalid: ${textOf(faults)}`);
  return deepFreeze(request as { settings?: HookContext["settings"] });
}

function responseFaults({ hook }: DefinedHandler, response: unknown): readonly SchemaFault[] {
  return responseValidator(hookFacts(hook)).faults(JSON.parse(JSON.stringify(response)), "", mostFaults);
}

/** The answer of a handler does not match the schema of the response. */
export class InvalidAnswerError extends HookError {}

function invalidAnswer({ name }: DefinedHandler, problem: string): InvalidAnswerError {
  return new InvalidAnswerError(`The handler ${name} returned an invalid answer: ${problem}`);
}

/** Without the values, which may be confidential. */
function textOf(faults: readonly SchemaFault[]): string {
  const listed = faults.slice(0, mostFaults).map(({ path, expected }) => `${path} must be ${expected}`);
  return [...listed, ...(faults.length < mostFaults ? [] : ["and more"])].join("; ");
}

/** For errors that are not written for users, only the name: the message might quote anything. */
function messageOf(error: unknown, { name }: DefinedHandler): string {
  if (isCapstanError(error)) return error.message;
  return `The handler ${name} has failed: ${error instanceof Error ? error.name : "unknown error"}`;
}

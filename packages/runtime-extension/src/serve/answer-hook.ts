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

/** The context of a call, without what the request says. */
export type CallContext = Omit<HookContext, "settings">;

/**
 * Calls a handler with the body of a request. A body or an answer that does not match the schemas of the Runtime SDK, and everything that
 * the handler throws, becomes a response with the status Failure.
 *
 * @param onFailure - called with the error behind such a response.
 */
export async function answerHook(
  handler: DefinedHandler,
  body: unknown,
  context: CallContext,
  onFailure: (error: unknown) => void,
): Promise<HookResponse> {
  const { apiVersion, retries } = hookFacts(handler.hook);
  const envelope = { apiVersion, kind: `${handler.hook}Response` };
  try {
    const request = readRequest(handler, body);
    const answer = (await handler.handle(request as never, withSettings(context, request))) ?? {};
    const response = {
      ...envelope,
      status: "Success" as const,
      ...(retries ? { retryAfterSeconds: 0 } : {}),
      ...answer,
    };
    refuseFaults(`The handler ${handler.name} returned an invalid answer`, responseFaults(handler, response));
    return response;
  } catch (error) {
    onFailure(error);
    const message = messageOf(error, handler);
    return { ...envelope, status: "Failure", message, ...(retries ? { retryAfterSeconds: 0 } : {}) };
  }
}

/** A context whose client is still that of the original, which may throw. */
function withSettings(context: CallContext, { settings = {} }: { readonly settings?: unknown }): HookContext {
  return Object.create(context, { settings: { value: settings, enumerable: true } }) as HookContext;
}

function readRequest(handler: DefinedHandler, body: unknown): { readonly settings?: unknown } {
  const facts = hookFacts(handler.hook);
  const kind = `${handler.hook}Request`;
  if (!isJsonObject(body) || body.kind !== kind || body.apiVersion !== facts.apiVersion) {
    throw new HookError(`The handler ${handler.name} answers a ${kind} of ${facts.apiVersion} only`);
  }
  const validator = requestValidator(facts);
  const request = validator.asStored(body);
  refuseFaults("The request is invalid", validator.faults(request));
  return deepFreeze(request as { settings?: unknown });
}

function responseFaults({ hook }: DefinedHandler, response: unknown): readonly SchemaFault[] {
  return responseValidator(hookFacts(hook)).faults(JSON.parse(JSON.stringify(response)));
}

/** Without the values, which may be confidential. */
function refuseFaults(what: string, faults: readonly SchemaFault[]): void {
  if (faults.length === 0) return;
  throw new HookError(`${what}: ${faults.map(({ path, expected }) => `${path} must be ${expected}`).join("; ")}`);
}

/** For errors that are not written for users, only the name: the message might quote anything. */
function messageOf(error: unknown, { name }: DefinedHandler): string {
  if (isCapstanError(error)) return error.message;
  return `The handler ${name} has failed: ${error instanceof Error ? error.name : "unknown error"}`;
}

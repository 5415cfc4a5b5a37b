import type { ObjectRef } from "@capstan/kube";
import { ApiError, reasonFor, type Status, type StatusDetails } from "../errors/api-error.ts";
import { withinLimit } from "./response-limits.ts";
import { describeRef } from "../errors/object-ref.ts";

function parse(text: string): Status | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === "object" && parsed !== null && "kind" in parsed && parsed.kind === "Status")
      return parsed as Status;
  } catch {
    // Not JSON: a proxy's page, or plain text such as "404 page not found".
  }
  return undefined;
}

/** The safe part of the server's message: the server quotes rejected values, which for a Secret are confidential. */
function messageOf(status: Status, object: ObjectRef | undefined): string {
  if (object?.kind === "Secret") {
    const fields = (status.details?.causes ?? []).map(({ field }) => field ?? "").filter((field) => field !== "");
    return `${describeRef(object)}: ${status.reason ?? "rejected"}${fields.length === 0 ? "" : ` (${fields.join(", ")})`}`;
  }
  return status.message ?? "The API server sent no reason";
}

/** The error for a Status object, from the body of an answer or from the ERROR event of a watch. */
export function errorFromStatus(
  status: Status,
  httpStatus: number,
  object?: ObjectRef,
  messageCharacters?: number,
): ApiError {
  const code = status.code ?? httpStatus;
  const isSecret = object?.kind === "Secret";
  const { details } = status;
  return new ApiError(withinLimit(messageOf(status, object), messageCharacters), {
    status: code,
    reason: status.reason === undefined || status.reason === "" ? reasonFor(code) : status.reason,
    ...(details === undefined || isSecret ? {} : { details }),
    ...(object === undefined ? {} : { object }),
  });
}

/** The details, with the header's Retry-After if the Status has none. */
function detailsWith(details: StatusDetails | undefined, retryAfter: string | undefined): StatusDetails | undefined {
  const seconds = retryAfter === undefined ? NaN : Number(retryAfter);
  if (!Number.isFinite(seconds) || details?.retryAfterSeconds !== undefined) return details;
  return { ...details, retryAfterSeconds: seconds };
}

/** The parts of an error that are not in the body. */
interface ResponseErrorOptions {
  /** The `Retry-After` header. */
  readonly retryAfter?: string | undefined;
  /** The maximum length of the server's message. Default: no limit. */
  readonly messageCharacters?: number | undefined;
}

/** The error for a response with an error status. */
export function errorFromResponse(
  httpStatus: number,
  text: string,
  object?: ObjectRef,
  { retryAfter, messageCharacters }: ResponseErrorOptions = {},
): ApiError {
  const status = parse(text);
  const details = detailsWith(status?.details, retryAfter);
  if (status !== undefined) {
    const detailed = { ...status, ...(details === undefined ? {} : { details }) };
    return errorFromStatus(detailed, httpStatus, object, messageCharacters);
  }
  const about = object === undefined ? "" : ` for ${describeRef(object)}`;
  return new ApiError(`The server answered ${httpStatus} ${reasonFor(httpStatus)}${about}`, {
    status: httpStatus,
    reason: reasonFor(httpStatus),
    ...(details === undefined ? {} : { details }),
    ...(object === undefined ? {} : { object }),
  });
}

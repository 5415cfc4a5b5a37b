import type { ObjectRef } from "@capstan/kube";
import { ApiError, reasonFor, type Status, type StatusDetails } from "../errors/api-error.ts";
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

/** What a message may say: the server quotes rejected values, which for a Secret are the secret. */
function messageOf(status: Status, object: ObjectRef | undefined): string {
  if (object?.kind === "Secret") {
    const fields = (status.details?.causes ?? []).map(({ field }) => field ?? "").filter((field) => field !== "");
    return `${describeRef(object)}: ${status.reason ?? "rejected"}${fields.length === 0 ? "" : ` (${fields.join(", ")})`}`;
  }
  return status.message ?? "The API server gave no reason";
}

/** The error for a Status object, from the body of an answer or an ERROR event of a watch. */
export function errorFromStatus(status: Status, httpStatus: number, object?: ObjectRef): ApiError {
  const code = status.code ?? httpStatus;
  const isSecret = object?.kind === "Secret";
  const { details } = status;
  return new ApiError(messageOf(status, object), {
    status: code,
    reason: status.reason === undefined || status.reason === "" ? reasonFor(code) : status.reason,
    ...(details === undefined || isSecret ? {} : { details }),
    ...(object === undefined ? {} : { object }),
  });
}

/** What the server asks for in a header, where the Status does not say it. */
function detailsWith(details: StatusDetails | undefined, retryAfter: string | undefined): StatusDetails | undefined {
  const seconds = retryAfter === undefined ? NaN : Number(retryAfter);
  if (!Number.isFinite(seconds) || details?.retryAfterSeconds !== undefined) return details;
  return { ...details, retryAfterSeconds: seconds };
}

/** The error for an answer with an error status. @param retryAfter - the header of this name. */
export function errorFromResponse(httpStatus: number, text: string, object?: ObjectRef, retryAfter?: string): ApiError {
  const status = parse(text);
  const details = detailsWith(status?.details, retryAfter);
  if (status !== undefined) {
    return errorFromStatus({ ...status, ...(details === undefined ? {} : { details }) }, httpStatus, object);
  }
  const about = object === undefined ? "" : ` for ${describeRef(object)}`;
  return new ApiError(`The server answered ${httpStatus} ${reasonFor(httpStatus)}${about}`, {
    status: httpStatus,
    reason: reasonFor(httpStatus),
    ...(details === undefined ? {} : { details }),
    ...(object === undefined ? {} : { object }),
  });
}

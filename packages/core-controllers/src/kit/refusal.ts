import { type ApiError, isApiError, isConflict } from "@capstan/runtime";

/** Whether the server refused an object, so that retrying the same request immediately would not help. */
export function isRefusal(error: unknown): error is ApiError {
  return isApiError(error) && error.status >= 400 && error.status < 500 && error.status !== 429 && !isConflict(error);
}

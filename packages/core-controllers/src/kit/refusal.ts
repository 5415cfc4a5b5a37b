import { type ApiError, isApiError, isConflict } from "@capstan/runtime";

/** The server has looked at an object and does not want it: trying the same again at once helps nothing. */
export function isRefusal(error: unknown): error is ApiError {
  return isApiError(error) && error.status >= 400 && error.status < 500 && error.status !== 429 && !isConflict(error);
}

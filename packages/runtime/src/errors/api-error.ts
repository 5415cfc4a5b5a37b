import { CapstanError, isCapstanError, type ObjectRef } from "@capstan/kube";

/** The `details` field of a Kubernetes Status. */
export interface StatusDetails {
  /** The name of the request's object. */
  readonly name?: string;
  /** The API group of the object. */
  readonly group?: string;
  /** The kind or resource of the object. */
  readonly kind?: string;
  /** The uid of the object. */
  readonly uid?: string;
  /** The problems, field by field. */
  readonly causes?: readonly { readonly reason?: string; readonly message?: string; readonly field?: string }[];
  /** Seconds after which the request may be retried. */
  readonly retryAfterSeconds?: number;
}

/** The error form of a Kubernetes `Status` object. */
export interface Status {
  /** Always `Status`. */
  readonly kind?: string;
  /** `Success` or `Failure`. */
  readonly status?: string;
  /** The problem, for people. */
  readonly message?: string;
  /** The reason in one word: `NotFound`, `Conflict`. */
  readonly reason?: string;
  /** The request's object and the problems with it. */
  readonly details?: StatusDetails;
  /** The HTTP status. */
  readonly code?: number;
}

/** The API server answered with an error. Controllers retry it with back-off. */
export class ApiError extends CapstanError {
  readonly code = "ApiRequestFailed";
  readonly retry = "backoff";
  /** HTTP status. */
  readonly status: number;
  /** The reason, as Kubernetes spells it: NotFound, AlreadyExists, Conflict, Invalid, Expired, Forbidden, ... */
  readonly reason: string;
  /** The request's object and the problems with it, as the server reported them. */
  readonly details?: StatusDetails;

  constructor(
    message: string,
    options: { status: number; reason: string; details?: StatusDetails; object?: ObjectRef; cause?: unknown },
  ) {
    super(message, options);
    this.status = options.status;
    this.reason = options.reason;
    if (options.details !== undefined) this.details = options.details;
  }
}

const reasonOfStatus: Readonly<Record<number, string>> = {
  400: "BadRequest",
  401: "Unauthorized",
  403: "Forbidden",
  404: "NotFound",
  405: "MethodNotAllowed",
  406: "NotAcceptable",
  409: "Conflict",
  410: "Expired",
  413: "RequestEntityTooLarge",
  415: "UnsupportedMediaType",
  422: "Invalid",
  429: "TooManyRequests",
  500: "InternalError",
  503: "ServiceUnavailable",
  504: "Timeout",
};

/** The Kubernetes reason for an HTTP status whose body has no reason. */
export function reasonFor(status: number): string {
  return reasonOfStatus[status] ?? "Unknown";
}

/**
 * Whether `error` is an {@link ApiError}, from any copy of this package.
 *
 * @example
 * ```ts
 * import { isApiError } from "@capstan/runtime";
 *
 * // For a condition, without the message of the server.
 * export function reasonOf(error: unknown): string {
 *   return isApiError(error) ? error.reason : "Unknown";
 * }
 * ```
 */
export function isApiError(error: unknown): error is ApiError {
  return isCapstanError(error, "ApiRequestFailed");
}

function apiErrorOf(error: unknown): ApiError | undefined {
  return isApiError(error) ? error : undefined;
}

/**
 * Whether the object does not exist (or its namespace, or its kind).
 *
 * @example
 * ```ts
 * import { type Client, isNotFound, Secret } from "@capstan/runtime";
 *
 * export async function secretIfAny(client: Client, name: string): Promise<Secret | undefined> {
 *   try {
 *     return await client.get(Secret, { namespace: "default", name });
 *   } catch (error) {
 *     if (isNotFound(error)) return undefined;
 *     throw error;
 *   }
 * }
 * ```
 */
export function isNotFound(error: unknown): boolean {
  return apiErrorOf(error)?.reason === "NotFound" || apiErrorOf(error)?.status === 404;
}

/**
 * Whether an object with that name exists already.
 *
 * @example
 * ```ts
 * import { type Client, ConfigMap, isAlreadyExists } from "@capstan/runtime";
 *
 * export async function ensure(client: Client, settings: ConfigMap): Promise<void> {
 *   await client.create(ConfigMap, settings).catch((error: unknown) => {
 *     if (!isAlreadyExists(error)) throw error;
 *   });
 * }
 * ```
 */
export function isAlreadyExists(error: unknown): boolean {
  return apiErrorOf(error)?.reason === "AlreadyExists";
}

/**
 * Whether another writer was faster (resourceVersion), a precondition failed, or an apply conflicts with another field manager.
 *
 * @example
 * ```ts
 * import { isConflict } from "@capstan/runtime";
 *
 * // In a reconcile there is no need: it is tried again.
 * export function mayTryAgain(error: unknown): boolean {
 *   return isConflict(error);
 * }
 * ```
 */
export function isConflict(error: unknown): boolean {
  return apiErrorOf(error)?.reason === "Conflict";
}

/**
 * Whether the API server rejected the content of the object.
 *
 * @example
 * ```ts
 * import { isInvalid, TerminalError } from "@capstan/runtime";
 *
 * export function asTerminal(error: unknown): unknown {
 *   return isInvalid(error) ? new TerminalError("The object is not valid; change its spec", { cause: error }) : error;
 * }
 * ```
 */
export function isInvalid(error: unknown): boolean {
  return apiErrorOf(error)?.reason === "Invalid";
}

/**
 * Whether the requested resourceVersion has expired (HTTP 410): list again.
 *
 * @example
 * ```ts
 * import { isExpired } from "@capstan/runtime";
 *
 * // Informers do so by themselves.
 * export function mustListAgain(error: unknown): boolean {
 *   return isExpired(error);
 * }
 * ```
 */
export function isExpired(error: unknown): boolean {
  const found = apiErrorOf(error);
  return found?.reason === "Expired" || found?.reason === "Gone" || found?.status === 410;
}

/**
 * Whether the credentials do not allow the request.
 *
 * @example
 * ```ts
 * import { type Client, isForbidden, Node } from "@capstan/runtime";
 *
 * export async function mayListNodes(client: Client): Promise<boolean> {
 *   try {
 *     await client.list(Node, { limit: 1 });
 *     return true;
 *   } catch (error) {
 *     if (isForbidden(error)) return false;
 *     throw error;
 *   }
 * }
 * ```
 */
export function isForbidden(error: unknown): boolean {
  return apiErrorOf(error)?.reason === "Forbidden";
}

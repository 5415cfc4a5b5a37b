import { type FieldError, causeOf, describeFieldErrors } from "./field-error.ts";
import { type Status, type StatusDetails } from "./status.ts";

/** A kind or resource with its group, as in messages: `machines.cluster.x-k8s.io`. */
export interface Qualified {
  readonly group: string;
  readonly name: string;
}

/** A request that is answered with a failure Status. */
export class StatusError extends Error {
  readonly status: Status & { readonly code: number };

  constructor(
    code: number,
    reason: string,
    message: string,
    details?: StatusDetails,
    metadata: Status["metadata"] = {},
  ) {
    super(message);
    this.name = "StatusError";
    this.status = {
      kind: "Status",
      apiVersion: "v1",
      metadata,
      status: "Failure",
      message,
      ...(reason === "" ? {} : { reason }),
      ...(details === undefined ? {} : { details }),
      code,
    };
  }
}

export function notFound(resource: Qualified, name: string): StatusError {
  return new StatusError(404, "NotFound", `${qualified(resource)} "${name}" not found`, detailsOf(resource, name));
}

export function alreadyExists(resource: Qualified, name: string): StatusError {
  const message = `${qualified(resource)} "${name}" already exists`;
  return new StatusError(409, "AlreadyExists", message, detailsOf(resource, name));
}

export function conflict(resource: Qualified, name: string, why: string): StatusError {
  const message = `Operation cannot be fulfilled on ${qualified(resource)} "${name}": ${why}`;
  return new StatusError(409, "Conflict", message, detailsOf(resource, name));
}

export function modifiedConflict(resource: Qualified, name: string): StatusError {
  const why = "the object has been modified; please apply your changes to the latest version and try again";
  return conflict(resource, name, why);
}

export function invalid(kind: Qualified, name: string, errors: readonly FieldError[]): StatusError {
  const message = `${qualified(kind)} "${name}" is invalid: ${describeFieldErrors(errors)}`;
  return new StatusError(422, "Invalid", message, { ...detailsOf(kind, name), causes: errors.map(causeOf) });
}

/** The error for a path that looks like a resource that does not exist. */
export function noSuchResource(): StatusError {
  return new StatusError(404, "NotFound", "the server could not find the requested resource", {});
}

/** The error for a written object whose name is missing, although its path has it. */
export function nameless(name: string): StatusError {
  return badRequest(`the name of the object (${name} based on URL) was undeterminable: name must be provided`);
}

export function badRequest(message: string): StatusError {
  return new StatusError(400, "BadRequest", message);
}

export function forbidden(
  resource: Qualified,
  name: string,
  why: string,
  causes?: NonNullable<StatusDetails["causes"]>,
): StatusError {
  const what = name === "" ? qualified(resource) : `${qualified(resource)} "${name}"`;
  const message = resource.name === "" ? `forbidden: ${why}` : `${what} is forbidden: ${why}`;
  const details = { ...detailsOf(resource, name), ...(causes === undefined ? {} : { causes }) };
  return new StatusError(403, "Forbidden", message, details);
}

export function methodNotAllowed(): StatusError {
  return new StatusError(
    405,
    "MethodNotAllowed",
    "the server does not allow this method on the requested resource",
    {},
  );
}

export function unauthorized(): StatusError {
  return new StatusError(401, "Unauthorized", "Unauthorized");
}

export function notAcceptable(accepted: readonly string[]): StatusError {
  const message = `only the following media types are accepted: ${accepted.join(", ")}`;
  return new StatusError(406, "NotAcceptable", message);
}

export function unsupportedMediaType(accepted: readonly string[]): StatusError {
  const message = `the body of the request was in an unknown format - accepted media types include: ${accepted.join(", ")}`;
  return new StatusError(415, "UnsupportedMediaType", message);
}

export function expired(message: string, metadata?: Status["metadata"]): StatusError {
  return new StatusError(410, "Expired", message, undefined, metadata);
}

export function tooLargeResourceVersion(asked: number, current: number): StatusError {
  return new StatusError(504, "Timeout", `Timeout: Too large resource version: ${asked}, current: ${current}`, {
    causes: [{ reason: "ResourceVersionTooLarge", message: "Too large resource version" }],
    retryAfterSeconds: 1,
  });
}

function qualified({ group, name }: Qualified): string {
  return group === "" ? name : `${name}.${group}`;
}

function detailsOf({ group, name: kind }: Qualified, name: string): StatusDetails {
  return {
    ...(name === "" ? {} : { name }),
    ...(group === "" ? {} : { group }),
    ...(kind === "" ? {} : { kind }),
  };
}

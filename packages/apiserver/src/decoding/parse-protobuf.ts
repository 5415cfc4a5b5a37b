import { type JsonObject } from "@capstan/kube";
import { decodeEnveloped, openEnvelope } from "../protobuf/envelope.ts";
import { MalformedProtobuf, readProtobuf } from "../protobuf/malformed-protobuf.ts";
import { typeOfKind } from "../registry/built-in/kind-types.ts";
import { type ResourceRequest } from "../request/request.ts";
import { badRequest } from "../status/status-error.ts";
import { shape, ShapeError } from "../types/shape.ts";

/**
 * The object in a protobuf body, as JSON; for an unknown kind, only its type.
 *
 * @throws StatusError BadRequest.
 */
export function parseProtobuf({ body, resource, version }: ResourceRequest): JsonObject {
  const unread = (why: string): string =>
    `the object provided is unrecognized (must be of type ${resource.kind}): ${why} (${shownBytes(body)})`;
  const envelope = orRefuse(() => openEnvelope(body), unread);
  const { apiVersion, kind } = envelope;
  const type = typeOfKind(apiVersion, kind);
  if (type === undefined) return { kind, apiVersion };
  return orRefuse(
    () => readProtobuf(() => shape(decodeEnveloped(envelope, type), type)),
    (why) => `${kind} in version "${version.name}" cannot be handled as a ${resource.kind}: ${why}`,
  );
}

function orRefuse<T>(read: () => T, message: (why: string) => string): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof MalformedProtobuf || error instanceof ShapeError) throw badRequest(message(error.message));
    throw error;
  }
}

const shownLength = 30;

/** The beginning of a body, as shown in messages. */
export function shownBytes(body: Buffer): string {
  if (body.length === 0) return "<empty>";
  const start = body.subarray(0, shownLength).toString(body.toString("latin1", 0, 1) === "{" ? "utf8" : "hex");
  return body.length > shownLength ? `${start} ...` : start;
}

import { createHash } from "node:crypto";
import { type IncomingMessage, type ServerResponse } from "node:http";
import { parseAccept } from "../output/accept.ts";
import { type Registry } from "../registry/registry.ts";
import { type Resource } from "../registry/resource.ts";
import { openApiV2Document } from "./openapi-v2.ts";
import { encodeOpenApiV2 } from "./openapi-v2-protobuf.ts";

const encodings = {
  json: "application/json",
  protobuf: "application/com.github.proto-openapi.spec.v2.v1.0+protobuf",
} as const;
type Encoding = keyof typeof encodings;

interface Answer {
  readonly body: Uint8Array;
  readonly etag: string;
}

/** The answer for these resources, which is cached because it is long and clients request it repeatedly. */
interface Published {
  readonly resources: readonly Resource[];
  readonly answers: Partial<Record<Encoding, Answer>>;
}

const published = new WeakMap<Registry, Published>();

/** Answers `/openapi/v2`, in JSON or, for clients in Go, in protobuf; with 304 if the client has it already. */
export function sendOpenApiV2(registry: Registry, request: IncomingMessage, response: ServerResponse): void {
  const ranges = parseAccept(request.headers.accept);
  const isBinary = ranges.some(({ type }) => type.startsWith("application/com.github.proto-openapi.spec.v2"));
  const encoding = isBinary ? "protobuf" : "json";
  const { body, etag } = answerOf(registry, encoding);
  if (request.headers["if-none-match"] === etag) {
    response.writeHead(304, { etag }).end();
    return;
  }
  const headers = { etag, vary: "Accept-Encoding, Accept" };
  response.writeHead(200, { "content-type": encodings[encoding], "content-length": body.length, ...headers }).end(body);
}

function answerOf(registry: Registry, encoding: Encoding): Answer {
  const { answers } = publishedOf(registry);
  const known = answers[encoding];
  if (known !== undefined) return known;
  const document = openApiV2Document(registry);
  const body = encoding === "protobuf" ? encodeOpenApiV2(document) : Buffer.from(JSON.stringify(document));
  const etag = `"${createHash("sha512").update(body).digest("hex").toUpperCase()}"`;
  const answer = { body, etag };
  answers[encoding] = answer;
  return answer;
}

function publishedOf(registry: Registry): Published {
  const resources = registry.all();
  const known = published.get(registry);
  const isSame =
    known?.resources.length === resources.length && known.resources.every((resource, i) => resource === resources[i]);
  if (known !== undefined && isSame) return known;
  const fresh = { resources, answers: {} };
  published.set(registry, fresh);
  return fresh;
}

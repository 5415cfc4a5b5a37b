import { type IncomingMessage, type ServerResponse } from "node:http";
import { type Clock } from "../clock/clock.ts";
import { bind } from "../handlers/binding.ts";
import { readComponents } from "../handlers/component-statuses.ts";
import { evict } from "../handlers/eviction.ts";
import { presentationOf } from "../output/presentation.ts";
import { chooseOutput, type Output, writeList, writeObject } from "../output/output.ts";
import { answerLog, type Connections, isConnecting, isLog } from "../handlers/connections.ts";
import { get, list } from "../handlers/read.ts";
import { type ResourceRequest } from "../request/request.ts";
import { type Access } from "../access/access.ts";
import { writeChecks } from "../access/write-checks.ts";
import { Documents } from "../discovery/documents.ts";
import { TokenRequests } from "../handlers/token-request.ts";
import { bindings, componentStatuses, serviceAccounts } from "../registry/built-in/built-ins.ts";
import { Reviews } from "../handlers/reviews/reviews.ts";
import { scale } from "../handlers/scale.ts";
import { create, deleteCollection, deleteOne, patch, update } from "../handlers/write.ts";
import { type WriteContext } from "../handlers/write-context.ts";
import { type ApiObject } from "../object/api-object.ts";
import { isPathOf, type RequestInfo } from "../request/request-info.ts";
import { convert } from "../conversion/convert.ts";
import { resourceName } from "../registry/resource.ts";
import { type Registry } from "../registry/registry.ts";
import { badRequest, methodNotAllowed, noSuchResource, notFound } from "../status/status-error.ts";
import { jsonEvents, protobufEvents } from "../watch/event-format.ts";
import { type OpenWatches } from "../watch/open-watches.ts";
import { WatchStream } from "../watch/watch-stream.ts";
import { parseAccept, wantsPretty } from "../output/accept.ts";
import { type Authenticated } from "../user/user.ts";
import { type Format, send, sendNothing, warn, writeStatus } from "../output/respond.ts";
import { onceClosed } from "../output/once-closed.ts";
import { type Status } from "../status/status.ts";
import { sendOpenApiV2 } from "../discovery/openapi-v2-answer.ts";

/** A request with its user and body. */
export interface Incoming {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly info: RequestInfo | undefined;
  readonly user: Authenticated;
  readonly body: Buffer;
}

/** What a router needs to answer requests. */
interface RouterParts {
  readonly registry: Registry;
  readonly context: WriteContext;
  readonly access: Access;
  readonly clock: Clock;
  readonly address: () => string;
  readonly watches: OpenWatches;
  readonly connections: Connections;
}

/** Finds the handler of a request. */
export class Router {
  readonly #access: Access;
  readonly #reviews: Reviews;
  readonly #tokenRequests: TokenRequests;
  readonly #documents: Documents;
  readonly #parts: RouterParts;

  constructor(parts: RouterParts) {
    this.#parts = parts;
    const { access, clock, context } = parts;
    this.#access = access;
    this.#reviews = new Reviews({ ...access, management: context.management, admission: context.admission, clock });
    this.#tokenRequests = new TokenRequests({ context, tokens: access.tokens, clock });
    this.#documents = new Documents(parts);
  }

  /** @throws StatusError */
  async route(incoming: Incoming): Promise<void> {
    if (incoming.info !== undefined) {
      const { group: name, version, resource } = incoming.info;
      const found = this.#parts.registry.find(name, version, resource);
      if (found !== undefined) {
        if (!isPathOf(found.resource, incoming.path, incoming.info)) throw noSuchResource();
        if (!isMethodOf(incoming.request.method, incoming.info)) throw methodNotAllowed();
        await this.#resource(incoming, { ...found, info: incoming.info });
        return;
      }
    }
    if (incoming.path === "/openapi/v2") {
      sendOpenApiV2(this.#parts.registry, incoming.request, incoming.response);
      return;
    }
    this.#documents.answer(incoming);
  }

  /** Whether the resource and subresource exist. */
  serves({ group: name, version, resource, subresource }: RequestInfo): boolean {
    const found = this.#parts.registry.find(name, version, resource);
    if (found === undefined) return false;
    return subresource === "" || found.version.subresources.some((part) => part.name === subresource);
  }

  async #resource(incoming: Incoming, found: Pick<ResourceRequest, "resource" | "version" | "info">): Promise<void> {
    const { request, query, user, body } = incoming;
    const resourceRequest: ResourceRequest = {
      ...found,
      checks: writeChecks({ ...found, user }, this.#access),
      query,
      user,
      body,
      userAgent: request.headers["user-agent"] ?? "",
      contentType: (request.headers["content-type"] ?? "").split(";")[0]?.trim() ?? "",
      warnings: found.version.deprecationWarning === undefined ? [] : [found.version.deprecationWarning],
    };
    try {
      await this.#answer(incoming, resourceRequest);
    } catch (error) {
      warn(incoming.response, resourceRequest.warnings);
      throw error;
    }
  }

  async #answer(incoming: Incoming, request: ResourceRequest): Promise<void> {
    const { response } = incoming;
    const { verb, subresource } = request.info;
    const output = chooseOutput(parseAccept(incoming.request.headers.accept), request);
    const format: Format = { ...formatOf(incoming), encoding: output.encoding };
    const now = this.#parts.clock.now();
    const sendObject = (object: ApiObject, code = 200): void => {
      send(response, code, writeObject(request, object, output, now), format, request.warnings);
    };
    if (this.#reviews.has(request.resource)) {
      sendObject(await this.#reviews.answer(request), 201);
      return;
    }
    if (request.resource === componentStatuses) {
      const found = readComponents(request);
      if ("metadata" in found) sendObject(found);
      else send(response, 200, writeList(request, found, output, now), format, request.warnings);
      return;
    }
    if (subresource === "token" && request.resource.id === serviceAccounts.id) {
      sendObject(await this.#tokenRequests.create(request), 201);
      return;
    }
    if (subresource === "eviction" && request.resource.id === "pods.") {
      if (verb !== "create") throw methodNotAllowed();
      const answer = await evict(this.#parts.context, this.#parts.clock, request);
      send(response, 201, writeStatus(answer, format), format, request.warnings);
      return;
    }
    if (request.resource === bindings || (subresource === "binding" && request.resource.id === "pods.")) {
      if (verb !== "create") throw methodNotAllowed();
      const answer = await bind(this.#parts.context, this.#parts.clock, request);
      send(response, 201, writeStatus(answer, format), format, request.warnings);
      return;
    }
    if (isConnecting(request.info, request.resource)) {
      this.#parts.connections.open(request.info, request.user);
      throw badRequest("Upgrade request required");
    }
    if (isLog(request)) {
      answerLog(this.#parts.context.store, request);
      sendNothing(response);
      return;
    }
    if (subresource !== "") {
      sendObject(await this.#subresource(request));
      return;
    }
    if (!request.resource.verbs.includes(verb)) throw methodNotAllowed();
    switch (verb) {
      case "get":
        sendObject(await convert(request.resource, request.version, get(this.#parts.context.store, request)));
        return;
      case "list":
        send(
          response,
          200,
          writeList(request, await list(this.#parts.context.store, request), output, now),
          format,
          request.warnings,
        );
        return;
      case "watch":
        this.#watch(incoming, request, output);
        return;
      case "create":
        sendObject(await create(this.#parts.context, request), 201);
        return;
      case "update":
      case "patch": {
        const { object, created } = await (verb === "update" ? update : patch)(this.#parts.context, request);
        sendObject(object, created ? 201 : 200);
        return;
      }
      case "delete": {
        const answer = await deleteOne(this.#parts.context, request);
        if (answer.kind === "Status")
          send(response, 200, writeStatus(answer as Status, format), format, request.warnings);
        else sendObject(answer as ApiObject);
        return;
      }
      case "deletecollection":
        send(
          response,
          200,
          writeList(request, await deleteCollection(this.#parts.context, request), output, now),
          format,
          request.warnings,
        );
    }
  }

  async #subresource(request: ResourceRequest): Promise<ApiObject> {
    const { info, version, resource } = request;
    if (info.subresource === "scale" && version.scale !== undefined)
      return scale(this.#parts.context, request, version.scale);
    const part = version.subresources.find(({ name }) => name === info.subresource);
    if (part === undefined) throw resource.custom ? notFound(resourceName(resource), info.name) : noSuchResource();
    if (!part.verbs.includes(info.verb)) throw methodNotAllowed();
    if (info.verb === "get") return convert(resource, version, get(this.#parts.context.store, request));
    if (info.verb === "update") return (await update(this.#parts.context, request)).object;
    if (info.verb === "patch") return (await patch(this.#parts.context, request)).object;
    throw methodNotAllowed();
  }

  #watch({ response }: Incoming, request: ResourceRequest, output: Output): void {
    const present = presentationOf(request, output, this.#parts.clock);
    const format = output.encoding === "protobuf" ? protobufEvents : jsonEvents;
    const watch = new WatchStream({ request, response, store: this.#parts.context.store, present, format });
    const { info, user, userAgent } = request;
    this.#parts.watches.add(watch, { info, user: user.name, userAgent });
    onceClosed(response, () => {
      this.#parts.watches.delete(watch);
    });
    watch.start();
  }
}

const methods = new Set(["GET", "POST", "PUT", "PATCH", "DELETE"]);

/** Whether a resource supports a method: a collection cannot be replaced, and an object cannot be created below its own name. */
function isMethodOf(method = "", { name, subresource, watchPath }: RequestInfo): boolean {
  if (watchPath === true) return method === "GET";
  if (!methods.has(method)) return false;
  if (name === "") return method !== "PUT" && method !== "PATCH";
  return method !== "POST" || subresource !== "";
}

function formatOf({ request, query }: Incoming): Format {
  return { encoding: "json", pretty: wantsPretty(request, query) };
}

import { type IncomingMessage, type ServerResponse } from "node:http";
import { type JsonObject, textAt } from "@capstan/kube";
import { type MediaRange, parseAccept, wantsPretty } from "../output/accept.ts";
import { accepted, encodings, requireType } from "../output/output.ts";
import { type Encoding, send, sendPlain, sendText } from "../output/respond.ts";
import { encodeObject } from "../protobuf/envelope.ts";
import { apiServices } from "../registry/built-in/built-ins.ts";
import { type Registry } from "../registry/registry.ts";
import { type Resource } from "../registry/resource.ts";
import { methodNotAllowed, noSuchResource, notAcceptable } from "../status/status-error.ts";
import { type Store } from "../store/store.ts";
import { aggregated, aggregatedVersion, coreVersions, group, groupList, resourceList } from "./discovery.ts";
import { openApiDocument, openApiIndex } from "./openapi.ts";
import { serverVersion } from "./version.ts";

interface AskedDocument {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string;
  readonly query: URLSearchParams;
}

/** Documents about the server: groups, resources, OpenAPI and version. */
export class Documents {
  readonly #registry: Registry;
  readonly #store: Store;
  readonly #address: () => string;

  constructor(options: {
    readonly registry: Registry;
    readonly context: { readonly store: Store };
    readonly address: () => string;
  }) {
    this.#registry = options.registry;
    this.#store = options.context.store;
    this.#address = options.address;
  }

  /** Sends the document at a path, or 404. @throws StatusError */
  answer(asked: AskedDocument): void {
    const document = this.#find(asked);
    if (document === undefined) this.#notFound(asked);
    else if (asked.request.method !== "GET" && isOfOneVersion(asked.path)) throw methodNotAllowed();
    else this.#send(document, asked);
  }

  /** @throws StatusError NotFound below a group version. */
  #notFound({ path, response }: AskedDocument): void {
    const [root, name = "", ...rest] = stepsOf(path);
    const isOfGroup = ({ group: of, custom }: Resource): boolean => of === name && !custom;
    const isGroup = root === "apis" && rest.length > 0 && this.#registry.all().some(isOfGroup);
    if ((root === "api" && name !== "") || isGroup) throw noSuchResource();
    if (root === "openapi") sendPlain(response, 404, "");
    else sendText(response, 404, "404 page not found\n");
  }

  /** Sends a document in an acceptable format. @throws StatusError NotAcceptable. */
  #send(document: JsonObject, asked: AskedDocument): void {
    const { request, response, path } = asked;
    const [, name] = stepsOf(path);
    const isCustom = this.#registry.all().some(({ group: of, custom }) => custom && of === name);
    const isAggregated = response.hasHeader("content-type");
    const ranges = parseAccept(request.headers.accept);
    const encoding = isAggregated ? "json" : documentEncoding(ranges, document, isCustom);
    const content = encoding === "protobuf" ? encodeDocument(document) : JSON.stringify(document);
    send(response, 200, content, { encoding, pretty: wantsPretty(request, asked.query) });
  }

  #find({ path, request, response }: AskedDocument): JsonObject | undefined {
    const steps = stepsOf(path);
    if (steps.length === 1 && steps[0] === "version") return serverVersion;
    if (steps[0] === "openapi") {
      if (steps[1] !== "v3") return undefined;
      if (steps.length === 2) return { ...openApiIndex(this.#registry) };
      const document = openApiDocument(this.#registry, steps.slice(2).join("/"));
      return document === undefined ? undefined : { ...document };
    }
    if (steps[0] !== "api" && steps[0] !== "apis")
      return path === "/" ? { paths: rootPaths(this.#registry) } : undefined;
    const core = steps[0] === "api";
    const registered = this.#store.collection(apiServices.id).list();
    if (steps.length === 1) {
      const version = aggregatedVersion(parseAccept(request.headers.accept));
      if (version !== undefined) {
        const contentType = `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`;
        response.setHeader("content-type", contentType);
        return aggregated(this.#registry, registered, { core, version });
      }
      return core ? coreVersions(this.#address()) : groupList(this.#registry, registered);
    }
    if (core) return steps.length === 2 ? resourceList(this.#registry, "", steps[1] ?? "") : undefined;
    if (steps.length === 2) return group(this.#registry, registered, steps[1] ?? "");
    return steps.length === 3 ? resourceList(this.#registry, steps[1] ?? "", steps[2] ?? "") : undefined;
  }
}

/** Whether a document is about one version, for which the API server allows only GET. */
function isOfOneVersion(path: string): boolean {
  const [root, ...rest] = stepsOf(path);
  return root === "version" || root === "api" || (root === "apis" && rest.length > 1);
}

function stepsOf(path: string): string[] {
  return path.split("/").filter((step) => step !== "");
}

/** `/`: the served paths. */
function rootPaths(registry: Registry): string[] {
  const groups = [...new Set(registry.all().map((resource) => resource.group))].filter((name) => name !== "");
  return [
    "/api",
    "/api/v1",
    "/apis",
    ...groups.map((name) => `/apis/${name}`),
    "/healthz",
    "/livez",
    "/metrics",
    "/openapi/v3",
    "/readyz",
    "/version",
  ];
}

/** Documents about groups and their resources have a type; others, such as the version, are plain JSON. */
const types: Readonly<Record<string, string>> = {
  APIVersions: "meta.v1.APIVersions",
  APIGroupList: "meta.v1.APIGroupList",
  APIGroup: "meta.v1.APIGroup",
  APIResourceList: "meta.v1.APIResourceList",
};

/**
 * The first acceptable encoding of a document.
 *
 * @param isCustom - whether it is about custom resources.
 * @throws StatusError NotAcceptable, worded as by the responsible part of the real server.
 */
function documentEncoding(ranges: readonly MediaRange[], document: JsonObject, isCustom: boolean): Encoding {
  const kind = textAt(document, "kind") ?? "";
  if (!(kind in types)) return "json";
  if (kind !== "APIGroup" && !isCustom) requireType(ranges, "get");
  for (const { type, parameters } of ranges) {
    const encoding = encodings[type];
    if (encoding !== undefined && parameters.as === undefined) return encoding;
  }
  throw notAcceptable(accepted);
}

function encodeDocument(document: JsonObject): Buffer {
  return encodeObject(document, types[textAt(document, "kind") ?? ""] ?? "");
}

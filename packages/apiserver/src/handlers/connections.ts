import { type Access } from "../access/access.ts";
import { forbidden, badRequest, methodNotAllowed, noSuchResource } from "../status/status-error.ts";
import { pods } from "../registry/built-in/built-ins.ts";
import { type Registry } from "../registry/registry.ts";
import { type Resource, resourceName, type ResourceVersion, type Subresource } from "../registry/resource.ts";
import { type RequestInfo } from "../request/request-info.ts";
import { type ApiObject } from "../object/api-object.ts";
import { shape } from "../types/shape.ts";
import { type FieldType, structType } from "../types/struct-type.ts";
import { type Authenticated } from "../user/user.ts";
import { requireConnectable } from "./node-parts.ts";
import { getStored } from "./read.ts";
import { type WriteContext } from "./write-context.ts";

/** A connect request. */
export interface Connecting {
  readonly info: RequestInfo;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly user: Authenticated;
  readonly warnings: string[];
}

const parts: ReadonlySet<string> = new Set(["attach", "exec", "portforward", "proxy"]);

/** Whether a request connects to a process in a Pod, or behind a Pod, a Service or a Node. */
export function isConnecting({ subresource }: RequestInfo, { custom }: Pick<Resource, "custom">): boolean {
  return parts.has(subresource) && !custom;
}

/** Runs admission for connect requests, and answers why they cannot connect. */
export class Connections {
  readonly #registry: Registry;
  readonly #context: WriteContext;
  readonly #access: Access;

  constructor(options: { readonly registry: Registry; readonly context: WriteContext; readonly access: Access }) {
    this.#registry = options.registry;
    this.#context = options.context;
    this.#access = options.access;
  }

  /** @throws StatusError - it is denied, or there is nothing to connect to. */
  async open({ info, path, query, user, warnings }: Connecting): Promise<void> {
    const { group, version: versionName, resource: plural, subresource, namespace, name } = info;
    const found = this.#registry.find(group, versionName, plural);
    const part = found?.version.subresources.find((one) => one.name === subresource);
    if (found === undefined || part === undefined || !isConnecting(info, found.resource)) throw noSuchResource();
    if (!part.verbs.includes(info.verb)) throw methodNotAllowed();
    if (query.has("dryRun")) throw badRequest("dryRun is not supported");
    const target = { ...found, subresource, user, warnings };
    const attributes = { operation: "CONNECT", target, namespace, name } as const;
    const options = connectOptions(part, subresource === "proxy" ? withSubpath(query, path) : query);
    const admitted = await this.#context.admission.mutate({ ...attributes, object: options });
    await this.#context.admission.validate({ ...attributes, object: admitted });
    this.#checkCreation(found.resource, info, user);
    this.#requireConnectable({ ...found, info }, admitted);
  }

  /** WebSocket connections use GET, which must not count as reading. */
  #checkCreation(resource: Resource, info: RequestInfo, user: Authenticated): void {
    if (resource.id !== pods.id || info.subresource === "proxy" || info.verb === "create") return;
    const { allowed, reason } = this.#access.authorizer.authorize({ ...info, user, verb: "create" });
    if (!allowed) throw forbidden(resourceName(resource), info.name, reason);
  }

  #requireConnectable(
    request: { readonly resource: Resource; readonly version: ResourceVersion; readonly info: RequestInfo },
    options: ApiObject,
  ): void {
    const { resource, info } = request;
    const name = info.subresource === "proxy" ? proxiedName(info.name, resource) : info.name;
    requireConnectable(this.#context.store, {
      resource,
      subresource: info.subresource,
      object: getStored(this.#context.store, { resource, info: { ...info, name } }),
      options,
    });
  }
}

/** The name in a proxy request: `name`, `name:port` or `scheme:name:port`. @throws StatusError BadRequest. */
function proxiedName(stated: string, { singular }: Resource): string {
  const [, name] = /^(?:(?:https?)?:(?=[^:]*:))?([^:]+)(?::[^:]*)?$/.exec(stated) ?? [];
  if (name === undefined) throw badRequest(`invalid ${singular} request ${JSON.stringify(stated)}`);
  return name;
}

/** The path after `proxy` is the requested path. */
function withSubpath(query: URLSearchParams, path: string): URLSearchParams {
  const [, rest = ""] = /\/proxy(\/.*)?$/.exec(path) ?? [];
  const all = new URLSearchParams(query);
  all.set("path", rest);
  return all;
}

/** The query of a connect request, as an object of its options kind: `PodExecOptions`. */
function connectOptions({ kind }: Pick<Subresource, "kind">, query: URLSearchParams): ApiObject {
  const type = `core.v1.${kind}`;
  const stated = structType(type).fields.flatMap((field): [string, unknown][] => {
    const values = query.getAll(field.name);
    return values.length === 0 ? [] : [[field.name, valueOf(field.type, values)]];
  });
  // It has no metadata, which nothing reads.
  return shape({ kind, apiVersion: "v1", ...Object.fromEntries(stated) }, type) as ApiObject;
}

/** Reads repeated query parameters as Go does: into lists; otherwise the first value counts. */
function valueOf(type: FieldType, values: readonly string[]): unknown {
  if (type.kind === "list") return values.map((value) => valueOf(type.items, [value]));
  const [value = ""] = values;
  if (type.kind !== "scalar") return value;
  if (type.scalar === "bool") return value.toLowerCase() !== "false" && value !== "0";
  return type.scalar === "int32" ? Number(value) : value;
}

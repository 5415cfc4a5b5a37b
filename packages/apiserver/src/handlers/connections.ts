import { textAt } from "@capstan/kube";
import { type Access } from "../access/access.ts";
import { type ApiObject } from "../object/api-object.ts";
import { pods } from "../registry/built-in/built-ins.ts";
import { type Registry } from "../registry/registry.ts";
import { type Resource, resourceName } from "../registry/resource.ts";
import { type ResourceRequest } from "../request/request.ts";
import { type RequestInfo } from "../request/request-info.ts";
import { badRequest, forbidden, methodNotAllowed, noSuchResource } from "../status/status-error.ts";
import { type Store } from "../store/store.ts";
import { type Authenticated } from "../user/user.ts";
import { getStored } from "./read.ts";

const parts: ReadonlySet<string> = new Set(["attach", "exec", "portforward", "proxy"]);

/** Whether a request connects to a process in a Pod, or behind a Pod, a Service or a Node. */
export function isConnecting({ subresource }: RequestInfo, { custom }: Pick<Resource, "custom">): boolean {
  return parts.has(subresource) && !custom;
}

/** Says why requests cannot connect: no kubelet and no Pod runs. */
export class Connections {
  readonly #registry: Registry;
  readonly #store: Store;
  readonly #access: Access;

  constructor(options: { readonly registry: Registry; readonly store: Store; readonly access: Access }) {
    this.#registry = options.registry;
    this.#store = options.store;
    this.#access = options.access;
  }

  /**
   * Returns only for the ports of a Pod with a Node, which the surrounding program may answer.
   *
   * @throws StatusError - it is denied, or there is nothing to connect to.
   */
  open(info: RequestInfo, user: Authenticated): void {
    const { group, version, resource: plural, subresource } = info;
    const found = this.#registry.find(group, version, plural);
    const part = found?.version.subresources.find((one) => one.name === subresource);
    if (found === undefined || part === undefined || !isConnecting(info, found.resource)) throw noSuchResource();
    if (!part.verbs.includes(info.verb)) throw methodNotAllowed();
    this.#checkCreation(found.resource, info, user);
    // A proxied name may have a scheme and a port: `https:name:443`.
    const [, name = ""] = /^(?:(?:https?)?:(?=[^:]*:))?([^:]+)(?::[^:]*)?$/.exec(info.name) ?? [];
    const object = getStored(this.#store, { resource: found.resource, info: { ...info, name } });
    if (found.resource === pods && subresource !== "proxy") requireNode(object);
    if (subresource !== "portforward") throw unreachable(found.resource, object);
  }

  /** WebSocket connections use GET, which must not count as reading. */
  #checkCreation(resource: Resource, info: RequestInfo, user: Authenticated): void {
    if (resource.id !== pods.id || info.subresource === "proxy" || info.verb === "create") return;
    const { allowed, reason } = this.#access.authorizer.authorize({ ...info, user, verb: "create" });
    if (!allowed) throw forbidden(resourceName(resource), info.name, reason);
  }
}

/** Whether a request is for the log of a Pod, which a kubelet has. */
export function isLog({ info, resource }: ResourceRequest): boolean {
  return info.subresource === "log" && resource.id === pods.id;
}

/**
 * Answers for a kubelet: a Pod without a Node has an empty log.
 *
 * @throws StatusError in all other cases.
 */
export function answerLog(store: Store, request: ResourceRequest): undefined {
  if (request.info.verb !== "get") throw methodNotAllowed();
  const pod = getStored(store, request);
  if (nodeOf(pod) !== "") throw unreachable(pods, pod);
  return undefined;
}

function requireNode(pod: ApiObject): void {
  if (nodeOf(pod) === "") throw badRequest(`pod ${pod.metadata.name} does not have a host assigned`);
}

function nodeOf(pod: ApiObject): string {
  return textAt(pod, "spec", "nodeName") ?? "";
}

function unreachable({ singular }: Resource, { metadata }: ApiObject): Error {
  return badRequest(`nothing runs behind ${singular} ${metadata.name} in the embedded server`);
}

import { listAt, textAt } from "@capstan/kube";
import { type ApiObject } from "../object/api-object.ts";
import { nodes, pods } from "../registry/built-in/built-ins.ts";
import { type Resource, resourceName } from "../registry/resource.ts";
import { type ResourceRequest } from "../request/request.ts";
import { badRequest, methodNotAllowed, notFound, StatusError } from "../status/status-error.ts";
import { type Store } from "../store/store.ts";
import { getStored } from "./read.ts";

/** Whether a request is for the log of a Pod, which a kubelet has. */
export function isLog({ info, resource }: ResourceRequest): boolean {
  return info.subresource === "log" && resource.id === pods.id;
}

/**
 * Answers in place of a node, as far as possible without one: no container runs here.
 *
 * @returns that there is nothing to send: the log of a Pod without a node.
 * @throws StatusError in all other cases.
 */
export function answerLog(store: Store, request: ResourceRequest): undefined {
  if (request.info.verb !== "get") throw methodNotAllowed();
  const pod = getStored(store, request);
  requireContainer(pod, request.query.get("container") ?? "");
  if (nodeOf(pod) === "") return undefined;
  throw whyUnreachable(nodeOfPod(store, pod));
}

/**
 * Throws the reason why there is nothing to connect to, because no kubelet and no Pod runs. Only the ports of a Pod with a Node may be
 * answered, by the surrounding program.
 *
 * @throws StatusError
 */
export function requireConnectable(
  store: Store,
  {
    resource,
    subresource,
    object,
    options,
  }: {
    readonly resource: Resource;
    readonly subresource: string;
    readonly object: ApiObject;
    /** The requested options, as admission changed them. */
    readonly options: ApiObject;
  },
): void {
  if (subresource === "proxy") throw whyNotProxied(resource, object);
  if (subresource === "portforward") {
    requireNode(object);
    return;
  }
  requireContainer(object, textAt(options, "container") ?? "");
  throw whyUnreachable(nodeOfPod(store, object));
}

/** @throws StatusError BadRequest: the Pod has no node; NotFound: the node does not exist. */
function nodeOfPod(store: Store, pod: ApiObject): ApiObject {
  const name = requireNode(pod);
  const node = store.get(nodes.id, "", name);
  // The message calls the node a Pod, as on the real server.
  if (node === undefined) throw notFound(resourceName(pods), name);
  return node;
}

function requireNode(pod: ApiObject): string {
  const name = nodeOf(pod);
  if (name === "") throw badRequest(`pod ${pod.metadata.name} does not have a host assigned`);
  return name;
}

/** No kubelet runs, whether or not its address is known. */
function whyUnreachable(node: ApiObject): StatusError {
  const [first] = listAt(node, "status", "addresses");
  const address = textAt(first, "address") ?? "";
  if (address === "") return new StatusError(500, "", "no preferred addresses found; known addresses: []");
  return badRequest(`no kubelet runs on node ${node.metadata.name}`);
}

function nodeOf(pod: ApiObject): string {
  return textAt(pod, "spec", "nodeName") ?? "";
}

/** @throws StatusError BadRequest: the container does not exist, or the request does not say which of several it means. */
function requireContainer(pod: ApiObject, wanted: string): void {
  const { name } = pod.metadata;
  const namesIn = (field: string): string[] => listAt(pod, "spec", field).map((one) => textAt(one, "name") ?? "");
  const containers = namesIn("containers");
  if (wanted === "" && containers.length > 1) {
    throw badRequest(`a container name must be specified for pod ${name}, choose one of: [${containers.join(" ")}]`);
  }
  const all = ["", ...containers, ...namesIn("initContainers"), ...namesIn("ephemeralContainers")];
  if (!all.includes(wanted)) throw badRequest(`container ${wanted} is not valid for pod ${name}`);
}

function whyNotProxied({ id }: Resource, object: ApiObject): StatusError {
  if (id === pods.id) return badRequest("address not allowed");
  // A Service without a controller has no endpoints.
  return id === nodes.id ? whyUnreachable(object) : notFound({ group: "", name: "services" }, object.metadata.name);
}

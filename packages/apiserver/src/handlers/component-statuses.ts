import { type ApiObject, type ObjectList } from "../object/api-object.ts";
import { type ResourceRequest } from "../request/request.ts";
import { selectionOf } from "../request/selection.ts";
import { methodNotAllowed, notFound, StatusError } from "../status/status-error.ts";

/** The components of a cluster, and the health ports of those that do not run alongside this server. */
const components: readonly { readonly name: string; readonly port?: number }[] = [
  { name: "scheduler", port: 10_259 },
  { name: "controller-manager", port: 10_257 },
  { name: "etcd-0" },
];

/** The component statuses of a request: one, or a list. @throws StatusError */
export function readComponents(request: ResourceRequest): ApiObject | ObjectList {
  const { verb, name } = request.info;
  if (verb === "watch") {
    const message = `watch is not supported on resources of kind ${JSON.stringify(request.resource.plural)}`;
    throw new StatusError(405, "MethodNotAllowed", message, { kind: request.resource.plural });
  }
  if (verb === "get") {
    const component = components.find((one) => one.name === name);
    if (component === undefined) throw notFound({ group: "", name: request.resource.singular }, name);
    return statusOf(component);
  }
  if (verb !== "list") throw methodNotAllowed();
  const selection = selectionOf(request);
  const items = components.map(statusOf).filter((one) => selection.matches(one));
  return { items, resourceVersion: undefined };
}

function statusOf({ name, port }: (typeof components)[number]): ApiObject {
  const address = `127.0.0.1:${port ?? ""}`;
  const refused = `Get "https://${address}/healthz": dial tcp ${address}: connect: connection refused`;
  const health = port === undefined ? { status: "True", message: "ok" } : { status: "False", message: refused };
  const conditions = [{ type: "Healthy", ...health }];
  return { kind: "ComponentStatus", apiVersion: "v1", metadata: { name }, conditions };
}

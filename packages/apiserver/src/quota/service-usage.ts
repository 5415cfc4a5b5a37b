import { listAt, objectAt } from "@capstan/kube";
import { type ApiObject } from "../object/api-object.ts";
import { type ResourceList } from "../object/resource-list.ts";
import { services } from "../registry/built-in/built-ins.ts";
import { countName, type Evaluator } from "./evaluator.ts";

const count = countName(services);
const names = [count, "services", "services.nodeports", "services.loadbalancers"];

/** Services, their node ports, and their load balancers. */
export const serviceUsage: Evaluator = {
  tracks: (name) => names.includes(name),
  handles: ({ operation, target }) => target.subresource === undefined && operation !== "DELETE",
  isInScope: () => false,
  usage: (service): ResourceList => ({
    [count]: "1",
    services: "1",
    "services.nodeports": String(nodePorts(service)),
    "services.loadbalancers": objectAt(service, "spec")?.type === "LoadBalancer" ? "1" : "0",
  }),
};

/** The number of requested node ports, which may not be assigned yet. */
function nodePorts(service: ApiObject): number {
  const spec = objectAt(service, "spec") ?? {};
  const ports = listAt(spec, "ports");
  if (spec.type !== "NodePort" && spec.type !== "LoadBalancer") return 0;
  const isGivenAll = spec.type === "NodePort" || spec.allocateLoadBalancerNodePorts !== false;
  return isGivenAll ? ports.length : ports.filter((port) => Number(objectAt(port)?.nodePort ?? 0) !== 0).length;
}

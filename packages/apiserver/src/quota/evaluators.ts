import { listAt, objectAt } from "@capstan/kube";
import { type ApiObject } from "../object/api-object.ts";
import { type ResourceList } from "../object/resource-list.ts";
import { persistentVolumeClaims, pods, resourceClaims, services } from "../registry/built-in/built-ins.ts";
import { type Resource } from "../registry/resource.ts";
import { claimUsage } from "./claim-usage.ts";
import { deviceUsage } from "./device-usage.ts";
import { countName, type Evaluator, objectCount } from "./evaluator.ts";
import { podUsage } from "./pod-usage.ts";

const count = countName(services);
const names = [count, "services", "services.nodeports", "services.loadbalancers"];

/** Services, their node ports, and their load balancers. */
const serviceUsage: Evaluator = {
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

/** Resources that are measured by more than the number of objects, by id. */
const special: Readonly<Record<string, Evaluator>> = {
  [pods.id]: podUsage,
  [services.id]: serviceUsage,
  [persistentVolumeClaims.id]: claimUsage,
  [resourceClaims.id]: deviceUsage,
};

/** Resources that quotas also count by their plain names. */
const named: ReadonlySet<string> = new Set(["configmaps.", "replicationcontrollers.", "resourcequotas.", "secrets."]);

/** Resources that quotas do not count: those that are not stored, and those about other objects. */
const ignored: ReadonlySet<string> = new Set([
  "bindings.",
  "componentstatuses.",
  "events.",
  "tokenreviews.authentication.k8s.io",
  "selfsubjectreviews.authentication.k8s.io",
  "subjectaccessreviews.authorization.k8s.io",
  "selfsubjectaccessreviews.authorization.k8s.io",
  "localsubjectaccessreviews.authorization.k8s.io",
  "selfsubjectrulesreviews.authorization.k8s.io",
]);

/** The evaluator of a resource; undefined if quotas do not apply to it. */
export function evaluatorOf(resource: Resource): Evaluator | undefined {
  const { id, plural, namespaced } = resource;
  if (!namespaced || ignored.has(id)) return undefined;
  return special[id] ?? objectCount([countName(resource), ...(named.has(id) ? [plural] : [])]);
}

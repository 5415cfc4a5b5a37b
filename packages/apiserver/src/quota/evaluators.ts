import { persistentVolumeClaims, pods, resourceClaims, services } from "../registry/built-in/built-ins.ts";
import { type Resource } from "../registry/resource.ts";
import { claimUsage } from "./claim-usage.ts";
import { countName, type Evaluator, objectCount } from "./evaluator.ts";
import { deviceUsage } from "./device-usage.ts";
import { podUsage } from "./pod-usage.ts";
import { serviceUsage } from "./service-usage.ts";

/** What is measured by more than the number of objects, by the resource's id. */
const special: Readonly<Record<string, Evaluator>> = {
  [pods.id]: podUsage,
  [services.id]: serviceUsage,
  [persistentVolumeClaims.id]: claimUsage,
  [resourceClaims.id]: deviceUsage,
};

/** Of these, quotas count the objects by their plain names as well. */
const named: ReadonlySet<string> = new Set(["configmaps.", "replicationcontrollers.", "resourcequotas.", "secrets."]);

/** What quotas do not count: what is not stored, and what is said of other objects. */
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

/** How the objects of a resource are measured; undefined if quotas are not about them. */
export function evaluatorOf(resource: Resource): Evaluator | undefined {
  const { id, plural, namespaced } = resource;
  if (!namespaced || ignored.has(id)) return undefined;
  return special[id] ?? objectCount([countName(resource), ...(named.has(id) ? [plural] : [])]);
}

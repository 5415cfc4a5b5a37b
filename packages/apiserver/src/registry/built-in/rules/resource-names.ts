import { checkQualifiedName } from "../../../object/names.ts";
import { type FieldError } from "../../../status/field-error.ts";
import { invalidAt } from "./field-errors.ts";

const computed = ["cpu", "memory", "ephemeral-storage"];
/** What is counted, and so is a whole number. */
export const counted = [
  ...["pods", "resourcequotas", "services", "replicationcontrollers", "secrets", "configmaps"],
  ...["persistentvolumeclaims", "services.nodeports", "services.loadbalancers"],
];
/** What quotas may limit of what has a short name. */
const ofQuotas: ReadonlySet<string> = new Set([
  ...computed.flatMap((name) => [name, `requests.${name}`, `limits.${name}`]),
  ...counted,
  "requests.storage",
]);

/** Whether a name without a prefix is one of those that Kubernetes knows in quotas. */
export function isQuotaResource(name: string): boolean {
  return ofQuotas.has(name) || /^(requests\.)?hugepages-/.test(name);
}

/** What is wrong with the name of a resource in a list of quantities. */
export function checkResourceName(name: string, field: string): FieldError[] {
  const problems = checkQualifiedName(name, field);
  const isKnown = name.includes("/") || name === "storage" || isQuotaResource(name);
  if (problems.length > 0 || isKnown) return problems;
  return [invalidAt(field, name, "must be a standard resource type or fully qualified")];
}

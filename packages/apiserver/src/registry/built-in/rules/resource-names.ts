import { checkQualifiedName } from "../../../object/names.ts";
import { type FieldError, invalidAt } from "../../../status/field-error.ts";

const computed = ["cpu", "memory", "ephemeral-storage"];
/** Counted resources, whose quantities are integers. */
export const counted = [
  ...["pods", "resourcequotas", "services", "replicationcontrollers", "secrets", "configmaps"],
  ...["persistentvolumeclaims", "services.nodeports", "services.loadbalancers"],
];
/** The short resource names that quotas may limit. */
const ofQuotas: ReadonlySet<string> = new Set([
  ...computed.flatMap((name) => [name, `requests.${name}`, `limits.${name}`]),
  ...counted,
  "requests.storage",
]);

/** Whether a name without a prefix is a quota resource of Kubernetes. */
export function isQuotaResource(name: string): boolean {
  return ofQuotas.has(name) || /^(requests\.)?hugepages-/.test(name);
}

/** Validates a resource name in a list of quantities. */
export function checkResourceName(name: string, field: string): FieldError[] {
  const problems = checkQualifiedName(name, field);
  const isKnown = name.includes("/") || name === "storage" || isQuotaResource(name);
  if (problems.length > 0 || isKnown) return problems;
  return [invalidAt(field, name, "must be a standard resource type or fully qualified")];
}

import { placesOf } from "../../roles/derive/places.ts";
import { isProviderRole, roleOf } from "../../roles/roles.ts";
import { type CRDSubject } from "./crd-subject.ts";
import { declares } from "./field-faults.ts";

/**
 * Whether a kind only has a name like those of a role: it has none of the role's fields and no Template, and another kind of its group has
 * them. Contract labels prove nothing then, because kustomize adds them to every CRD of a provider.
 */
export function isHelperKind(crd: CRDSubject, all: readonly CRDSubject[]): boolean {
  if (fieldsOfRole(crd) > 0) return false;
  const ofGroup = all.filter(({ group }) => group === crd.group);
  const hasTemplate = ofGroup.some(({ kind }) => kind === `${crd.kind}Template`);
  return !hasTemplate && ofGroup.some((other) => other.role === crd.role && fieldsOfRole(other) > 0);
}

/** The number of fields that core reads for the role and the versions declare, except conditions, which many kinds have. */
function fieldsOfRole({ role, versions }: CRDSubject): number {
  if (!isProviderRole(role)) return 0;
  const paths = Object.entries(roleOf(role).fields)
    .filter(([name]) => name !== "conditions")
    .flatMap(([, field]) => placesOf(field).map(({ path }) => path));
  return paths.filter((path) => versions.some((version) => declares(version, path))).length;
}

/** Whether objects of the kind are the machines of a pool, which the provider creates with complete specs (rule MP-005). */
export function isMadeByPool({ role, kind }: CRDSubject): boolean {
  return role === "InfraMachine" && kind.endsWith(`${roleOf("InfraMachinePool").ending}${roleOf(role).ending}`);
}

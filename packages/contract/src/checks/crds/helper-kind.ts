import { placesOf } from "../../roles/derive/places.ts";
import { isProviderRole, roleOf } from "../../roles/roles.ts";
import { type CRDSubject } from "./crd-subject.ts";
import { declares } from "./field-faults.ts";

/**
 * Whether a kind only has the name of a role: it has none of the fields of the role and no Template, and another kind of its group
 * has them. Contract labels show nothing then: kustomize puts them on every CRD of a provider.
 */
export function isHelperKind(crd: CRDSubject, all: readonly CRDSubject[]): boolean {
  if (fieldsOfRole(crd) > 0) return false;
  const ofGroup = all.filter(({ group }) => group === crd.group);
  const hasTemplate = ofGroup.some(({ kind }) => kind === `${crd.kind}Template`);
  return !hasTemplate && ofGroup.some((other) => other.role === crd.role && fieldsOfRole(other) > 0);
}

/** How many of the fields that core reads from objects of the role the versions declare; kinds of all sorts have conditions. */
function fieldsOfRole({ role, versions }: CRDSubject): number {
  if (!isProviderRole(role)) return 0;
  const paths = Object.entries(roleOf(role).fields)
    .filter(([name]) => name !== "conditions")
    .flatMap(([, field]) => placesOf(field).map(({ path }) => path));
  return paths.filter((path) => versions.some((version) => declares(version, path))).length;
}

/** Whether objects of the kind are the machines of a pool, which the provider makes with all that it knows of them (rule MP-005). */
export function isMadeByPool({ role, kind }: CRDSubject): boolean {
  return role === "InfraMachine" && kind.endsWith(`${roleOf("InfraMachinePool").ending}${roleOf(role).ending}`);
}

import { fieldsAt, listAt } from "@capstan/kube";
import { placesOf } from "../../roles/derive/places.ts";
import { type ProviderRole, providerRoles, roleOf } from "../../roles/roles.ts";
import { at, textOrEmpty } from "../rule/json.ts";
import { isContractLabel } from "./contract-labels.ts";

/** The role of a CRD's kind for core: a provider object, a Template, or a pool of addresses. */
export type KindRole = ProviderRole | `${ProviderRole}Template` | "IPPool";

/** All roles of kinds. */
export const kindRoles: readonly KindRole[] = [
  ...providerRoles.flatMap((role) => [role, `${role}Template`] as const),
  "IPPool",
];

/** The role of a kind, or of the kind that a Template is for; `undefined` for kinds without a provider role. */
export function mainRoleOf(role: KindRole): ProviderRole | undefined {
  return providerRoles.find((main) => role === main || role === `${main}Template`);
}

/** Core's own groups, whose kinds follow other rules. */
const coreGroups = /^(addons\.|runtime\.)?cluster\.x-k8s\.io$/;

/**
 * Detects the role of a kind by its group (`bootstrap.`, `infrastructure.`, `controlplane.`, `ipam.` of any domain) and the ending of its
 * name. In other groups a contract label or a contract field must confirm the ending. Identities, images and other kinds of a provider's
 * own have no role.
 */
export function kindRoleOf(crd: unknown): KindRole | undefined {
  const group = textOrEmpty(crd, "spec", "group");
  const kind = textOrEmpty(crd, "spec", "names", "kind");
  if (coreGroups.test(group)) return undefined;
  const family = group.split(".")[0];
  if (family === "ipam") return kind.endsWith("Pool") ? "IPPool" : undefined;
  // Other fields named template are common, such as the image to boot from. The template of a Template contains a spec.
  const template = kind.endsWith("Template") || (hasField(crd, "spec", "template", "spec") && !isControlPlane(crd));
  const main = template ? kind.replace(/Templ?a?te?$|Tmpl$/, "") : kind;
  const role = roleOfMainKind(family, main, crd, template);
  if (role === undefined) return undefined;
  return template ? `${role}Template` : role;
}

function roleOfMainKind(
  family: string | undefined,
  kind: string,
  crd: unknown,
  template: boolean,
): ProviderRole | undefined {
  const byName = providerRoles.find((role) => kind.endsWith(roleOf(role).ending));
  const ofFamily = providerRoles.filter((role) => familyOf(role) === family);
  const [first, ...others] = ofFamily;
  if (first === undefined) {
    const isBorneOut = hasEvidence(crd) || (template && hasField(crd, "spec", "template", "spec"));
    return isBorneOut ? (byName ?? roleByShape(crd)) : undefined;
  }
  if (others.length === 0) return template || byName === first || hasEvidence(crd) ? first : undefined;
  if (byName === undefined) return roleByShape(crd);
  return roleOf(byName).isCommonEnding === true && !ofFamily.includes(byName) ? undefined : byName;
}

/** The first part of the API group of Cluster API's own providers; the groups of other providers start with it too. */
function familyOf(role: ProviderRole): string | undefined {
  return roleOf(role).group.split(".")[0];
}

/** The role of a kind with an unconventional name, by the field that only one role has. */
function roleByShape(crd: unknown): ProviderRole | undefined {
  return providerRoles.find((role) => {
    const { recognizedBy, fields } = roleOf(role);
    const field = recognizedBy === undefined ? undefined : fields[recognizedBy];
    return field !== undefined && placesOf(field).some(({ path }) => hasField(crd, ...path.split(".")));
  });
}

function hasEvidence(crd: unknown): boolean {
  const labeled = Object.keys(fieldsAt(crd, "metadata", "labels")).some(isContractLabel);
  return labeled || roleByShape(crd) !== undefined || hasField(crd, "status", "initialization");
}

function isControlPlane(crd: unknown): boolean {
  return hasField(crd, "spec", "machineTemplate");
}

function hasField(crd: unknown, ...path: readonly string[]): boolean {
  const keys = path.flatMap((name) => ["properties", name]);
  return listAt(crd, "spec", "versions").some(
    (version) => at(version, "schema", "openAPIV3Schema", ...keys) !== undefined,
  );
}

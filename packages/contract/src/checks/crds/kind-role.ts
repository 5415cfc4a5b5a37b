import { fieldsAt, listAt } from "@capstan/kube";
import { placesOf } from "../../roles/derive/places.ts";
import { familyOfType, parseProviderLabel, type ProviderType } from "../../names/provider-types.ts";
import { ipPool } from "../../roles/ip-pool.ts";
import { type ProviderRole, providerRoles, roleOf } from "../../roles/roles.ts";
import { labels } from "../../names/labels.ts";
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

/** The types of providers with kinds that other objects refer to; the kinds of other types are their own. */
const typesWithRoles: ReadonlySet<ProviderType> = new Set([
  ...providerRoles.map((role) => roleOf(role).provider),
  ipPool.provider,
]);

/** What other objects say about a kind. */
export interface KindEvidence {
  /** The role by which an object of the core refers to it. */
  readonly referenced: KindRole | undefined;
  /** Whether a kind of the same group is its Template. */
  readonly hasTemplate: boolean;
}

/**
 * Detects the role of a kind: by a reference; or by the ending of its name in a group (`bootstrap.`, `infrastructure.`, `controlplane.`,
 * `ipam.` of any domain) or a provider of that type. Otherwise a contract label or a contract field must confirm the ending. A kind whose
 * name shows no role has one if it has the field of a role and a Template. Identities, images and other kinds of a provider's own have no
 * role, and the kinds of runtime extensions and addons have none.
 */
export function kindRoleOf(crd: unknown, { referenced, hasTemplate }: KindEvidence): KindRole | undefined {
  const group = textOrEmpty(crd, "spec", "group");
  const kind = textOrEmpty(crd, "spec", "names", "kind");
  if (coreGroups.test(group)) return undefined;
  if (referenced !== undefined) return referenced;
  const provider = textOrEmpty(crd, "metadata", "labels", labels.provider);
  const type = parseProviderLabel(provider)?.type;
  if (type !== undefined && !typesWithRoles.has(type)) return undefined;
  const family = familyIn(group, type);
  if (family === firstPart(ipPool.group)) return kind.endsWith(ipPool.ending) ? "IPPool" : undefined;
  // Other fields named template are common, such as the image to boot from. The template of a Template contains a spec.
  const template = kind.endsWith("Template") || (hasField(crd, "spec", "template", "spec") && !isControlPlane(crd));
  const main = template ? kind.replace(/Templ?a?te?$|Tmpl$/, "") : kind;
  const role = roleOfMainKind({ family, kind: main, crd, template, hasTemplate });
  if (role === undefined) return undefined;
  return template ? `${role}Template` : role;
}

/** The family of a provider's type counts where its group does not name one. */
function familyIn(group: string, type: ProviderType | undefined): string | undefined {
  const ofGroup = firstPart(group);
  const isFamily = [ipPool.group, ...providerRoles.map((role) => roleOf(role).group)].map(firstPart).includes(ofGroup);
  return isFamily || type === undefined ? ofGroup : familyOfType(type);
}

function firstPart(group: string): string | undefined {
  return group.split(".")[0];
}

interface MainKind {
  readonly family: string | undefined;
  readonly kind: string;
  readonly crd: unknown;
  readonly template: boolean;
  readonly hasTemplate: boolean;
}

function roleOfMainKind({ family, kind, crd, template, hasTemplate }: MainKind): ProviderRole | undefined {
  const byShape = hasTemplate ? roleByShape(crd) : undefined;
  const byName = providerRoles.find((role) => kind.endsWith(roleOf(role).ending));
  const ofFamily = providerRoles.filter((role) => familyOf(role) === family);
  const [first, ...others] = ofFamily;
  if (first === undefined) {
    const isBorneOut = hasEvidence(crd) || (template && hasField(crd, "spec", "template", "spec"));
    return isBorneOut ? (byName ?? byShape) : undefined;
  }
  if (others.length === 0)
    return template || byName === first || isLabeled(crd) || byShape !== undefined ? first : undefined;
  if (byName === undefined) return byShape;
  return roleOf(byName).isCommonEnding === true && !ofFamily.includes(byName) ? undefined : byName;
}

/** The first part of the API group of Cluster API's own providers; the groups of other providers start with it too. */
function familyOf(role: ProviderRole): string | undefined {
  return firstPart(roleOf(role).group);
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
  return isLabeled(crd) || roleByShape(crd) !== undefined;
}

function isLabeled(crd: unknown): boolean {
  const labeled = Object.keys(fieldsAt(crd, "metadata", "labels")).some(isContractLabel);
  return labeled || hasField(crd, "status", "initialization");
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

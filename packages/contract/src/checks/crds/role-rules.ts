import { fieldsRead, isIn, type PlacedField, placeIn, placesOf } from "../../roles/derive/places.ts";
import { jsonTypeOf } from "../../roles/forms/plain.ts";
import { isProviderRole, type ProviderRole, providerRoles, roleOf } from "../../roles/roles.ts";
import { type Fault, type Rule } from "../rule/rule.ts";
import { isStaticId, type RuleId, ruleInfo, type StaticRuleId } from "../../catalogue/rule-info.ts";
import { servedVersionRule, versionRule, type VersionInUse } from "./crd-rule.ts";
import { type CRDSubject, type CRDVersion } from "./crd-subject.ts";
import { boundFaults, fieldFaults } from "./field-faults.ts";
import { isMadeByPool } from "./helper-kind.ts";
import { schemaField } from "./schema-field.ts";
import { flagFaults, sectionFaults } from "./status-faults.ts";

/**
 * Derives the rules that the role tables cover completely: that spec and status exist, and for each field its type, whether it must be
 * declared, the bounds of a string, and whether it has ended.
 *
 * @param others - the rules with a function of their own.
 */
export function roleRules(others: readonly Rule<CRDSubject>[]): Rule<CRDSubject>[] {
  const known = new Set<RuleId>(others.map(({ id }) => id));
  const ids = (idsOf: (role: ProviderRole) => readonly StaticRuleId[]) =>
    [...new Set(providerRoles.flatMap(idsOf))].filter((id) => !known.has(id));
  return [
    ...ids(rulesOfSections).map((id) =>
      servedVersionRule(id, (version, { role }) => (isProviderRole(role) ? missingSections(role, id, version) : [])),
    ),
    ...ids(rulesOfFields).map((id) =>
      versionRule(id, (use) => (isProviderRole(use.crd.role) ? rowFaults(use.crd.role, id, use) : [])),
    ),
  ];
}

function rulesOfSections(role: ProviderRole): StaticRuleId[] {
  return Object.values(roleOf(role).sections).filter(isStaticId);
}

function* missingSections(role: ProviderRole, id: StaticRuleId, version: CRDVersion): Iterable<Fault> {
  const { sections } = roleOf(role);
  if (sections.spec === id) yield* sectionFaults(version, "spec");
  if (sections.status === id) yield* sectionFaults(version, "status");
}

function rulesOfFields(role: ProviderRole): StaticRuleId[] {
  const { fields } = roleOf(role);
  const ids = Object.entries(fields).flatMap(([name, field]) => {
    if (name === "conditions") return [];
    const ofPlaces = placesOf(field).flatMap(({ rule, elsewhere = rule }) => [rule, elsewhere]);
    return field.bounds === undefined ? ofPlaces : [...ofPlaces, field.bounds];
  });
  const ofSections = rulesOfSections(role);
  return ids.filter(isStaticId).filter((id) => !ofSections.includes(id));
}

/** The faults of a version under a rule. If two contracts have a field at the same path, the newest contract defines it. */
function rowFaults(role: ProviderRole, id: StaticRuleId, { version, contracts, crd }: VersionInUse): Fault[] {
  const placed = contracts.flatMap((contract) =>
    fieldsRead(role, contract).filter(({ place }) => place.ended === undefined || contracts.at(-1) === contract),
  );
  const newest = placed.filter(
    ({ place }, index) => placed.findIndex((other) => other.place.path === place.path) === index,
  );
  return newest.flatMap((row) => [
    ...formerFaults(row, id, { version, contracts }),
    ...(row.place.rule === id ? placeFaults(version, row, isMadeByPool(crd)) : []),
    ...(row.field.bounds === id ? textFaults(version, row, id) : []),
  ]);
}

/** A field that is still declared at its place in another contract, if this rule forbids it. */
function formerFaults(
  { field, place }: PlacedField,
  id: StaticRuleId,
  { version, contracts }: Pick<VersionInUse, "version" | "contracts">,
): Fault[] {
  const inUse = contracts.map((contract) => placeIn(field, contract));
  return placesOf(field)
    .filter((former) => former.elsewhere === id && !inUse.includes(former))
    .map(({ path }) => ({ path, found: schemaField(version.schema, path) }))
    .filter(({ found }) => found.found === "declared")
    .map(({ path, found }) => ({ path: found.path, expected: `${place.path} in its place`, actual: path }));
}

/** @param isMade - whether the provider itself creates the objects with complete specs. Then required fields of the spec are acceptable. */
function placeFaults(version: CRDVersion, { field, place }: PlacedField, isMade: boolean): Iterable<Fault> {
  const { path, ended, schema } = place;
  if (ended !== undefined) {
    const found = schemaField(version.schema, path);
    return found.found === "declared" ? [{ path: found.path, expected: ended, actual: path }] : [];
  }
  const type = jsonTypeOf(schema);
  if (type === "boolean" && field.required === true) return flagFaults(version, path);
  const optional = (field.required === true || field.convertedApart === true) && !(isMade && isIn("spec", place));
  return fieldFaults(version, path, { type, present: field.required === true, optional });
}

function textFaults(version: CRDVersion, { place }: PlacedField, id: StaticRuleId): Iterable<Fault> {
  const { minLength, maxLength } = place.schema as { readonly minLength?: number; readonly maxLength?: number };
  if (minLength === undefined || maxLength === undefined) return [];
  const bounds = { minLength: { min: minLength }, maxLength: { max: maxLength } };
  return boundFaults(version, place.path, bounds, ruleInfo(id).level);
}

import { type ContractVersion } from "../../versions/contract-version.ts";
import { type RuleId } from "../../catalogue/rule-info.ts";
import { isIn, namesBelow, placeIn, placesOf } from "./places.ts";
import { type Section } from "../field.ts";
import { type ProviderRole, roleOf } from "../roles.ts";

/** The field in which a v1beta1 version keeps v1beta2 conditions. */
const stagedConditions = { v1beta2: "BC-015" } as const satisfies Readonly<Record<string, RuleId>>;

/**
 * The names in a section that belong to the contract, each with its rule; an author may use any other name. Fields of another contract are
 * reserved too, because core reads only the contract that the label selects (AR-012), and the SDK writes these fields.
 */
export function reservedNames(
  role: ProviderRole,
  contract: ContractVersion,
  section: Section,
): ReadonlyMap<string, RuleId> {
  const names = new Map<string, RuleId>(section === "status" ? Object.entries(stagedConditions) : []);
  const own = new Set<string>();
  for (const field of Object.values(roleOf(role).fields)) {
    const present = placeIn(field, contract);
    for (const place of placesOf(field)) {
      if (!isIn(section, place)) continue;
      const [name = ""] = namesBelow(place);
      if (!own.has(name)) names.set(name, place.elsewhere ?? place.rule);
    }
    if (present === undefined || !isIn(section, present)) continue;
    const [name = ""] = namesBelow(present);
    names.set(name, present.rule);
    own.add(name);
  }
  return names;
}

/** The rule that assigns a name to the contract; undefined: the author may have a field of that name. */
export function reservedBy(
  role: ProviderRole,
  contract: ContractVersion,
  section: Section,
  name: string,
): RuleId | undefined {
  return reservedNames(role, contract, section).get(name);
}

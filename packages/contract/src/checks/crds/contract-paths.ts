import { type ContractVersion } from "../../versions/contract-version.ts";
import { fieldsRead, placesOf } from "../../roles/derive/places.ts";
import { type Place } from "../../roles/field.ts";
import { jsonTypeOf } from "../../roles/forms/plain.ts";
import { type ProviderRole, roleOf } from "../../roles/roles.ts";
import { type FieldDemand } from "./field-faults.ts";

/** A field that core reads, as a CRD must declare it. */
interface ContractPath extends Pick<FieldDemand, "type" | "present"> {
  readonly path: string;
}

/**
 * The fields that core reads from a kind under a contract, except conditions. If a field has moved, core also reads its former place,
 * except for the flag (AR-012) and a field whose form has changed (IC-008).
 */
export function contractPaths(role: ProviderRole, contract: ContractVersion): readonly ContractPath[] {
  return fieldsRead(role, contract)
    .filter(({ name }) => name !== "conditions")
    .flatMap(({ name, field, place }) => {
      const moved = name === roleOf(role).done ? [] : placesOf(field).filter(({ path }) => path !== place.path);
      return [place, ...moved].flatMap((each) => pathsOf(each, field.required === true && each === place));
    });
}

/** The field and, for an object, the fields in it. */
function pathsOf({ path, schema }: Place, present: boolean): ContractPath[] {
  const type = jsonTypeOf(schema);
  const { properties = {} } = schema as { readonly properties?: Readonly<Record<string, Place["schema"]>> };
  return [
    { path, type, ...(present ? { present } : {}) },
    ...Object.entries(properties).map(([name, inner]) => ({ path: `${path}.${name}`, type: jsonTypeOf(inner) })),
  ];
}

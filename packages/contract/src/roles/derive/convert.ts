import { type JsonObject } from "@capstan/kube";
import { type ContractVersion } from "../../contract-version.ts";
import { type ProviderRole, roleOf } from "../roles.ts";
import { valueAt, withoutValueAt, withValueAt } from "./json-path.ts";
import { type Place } from "../field.ts";
import { fieldsOfContracts } from "./places.ts";

/** The contract's own fields of an object. */
export interface ContractPart {
  readonly spec: JsonObject;
  readonly status: JsonObject;
}

/**
 * The contract's fields of an object in the words of other contracts (rule AR-020). What those have no words for is left out, and
 * what has a form for each contract, as conditions have, stays as it is.
 *
 * @param from - the contracts that the object's version implements, newest first.
 * @param to - those of the other version.
 */
export function convertContractFields(
  role: ProviderRole,
  part: ContractPart,
  from: readonly ContractVersion[],
  to: readonly ContractVersion[],
): ContractPart {
  if (from.join() === to.join()) return part;
  const present = placesByName(role, from);
  const wanted = placesByName(role, to);
  const names = Object.entries(roleOf(role).fields).flatMap(([name, { convertedApart }]) =>
    convertedApart ? [] : [name],
  );
  const converted = names.reduce<JsonObject>(
    (object, name) => moveField(object, present.get(name) ?? [], wanted.get(name) ?? []),
    { ...part },
  );
  return { spec: {}, status: {}, ...converted };
}

function placesByName(role: ProviderRole, contracts: readonly ContractVersion[]): ReadonlyMap<string, Place[]> {
  const placed = fieldsOfContracts(role, contracts);
  const names = new Set(placed.map(({ name }) => name));
  return new Map(
    [...names].map((name) => [name, placed.filter((each) => each.name === name).map(({ place }) => place)]),
  );
}

/** The value comes from the first place that has one, and goes to all places of the other version. */
function moveField(object: JsonObject, from: readonly Place[], to: readonly Place[]): JsonObject {
  const source = from.find(({ path }) => valueAt(object, path) !== undefined);
  if (source === undefined) return object;
  const json = valueAt(object, source.path);
  const value = source.form?.toNewest === undefined ? json : source.form.toNewest(json);
  const rest = from.flatMap(pathsOf).reduce(withoutValueAt, object);
  return to.reduce((moved, place) => {
    const written =
      value === undefined || place.form?.fromNewest === undefined
        ? value
        : place.form.fromNewest(value, { failed: false });
    return written === undefined ? moved : pathsOf(place).reduce((all, path) => withValueAt(all, path, written), moved);
  }, rest);
}

function pathsOf({ path, alsoAt }: Place): readonly string[] {
  return alsoAt === undefined ? [path] : [path, alsoAt];
}

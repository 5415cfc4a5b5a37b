import { type JsonObject } from "@capstan/kube";
import { type ContractVersion } from "../../versions/contract-version.ts";
import { type ProviderRole, roleOf } from "../roles.ts";
import { valueAt, withoutValueAt, withValueAt } from "./json-path.ts";
import { type Place } from "../field.ts";
import { fieldsOfContracts } from "./places.ts";
import { withRemainders } from "./remainders.ts";

/** The contract's own fields of an object. */
export interface ContractPart {
  /** The contract's fields of the spec. */
  readonly spec: JsonObject;
  /** The contract's fields of the status. */
  readonly status: JsonObject;
}

/**
 * Converts the contract's fields of an object to other contracts (rule AR-020), without fields that those cannot express. Fields with a
 * separate form in each contract, such as conditions, are unchanged.
 *
 * @param from - the contracts that the object's version implements, newest first.
 * @param to - the contracts of the other version.
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
  const known = valuesAt({ ...part }, present);
  // A count that the object's version has and the object lacks is omitted in the other version too.
  const values = { ...withRemainders(role, known), ...known };
  const rest = names.reduce<JsonObject>((object, name) => withoutField(object, present.get(name) ?? []), { ...part });
  const converted = names.reduce((object, name) => writtenAt(object, wanted.get(name) ?? [], values[name]), rest);
  return { spec: {}, status: {}, ...converted };
}

type PlacesByName = ReadonlyMap<string, readonly Place[]>;

function placesByName(role: ProviderRole, contracts: readonly ContractVersion[]): PlacesByName {
  const placed = fieldsOfContracts(role, contracts);
  const names = new Set(placed.map(({ name }) => name));
  return new Map(
    [...names].map((name) => [name, placed.filter((each) => each.name === name).map(({ place }) => place)]),
  );
}

function valuesAt(object: JsonObject, places: PlacesByName): JsonObject {
  return Object.fromEntries(Array.from(places, ([name, from]) => [name, valueIn(object, from)]));
}

/** The value at the first place that has a value, in the form of the newest contract. */
function valueIn(object: JsonObject, from: readonly Place[]): unknown {
  const source = from.find(({ path }) => valueAt(object, path) !== undefined);
  if (source === undefined) return undefined;
  const json = valueAt(object, source.path);
  return source.form?.toNewest === undefined ? json : source.form.toNewest(json);
}

function withoutField(object: JsonObject, places: readonly Place[]): JsonObject {
  const isThere = places.some(({ path }) => valueAt(object, path) !== undefined);
  return isThere ? places.flatMap(pathsOf).reduce(withoutValueAt, object) : object;
}

/** Writes the value at all of these places, each in its form. */
function writtenAt(object: JsonObject, places: readonly Place[], value: unknown): JsonObject {
  return places.reduce((written, place) => {
    const isAsIs = value === undefined || place.form?.fromNewest === undefined;
    const json = isAsIs ? value : place.form.fromNewest(value, { failed: false });
    return json === undefined ? written : pathsOf(place).reduce((all, path) => withValueAt(all, path, json), written);
  }, object);
}

function pathsOf({ path, alsoAt }: Place): readonly string[] {
  return alsoAt === undefined ? [path] : [path, alsoAt];
}

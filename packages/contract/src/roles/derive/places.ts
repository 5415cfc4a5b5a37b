import { ArgumentError } from "@capstan/kube";
import { type ContractVersion, contractVersions } from "../../versions/contract-version.ts";
import { type Field, gone, type Place, type Section } from "../field.ts";
import { type ProviderRole, roleOf } from "../roles.ts";

/** A field of a role at one place. */
export interface PlacedField {
  /** The name of the field, as readings, reports and outcomes have it. */
  readonly name: string;
  /** The field. */
  readonly field: Field;
  /** Where it is in the version. */
  readonly place: Place;
}

/** Where a field is under a contract version: as in the newest version up to that one. `undefined`: the field does not exist. */
export function placeIn(field: Field, contract: ContractVersion): Place | undefined {
  const column = contractVersions
    .slice(contractVersions.indexOf(contract))
    .map((version) => field[version])
    .find((found) => found !== undefined);
  return column === gone ? undefined : column;
}

/** All places that contract versions have given to a field. */
export function placesOf(field: Field): readonly Place[] {
  return contractVersions.map((version) => field[version]).filter((found) => found !== undefined && found !== gone);
}

/** The fields that core reads under a contract version, those that have ended among them. */
export function fieldsRead(role: ProviderRole, contract: ContractVersion): readonly PlacedField[] {
  return Object.entries(roleOf(role).fields).flatMap(([name, field]) => {
    const place = placeIn(field, contract);
    return place === undefined ? [] : [{ name, field, place }];
  });
}

/** The fields that a provider declares and writes under a contract version. */
export function fieldsIn(role: ProviderRole, contract: ContractVersion): readonly PlacedField[] {
  return fieldsRead(role, contract).filter(({ place }) => place.ended === undefined);
}

/** The field of that name, which the role has to have under the contract version. */
export function fieldOf(role: ProviderRole, name: string, contract: ContractVersion): PlacedField {
  const found = fieldsRead(role, contract).find((placed) => placed.name === name);
  if (found === undefined) throw new ArgumentError(`${role} has no field ${name} under contract ${contract}.`);
  return found;
}

/** The field that says, once and for all, that what core waits for is there. */
export function doneField(role: ProviderRole, contract: ContractVersion): PlacedField {
  return fieldOf(role, roleOf(role).done, contract);
}

/** Whether a terminal failure, once reported, ends what is done for an object (rules BH-002, IB-002): the contract has fields for it. */
export function isFailureFinal(role: ProviderRole, contract: ContractVersion): boolean {
  return fieldsIn(role, contract).some(({ name }) => name === "failureReason");
}

/** Whether a place is in that section. */
export function isIn(section: Section, { path }: Place): boolean {
  return path.startsWith(`${section}.`);
}

/** The names on the way from the section to the field. */
export function namesBelow({ path }: Pick<Place, "path">): readonly string[] {
  return path.split(".").slice(1);
}

/**
 * The fields of an object whose version implements these contracts, newest first: in spec those of the newest, in status those of all.
 * Where two contracts have something at one path, the newest says what.
 */
export function fieldsOfContracts(role: ProviderRole, contracts: readonly ContractVersion[]): readonly PlacedField[] {
  const found = new Map<string, PlacedField>();
  for (const [index, contract] of contracts.entries()) {
    for (const placed of fieldsIn(role, contract)) {
      const applies = index === 0 || isIn("status", placed.place);
      if (applies && !found.has(placed.place.path)) found.set(placed.place.path, placed);
    }
  }
  return [...found.values()];
}

import { ArgumentError } from "@capstan/kube";
import { type ContractVersion, contractVersions } from "../../versions/contract-version.ts";
import { type Field, gone, type Place, type Section } from "../field.ts";
import { type ProviderRole, roleOf } from "../roles.ts";

/** A field of a role at a place. */
export interface PlacedField {
  /** The name of the field in readings, reports and outcomes. */
  readonly name: string;
  /** The field. */
  readonly field: Field;
  /** The place of the field in the version. */
  readonly place: Place;
}

/** The place of a field in a contract version: the newest place up to that version. `undefined`: the field does not exist. */
export function placeIn(field: Field, contract: ContractVersion): Place | undefined {
  const column = contractVersions
    .slice(contractVersions.indexOf(contract))
    .map((version) => field[version])
    .find((found) => found !== undefined);
  return column === gone ? undefined : column;
}

/** All places of a field in any contract version. */
export function placesOf(field: Field): readonly Place[] {
  return contractVersions.map((version) => field[version]).filter((found) => found !== undefined && found !== gone);
}

/** The fields that core reads in a contract version, including ended fields. */
export function fieldsRead(role: ProviderRole, contract: ContractVersion): readonly PlacedField[] {
  return Object.entries(roleOf(role).fields).flatMap(([name, field]) => {
    const place = placeIn(field, contract);
    return place === undefined ? [] : [{ name, field, place }];
  });
}

/** The fields that a provider declares and writes in a contract version. */
export function fieldsIn(role: ProviderRole, contract: ContractVersion): readonly PlacedField[] {
  return fieldsRead(role, contract).filter(({ place }) => place.ended === undefined);
}

/** The field of that name, which the role must have in the contract version. */
export function fieldOf(role: ProviderRole, name: string, contract: ContractVersion): PlacedField {
  const found = fieldsRead(role, contract).find((placed) => placed.name === name);
  if (found === undefined) throw new ArgumentError(`${role} has no field ${name} under contract ${contract}.`);
  return found;
}

/** The flag that reports, permanently, that an object is done. */
export function doneField(role: ProviderRole, contract: ContractVersion): PlacedField {
  return fieldOf(role, roleOf(role).done, contract);
}

/** Whether a reported terminal failure ends the reconciliation of an object (rules BH-002, IB-002): the contract has fields for it. */
export function isFailureFinal(role: ProviderRole, contract: ContractVersion): boolean {
  return fieldsIn(role, contract).some(({ name }) => name === "failureReason");
}

/** Whether a place is in that section. */
export function isIn(section: Section, { path }: Place): boolean {
  return path.startsWith(`${section}.`);
}

/** The names on the path from the section to the field. */
export function namesBelow({ path }: Pick<Place, "path">): readonly string[] {
  return path.split(".").slice(1);
}

/**
 * The fields of an object whose version implements these contracts, newest first: in spec the fields of the newest, in status those of all.
 * If two contracts have a field at the same path, the newest contract defines it.
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

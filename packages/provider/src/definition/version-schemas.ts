import {
  contractFields,
  type ContractVersion,
  type FieldOptions,
  otherContractStatusFields,
  type ProviderRole,
  type Section,
} from "@capstan/contract";
import { Type, type TObject, type TObjectOptions, type TProperties } from "typebox";
import type { ProviderVersion } from "./definition.ts";
import type { KindVersion } from "./kind-version.ts";

/** The complete schemas of one API version: the author's fields and the contract's. */
export interface VersionSchemas {
  readonly spec: TObject;
  readonly status: TObject;
  /**
   * The spec of objects created from the Template, if there is one. Fields that concern a single object, such as providerID, are omitted
   * (BT-004).
   */
  readonly templateSpec: TObject;
  /** Names of the contract's fields; all other fields are the author's. */
  readonly contractNames: Readonly<Record<Section, readonly string[]>>;
}

/**
 * Adds the contract's fields to the author's schemas.
 *
 * @param options - the options of the definition that fields depend on.
 * @param isTranslated - whether another version implements another contract, whose status is then stored in this version too.
 */
export function versionSchemas(
  role: ProviderRole,
  version: ProviderVersion,
  contracts: readonly [ContractVersion, ...ContractVersion[]],
  isTranslated: boolean,
  options: FieldOptions,
): VersionSchemas {
  const specFields = contractFields(role, contracts, "spec", options);
  const [contract, ...more] = contracts;
  const statusFields = {
    ...contractFields(role, contracts, "status", options),
    ...(isTranslated && more.length === 0 ? otherContractStatusFields(role, contract) : {}),
  };
  const ownStatus: TObject = version.status ?? Type.Object({});
  return {
    spec: specSchema(version.spec, specFields, "Desired state of the object."),
    status: statusSchema(ownStatus, statusFields),
    templateSpec: specSchema(version.spec, {}, "Desired state of the objects created from the template."),
    contractNames: { spec: Object.keys(specFields), status: Object.keys(statusFields) },
  };
}

/** The schemas of an auxiliary kind, which has no Template. */
export function auxiliarySchemas(version: KindVersion, fields: TProperties, statusFields: TProperties): VersionSchemas {
  const spec = specSchema(version.spec, fields, "Desired state of the object.");
  return {
    spec,
    status: statusSchema(version.status ?? Type.Object({}), statusFields),
    templateSpec: spec,
    contractNames: { spec: [], status: [] },
  };
}

function specSchema(own: TObject, contract: TProperties, description: string): TObject {
  return Type.Object({ ...own.properties, ...contract }, { description, ...specDefault(own), ...optionsOf(own) });
}

/** Author code sets its status fields one by one, as they become known, so no field may be required. */
function statusSchema(own: TObject, contract: TProperties): TObject {
  const fields = Object.entries({ ...own.properties, ...contract });
  const optional = Object.fromEntries(fields.map(([name, field]) => [name, Type.Optional(field)]));
  return Type.Object(optional, { description: "Observed state of the object.", ...optionsOf(own) });
}

/**
 * Lets the API server fill in an omitted spec if every required field has a default. The default of the spec repeats those defaults,
 * because the API server requires a default to be valid by itself.
 */
function specDefault(schema: TObject): { default?: object } {
  const fields: Readonly<Record<string, { readonly default?: unknown }>> = schema.properties;
  const defaults = requiredOf(schema).map((name) => [name, fields[name]?.default] as const);
  return defaults.some(([, value]) => value === undefined) ? {} : { default: Object.fromEntries(defaults) };
}

/** TypeBox omits `required` if no field is required. */
function requiredOf(schema: { readonly required?: readonly string[] }): readonly string[] {
  return schema.required ?? [];
}

function optionsOf(schema: TObject): TObjectOptions {
  const structure = ["type", "properties", "required"];
  return Object.fromEntries(Object.entries(schema).filter(([name]) => !structure.includes(name)));
}

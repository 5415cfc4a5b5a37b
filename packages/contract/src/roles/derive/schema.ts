import Type, { type TObjectOptions, type TProperties, type TSchema } from "typebox";
import { conditionsSchema } from "../../fields/conditions.ts";
import { deprecatedStatus } from "../../fields/deprecated-status.ts";
import { type ContractVersion, contractVersions } from "../../versions/contract-version.ts";
import { type Section } from "../field.ts";
import { type ProviderRole } from "../roles.ts";
import { fieldsOfContracts, fieldsRead, isIn, type PlacedField } from "./places.ts";

/** Options for the objects that hold nested fields of the contract. */
const containers: Readonly<Record<string, TObjectOptions>> = {
  initialization: { minProperties: 1, description: "Steps of the initial provisioning that have completed." },
  rollout: { minProperties: 1, description: "When Machines are replaced." },
};

/** The options of a definition that fields depend on, such as `replicas`. */
export type FieldOptions = ReadonlySet<string>;

/** Whether a kind with these options has a field of its role. */
export function isDeclared({ field }: PlacedField, options: FieldOptions): boolean {
  return field.option === undefined || options.has(field.option);
}

/**
 * Schemas of the contract's fields in a section, to merge into the provider's, for a version that implements these contracts, newest first.
 */
export function contractFields(
  role: ProviderRole,
  contracts: readonly ContractVersion[],
  section: Section,
  options: FieldOptions = new Set(),
): TProperties {
  const placed = fieldsOfContracts(role, contracts).filter(
    (placed) => isIn(section, placed.place) && isDeclared(placed, options),
  );
  return nested(placed.flatMap(({ place }) => schemasAt(place)));
}

/**
 * The fields in which a version of one contract keeps the status of another, as in Cluster API's own kinds: `status.v1beta2.conditions` in
 * v1beta1 (rule BC-015), `status.deprecated.v1beta1` in v1beta2. Use them for kinds whose versions implement both.
 */
export function otherContractStatusFields(role: ProviderRole, contract: ContractVersion): TProperties {
  const [newest] = contractVersions;
  if (contract !== newest) {
    const staged = Type.Object(
      { conditions: Type.Optional(conditionsSchema) },
      { description: `Status in the form of ${newest}.` },
    );
    return { [newest]: Type.Optional(staged) };
  }
  const ended = fieldsRead(role, contract).filter(
    ({ place, field }) => place.ended !== undefined && field.convertedApart,
  );
  return { deprecated: Type.Optional(deprecatedStatus(nested(ended.flatMap(({ place }) => schemasAt(place))))) };
}

function schemasAt({ path, alsoAt, schema }: PlacedField["place"]): SchemaAtPath[] {
  const paths = alsoAt === undefined ? [path] : [path, alsoAt];
  return paths.map((each) => ({ path: each.slice(each.indexOf(".") + 1), schema }));
}

interface SchemaAtPath {
  /** The dot-separated path in the section. */
  readonly path: string;
  readonly schema: TSchema;
}

function nested(fields: readonly SchemaAtPath[]): TProperties {
  const byName = Map.groupBy(fields, ({ path }) => path.replace(/\..*/, ""));
  return Object.fromEntries(
    [...byName].map(([name, found]) => {
      const leaf = found.find(({ path }) => path === name);
      const below = found.map(({ path, schema }) => ({ path: path.slice(name.length + 1), schema }));
      return [name, Type.Optional(leaf?.schema ?? Type.Object(nested(below), containers[name]))];
    }),
  );
}

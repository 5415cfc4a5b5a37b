import { type Static, type TSchema } from "typebox";
import { type ContractVersion, type contractVersions } from "../../versions/contract-version.ts";
import { type gone, type Section } from "../field.ts";
import { type ProviderRole, type roles } from "../roles.ts";

type Versions = typeof contractVersions;

/** The contract version before this one; `never` before the first. */
type Before<Version, List extends readonly unknown[] = Versions> = List extends readonly [infer Newer, ...infer Older]
  ? Newer extends Version
    ? Older extends readonly [infer Next, ...unknown[]]
      ? Next
      : never
    : Before<Version, Older>
  : never;

/** The place of a field in a contract version, including ended fields. */
type PlaceRead<Field, Version> = [Version] extends [never]
  ? never
  : Version extends keyof Field
    ? Field[Version]
    : PlaceRead<Field, Before<Version>>;

/** The place of a field that a provider declares in a contract version. */
type PlaceOf<Field, Version> =
  PlaceRead<Field, Version> extends infer Found
    ? Found extends { readonly ended: string } | typeof gone
      ? never
      : Found
    : never;

/** The value of a field in the form of the newest contract. */
export type ValueOf<Field> = Field extends { readonly reported: infer Schema extends TSchema }
  ? Static<Schema>
  : LastPlace<Field> extends { readonly schema: infer Schema extends TSchema }
    ? Static<Schema>
    : never;

/** The newest place of a field. */
type LastPlace<Field, Version = Versions[0]> = [Version] extends [never]
  ? never
  : PlaceRead<Field, Version> extends typeof gone
    ? LastPlace<Field, Before<Version>>
    : PlaceRead<Field, Version>;

type Nested<Path extends string, Value> = Path extends `${infer Name}.${infer Below}`
  ? Partial<Record<Name, Nested<Below, Value>>>
  : Partial<Record<Path, Value>>;

type FieldIn<Place, In extends Section> = Place extends {
  readonly path: `${In}.${infer Below}`;
  readonly schema: infer Schema extends TSchema;
}
  ? Nested<Below, Static<Schema>>
  : never;

type SecondPlaceIn<Place, In extends Section> = Place extends {
  readonly alsoAt: `${In}.${infer Below}`;
  readonly schema: infer Schema extends TSchema;
}
  ? Nested<Below, Static<Schema>>
  : never;

type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** A mapped type, so that editors show its fields. */
type Flat<Fields> = Fields extends infer All ? { [Name in keyof All]: All[Name] } : never;

type SectionOf<Role extends ProviderRole, Version extends ContractVersion, In extends Section> =
  Intersection<
    {
      [Name in keyof (typeof roles)[Role]["fields"]]: PlaceOf<
        (typeof roles)[Role]["fields"][Name],
        Version
      > extends infer Place
        ? FieldIn<Place, In> | SecondPlaceIn<Place, In>
        : never;
    }[keyof (typeof roles)[Role]["fields"]]
  > extends infer All
    ? unknown extends All
      ? object
      : Flat<All>
    : never;

/** The contract or contracts that a kind's version implements. */
export type Contracts = ContractVersion | readonly ContractVersion[];

type EachOf<Contract> = Contract extends readonly (infer Each)[] ? Each : Contract;

type NewestIn<Each, List extends readonly unknown[] = Versions> = List extends readonly [infer Newest, ...infer Older]
  ? Newest extends Each
    ? Newest
    : NewestIn<Each, Older>
  : never;

/** The newest contract version that a kind's version implements. */
export type NewestContract<Contract extends Contracts> = NewestIn<EachOf<Contract>> & ContractVersion;

/** The fields of `spec` that belong to the contract; the define functions add them. */
export type ContractSpec<Role extends ProviderRole, Contract extends Contracts> = Role extends ProviderRole
  ? Contract extends Contracts
    ? SectionOf<Role, NewestContract<Contract>, "spec">
    : never
  : never;

type StatusOfAll<Role extends ProviderRole, Each, List extends readonly unknown[] = Versions> = List extends readonly [
  infer Newest,
  ...infer Older,
]
  ? Newest extends Each & ContractVersion
    ? SectionOf<Role, Newest, "status"> &
        Omit<StatusOfAll<Role, Exclude<Each, Newest>, Older>, keyof SectionOf<Role, Newest, "status">>
    : StatusOfAll<Role, Each, Older>
  : object;

/**
 * The fields of `status` that belong to the contract, for a version of a kind. For a version that implements several contracts, these are
 * the fields of all; if two contracts have a field at the same place, it has the form of the newest.
 */
export type ContractStatus<Role extends ProviderRole, Contract extends Contracts> = Role extends ProviderRole
  ? Contract extends Contracts
    ? Flat<StatusOfAll<Role, EachOf<Contract>>>
    : never
  : never;

type RuleElsewhere<Place> = Place extends { readonly elsewhere: infer Rule }
  ? Rule
  : Place extends { readonly rule: infer Rule }
    ? Rule
    : never;

type TopName<Place, In extends Section> = Place extends { readonly path: `${In}.${infer Below}` }
  ? Below extends `${infer Name}.${string}`
    ? Name
    : Below
  : never;

/** The rules of a field, by its names in a section in a contract version. */
type RulesOfField<Field, Version, In extends Section> = {
  [Column in keyof Field & ContractVersion as TopName<Field[Column], In>]: TopName<Field[Column], In> extends TopName<
    PlaceRead<Field, Version>,
    In
  >
    ? PlaceRead<Field, Version> extends { readonly rule: infer Rule }
      ? Rule
      : never
    : RuleElsewhere<Field[Column]>;
};

/**
 * The names in a section that belong to the contract, each with its rule. Fields of another contract are reserved too, because core reads
 * only the contract that the label selects (AR-012), and the SDK writes these fields.
 */
export type ReservedNames<Role extends ProviderRole, Contract extends Contracts, In extends Section> = Intersection<
  {
    [Name in keyof (typeof roles)[Role]["fields"]]: RulesOfField<
      (typeof roles)[Role]["fields"][Name],
      NewestContract<Contract>,
      In
    >;
  }[keyof (typeof roles)[Role]["fields"]]
> &
  (In extends "status" ? { v1beta2: "BC-015" } : unknown);

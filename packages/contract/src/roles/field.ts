import { type TSchema } from "typebox";
import { type ContractVersion } from "../versions/contract-version.ts";
import { type RuleId } from "../catalogue/rule-info.ts";
import { type Form } from "./forms/form.ts";

/** The two parts of an object that have fields of the contract. */
export type Section = "spec" | "status";

/** Dot-separated, from the object's root. */
export type FieldPath = `${Section}.${string}`;

/** Options of a place beyond its path, rule and schema. */
export interface PlaceOptions {
  /** How the value looks there. Default: as the schema says. */
  readonly form?: Form;
  /** A second place with the same value, which core reads instead of the first one. */
  readonly alsoAt?: FieldPath;
  /**
   * The rule broken by a version that has the field although it belongs to another contract than this one. Default: the place's
   * own.
   */
  readonly elsewhere?: RuleId;
  /** Core still obeys the field, but no provider may declare or write it any more; as text: what takes its place. */
  readonly ended?: string;
}

/** Where a field is from one contract version on, until a later one says otherwise. */
export interface Place<
  Path extends FieldPath = FieldPath,
  Rule extends RuleId = RuleId,
  Schema extends TSchema = TSchema,
> extends PlaceOptions {
  /** The names of the fields that lead to it. */
  readonly path: Path;
  /** The rule that gives the field to the contract. */
  readonly rule: Rule;
  /** The schema of its value. */
  readonly schema: Schema;
}

/** A {@link Place}. */
export function place<const Path extends FieldPath, const Rule extends RuleId, Schema extends TSchema>(
  path: Path,
  rule: Rule,
  schema: Schema,
): Place<Path, Rule, Schema>;
export function place<
  const Path extends FieldPath,
  const Rule extends RuleId,
  Schema extends TSchema,
  const Options extends PlaceOptions,
>(path: Path, rule: Rule, schema: Schema, options: Options): Place<Path, Rule, Schema> & Options;
export function place(path: FieldPath, rule: RuleId, schema: TSchema, options: PlaceOptions = {}): Place {
  return { path, rule, schema, ...options };
}

/** That a field, once reported, does not change. */
export interface Lasting {
  /** Default: the rule of the place. */
  readonly rule?: RuleId;
  /** Why, as the end of a sentence: `it is never taken back`. */
  readonly why: string;
  /** Only what was reported together with the flag that says that the object is done. Default: always. */
  readonly onceDone?: true;
  /** Only in versions whose newest contract has the field. Default: in all. */
  readonly inNewestOnly?: true;
}

/** In place of a {@link Place}: from this contract version on the field does not exist, and core does not look for it. */
export const gone = "gone";

/** A field of the contract: its place in each contract version that has moved it, and what is true of it everywhere. */
export type Field = Readonly<Partial<Record<ContractVersion, Place | typeof gone>>> & {
  /** The CRD has to declare it. */
  readonly required?: true;
  /** The rule that bounds its value, such as the length of a string. Default: the rule of the place. */
  readonly bounds?: RuleId;
  /** The rule that asks for the parts of its value, such as host and port. Default: that of the bounds. */
  readonly parts?: RuleId;
  /** What a provider may report, where that is less than what the schema admits. Default: the schema. */
  readonly reported?: TSchema;
  readonly lasting?: Lasting;
  /** Reported only together with another field; the rule that says so. */
  readonly needs?: { readonly field: string; readonly rule: RuleId };
  /** `alone`: users set it, and providers never do. `first`: what a user has set stays. Default: the provider alone sets it. */
  readonly userSets?: "alone" | "first";
  /**
   * A count that contract versions express in two ways: the difference between `of` and this one is the count `missing`, which
   * follows from it.
   */
  readonly remainder?: { readonly of: string; readonly missing: string };
  /** Converted together with the form that the other contract has of it. */
  readonly convertedApart?: true;
  /** The kind has it only if its definition says so, by the option of this name. */
  readonly option?: string;
};

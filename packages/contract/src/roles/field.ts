import { type TSchema } from "typebox";
import { type ContractVersion } from "../versions/contract-version.ts";
import { type RuleId } from "../catalogue/rule-info.ts";
import { type Form } from "./forms/form.ts";

/** The two sections of an object with fields of the contract. */
export type Section = "spec" | "status";

/** The dot-separated path from the object's root. */
export type FieldPath = `${Section}.${string}`;

/** Options of a place beyond its path, rule and schema. */
export interface PlaceOptions {
  /** The form of the value at the place. Default: that of the schema. */
  readonly form?: Form;
  /** A second place with the same value, which core prefers. */
  readonly alsoAt?: FieldPath;
  /** The rule that a version breaks if it has the field although it implements another contract. Default: the place's own rule. */
  readonly elsewhere?: RuleId;
  /** Set if core still obeys the field, but providers must no longer declare or write it; the string names its replacement. */
  readonly ended?: string;
}

/** The place of a field in a contract version and in later versions, until one of them moves it. */
export interface Place<
  Path extends FieldPath = FieldPath,
  Rule extends RuleId = RuleId,
  Schema extends TSchema = TSchema,
> extends PlaceOptions {
  /** The path of the field. */
  readonly path: Path;
  /** The rule that defines the field. */
  readonly rule: Rule;
  /** The schema of its value. */
  readonly schema: Schema;
}

/** Creates a {@link Place}. */
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

/** Marks a field as immutable once it is reported. */
export interface Lasting {
  /** The rule that demands it. Default: the rule of the place. */
  readonly rule?: RuleId;
  /** The reason, as the end of a sentence: `this field is never reset`. */
  readonly why: string;
  /** Applies only to values reported together with the flag that the object is done. Default: applies always. */
  readonly onceDone?: true;
  /** Applies only to versions whose newest contract has the field. Default: applies to all. */
  readonly inNewestOnly?: true;
}

/** Replaces a {@link Place}: from this contract version on, the field does not exist, and core does not read it. */
export const gone = "gone";

/** A field of the contract: its place in each contract version that has moved it, and properties that all versions share. */
export type Field = Readonly<Partial<Record<ContractVersion, Place | typeof gone>>> & {
  /** Whether the CRD must declare it. */
  readonly required?: true;
  /** The rule that bounds its value, such as the length of a string. Default: the rule of the place. */
  readonly bounds?: RuleId;
  /** The rule that demands the parts of its value, such as host and port. Default: the rule of the bounds. */
  readonly parts?: RuleId;
  /** The values that a provider may report, if the schema allows more. Default: the schema. */
  readonly reported?: TSchema;
  readonly lasting?: Lasting;
  /** Another field that must be reported together with this one, and the rule that demands it. */
  readonly needs?: { readonly field: string; readonly rule: RuleId };
  /** `alone`: only users set it. `first`: a value set by a user is kept. Default: only the provider sets it. */
  readonly userSets?: "alone" | "first";
  /** A count that contract versions express in two ways: this count is the difference between the count `of` and the count `missing`. */
  readonly remainder?: { readonly of: string; readonly missing: string };
  /** A count, or a list with counts, of a part of the things that the field `of` counts, and the rule that it must not exceed them. */
  readonly part?: { readonly of: string; readonly rule: RuleId };
  /** Whether it is converted separately, together with its form in the other contract. */
  readonly convertedApart?: true;
  /** The option that a definition must enable for the kind to have the field. */
  readonly option?: string;
};

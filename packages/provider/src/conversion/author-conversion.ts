import type { RuleText } from "@capstan/contract";
import type { Static } from "typebox";
import type { KindVersion, OwnStatus } from "../definition/kind-version.ts";
import type { Settable } from "../outcome/settable.ts";

/** Converts your fields between an API version and the storage version. The functions must be pure: no I/O, no clock. */
export interface FieldsConversion<Version, Stored> {
  /**
   * Returns the fields in the form of the storage version. Omit fields that have no place there, or set them to `undefined`: the SDK keeps
   * them in an annotation.
   */
  readonly toStorage: (fields: Version) => Settable<Stored>;
  /**
   * Returns the fields in the form of this version. Omit fields that have no place there, or set them to `undefined`: the SDK keeps them in
   * an annotation.
   */
  readonly fromStorage: (fields: Stored) => Settable<Version>;
}

/** Whether two types are identical: the same fields, required and optional, of the same types. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** Makes `name` required if the two types differ, and otherwise optional. */
type Section<Name extends string, Version, Stored> =
  Same<Version, Stored> extends true
    ? Partial<Readonly<Record<Name, FieldsConversion<Version, Stored>>>>
    : Readonly<Record<Name, FieldsConversion<Version, Stored>>>;

/** The conversion of one version other than the storage version: `spec` and `status`, each required only if its fields differ. */
export type VersionConversion<V extends KindVersion, Stored extends KindVersion> = Section<
  "spec",
  Static<V["spec"]>,
  Static<Stored["spec"]>
> &
  Section<"status", OwnStatus<V>, OwnStatus<Stored>>;

type Versions = Readonly<Record<string, KindVersion>>;

/** Served versions whose own fields differ from those of the storage version. */
type Differing<V extends Versions, Storage extends keyof V> = {
  [Name in Exclude<keyof V, Storage>]: V[Name]["served"] extends false
    ? never
    : Same<Static<V[Name]["spec"]>, Static<V[Storage]["spec"]>> extends true
      ? Same<OwnStatus<V[Name]>, OwnStatus<V[Storage]>> extends true
        ? never
        : Name
      : Name;
}[Exclude<keyof V, Storage>];

/**
 * The option `conversions`, and the conversions that `versions` require.
 *
 * @typeParam Converted - the versions that `conversions` has an entry for; inferred.
 */
export interface ConversionsOption<V extends Versions, Storage extends keyof V, Converted extends string> {
  /** The API versions by name. A version whose fields differ from those of the storage version needs an entry in `conversions`. */
  readonly versions: WithConversions<V, Storage, NoInfer<Converted>>;
  /**
   * Converts your fields between each version and the storage version. Required for a served version whose fields differ from those of the
   * storage version. The SDK converts the contract's fields.
   */
  readonly conversions?: {
    readonly [Name in Exclude<keyof V, Storage>]?: VersionConversion<V[Name], V[Storage]>;
  } & Readonly<Record<Converted, unknown>>;
}

/** Rejects, at compile time, versions without the conversion that they need: the compiler prints the rule, the path and the remedy. */
type WithConversions<V extends Versions, Storage extends keyof V, Converted extends string> = {
  readonly [Name in Exclude<Differing<V, Storage>, Converted> & string]: {
    readonly spec: `${RuleText<"AR-020">} Set conversions.${Name}: its fields differ from those of the storage version`;
  };
};

/** Conversions whose fields are opaque, as the SDK handles them internally. */
export interface OpaqueConversion {
  readonly spec?: FieldsConversion<object, object>;
  readonly status?: FieldsConversion<object, object>;
}

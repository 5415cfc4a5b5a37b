import type { RuleText } from "@capstan/contract";
import type { Static } from "typebox";
import type { KindVersion, OwnStatus } from "../definition/kind-version.ts";
import type { Settable } from "../outcome/settable.ts";

/** How fields of an author's own get from a version to the storage version, and back. Pure: no I/O, no clock. */
export interface FieldsConversion<Version, Stored> {
  /**
   * The fields as the storage version has them. What it has no place for can be left out, or be `undefined`: it is kept in an
   * annotation.
   */
  readonly toStorage: (fields: Version) => Settable<Stored>;
  /** The fields as this version has them. What it has no place for can be left out, or be `undefined`: it is kept in an annotation. */
  readonly fromStorage: (fields: Stored) => Settable<Version>;
}

/** Whether two types are one: the same fields, required and optional, of the same types. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** `name` required where the two types differ, and otherwise free to be given. */
type Section<Name extends string, Version, Stored> =
  Same<Version, Stored> extends true
    ? Partial<Readonly<Record<Name, FieldsConversion<Version, Stored>>>>
    : Readonly<Record<Name, FieldsConversion<Version, Stored>>>;

/** What an author gives for one version other than the storage version: `spec`, `status`, each only if its fields differ. */
export type VersionConversion<V extends KindVersion, Stored extends KindVersion> = Section<
  "spec",
  Static<V["spec"]>,
  Static<Stored["spec"]>
> &
  Section<"status", OwnStatus<V>, OwnStatus<Stored>>;

type Versions = Readonly<Record<string, KindVersion>>;

/** Served versions other than the storage version whose own fields differ from those of the storage version. */
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
 * The option `conversions`, and what it asks of `versions`.
 *
 * @typeParam Converted - the versions that `conversions` has an entry for; inferred.
 */
export interface ConversionsOption<V extends Versions, Storage extends keyof V, Converted extends string> {
  /** The versions, each with its conversion, where its fields differ from those of the storage version. */
  readonly versions: WithConversions<V, Storage, NoInfer<Converted>>;
  /**
   * The author's own fields between each version and the storage version; required for a served version whose own fields differ from
   * those of the storage version. The contract's fields are converted by the SDK.
   */
  readonly conversions?: {
    readonly [Name in Exclude<keyof V, Storage>]?: VersionConversion<V[Name], V[Storage]>;
  } & Readonly<Record<Converted, unknown>>;
}

/** Rejects, at compile time, versions that nothing converts: the compiler shows the rule, the path and the remedy. */
type WithConversions<V extends Versions, Storage extends keyof V, Converted extends string> = {
  readonly [Name in Exclude<Differing<V, Storage>, Converted> & string]: {
    readonly spec: `${RuleText<"AR-020">} Set conversions.${Name}: its fields differ from those of the storage version`;
  };
};

/** Conversions whose fields are opaque, as the machinery handles them. */
export interface OpaqueConversion {
  readonly spec?: FieldsConversion<object, object>;
  readonly status?: FieldsConversion<object, object>;
}

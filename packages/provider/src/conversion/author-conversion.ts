import type { Static } from "typebox";
import type { OwnStatus, ProviderVersion } from "../definition/definition.ts";

/** How fields of an author's own get from a version to the storage version, and back. Pure: no I/O, no clock. */
export interface FieldsConversion<Version, Stored> {
  /** The fields as the storage version has them. What it has no place for can be left out: it is kept in an annotation. */
  readonly toStorage: (fields: Version) => Stored;
  /** The fields as this version has them. What it has no place for can be left out: it is kept in an annotation. */
  readonly fromStorage: (fields: Stored) => Version;
}

/** Whether two types are one: the same fields, required and optional, of the same types. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** `name` required where the two types differ, and otherwise free to be given. */
type Section<Name extends string, Version, Stored> =
  Same<Version, Stored> extends true
    ? Partial<Readonly<Record<Name, FieldsConversion<Version, Stored>>>>
    : Readonly<Record<Name, FieldsConversion<Version, Stored>>>;

/** What an author gives for one version other than the storage version: `spec`, `status`, each only if its fields differ. */
export type VersionConversion<V extends ProviderVersion, Stored extends ProviderVersion> = Section<
  "spec",
  Static<V["spec"]>,
  Static<Stored["spec"]>
> &
  Section<"status", OwnStatus<V>, OwnStatus<Stored>>;

type Versions = Readonly<Record<string, ProviderVersion>>;

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

type ConversionsOf<V extends Versions, Storage extends keyof V, Needed extends keyof V> = {
  readonly [Name in Needed]: VersionConversion<V[Name], V[Storage]>;
} & { readonly [Name in Exclude<keyof V, Storage | Needed>]?: VersionConversion<V[Name], V[Storage]> };

/** The option `conversions`: it has to be given as soon as a served version's own fields differ from the storage version's. */
export type ConversionsOption<V extends Versions, Storage extends keyof V> = [Differing<V, Storage>] extends [never]
  ? {
      /** The author's own fields between each version and the storage version; not needed while all versions have the same. */
      readonly conversions?: ConversionsOf<V, Storage, never>;
    }
  : {
      /** The author's own fields between each version and the storage version. The contract's fields are converted by the SDK. */
      readonly conversions: ConversionsOf<V, Storage, Differing<V, Storage>>;
    };

/** Conversions whose fields are opaque, as the machinery handles them. */
export interface OpaqueConversion {
  readonly spec?: FieldsConversion<object, object>;
  readonly status?: FieldsConversion<object, object>;
}

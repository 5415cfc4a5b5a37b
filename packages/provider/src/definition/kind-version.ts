import type { Static, TObject } from "typebox";

/** One API version of a kind, as its author writes it. */
export interface KindVersion {
  /** What users configure. Becomes the CRD's structural schema, the static type and the validator. */
  readonly spec: TObject;
  /** What the provider reports. All of it is optional to write. */
  readonly status?: TObject;
  /** Whether the API server serves this version. Default: true. */
  readonly served?: boolean;
}

type StatusSchema<V extends KindVersion> = V extends { readonly status: infer S extends TObject } ? Static<S> : object;

/** Written out field by field: a schema without fields would be `object`, and its definition not a typed one. */
export type FieldsOf<Fields> = Pick<Fields, keyof Fields>;

/** The status fields of an author's own. */
export type OwnStatus<V extends KindVersion> = Partial<StatusSchema<V>>;

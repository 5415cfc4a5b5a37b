import type { Static, TObject } from "typebox";

/** Your schemas for one API version of a kind. */
export interface KindVersion {
  /** The desired state, which users write. Becomes the CRD's structural schema, the static type and the validator. */
  readonly spec: TObject;
  /** The observed state, which the provider reports. All of it is optional to write. */
  readonly status?: TObject;
  /** Whether the API server serves this version. Default: true. */
  readonly served?: boolean;
}

type StatusSchema<V extends KindVersion> = V extends { readonly status: infer S extends TObject } ? Static<S> : object;

/** A mapped type, because a schema without fields would be `object`, and the definition would lose its type. */
export type FieldsOf<Fields> = Pick<Fields, keyof Fields>;

/** Your status fields. */
export type OwnStatus<V extends KindVersion> = Partial<StatusSchema<V>>;

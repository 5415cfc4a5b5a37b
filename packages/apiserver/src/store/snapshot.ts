import { type ApiObject } from "../object/api-object.ts";

/** The content of a store at one revision. */
export interface Snapshot {
  readonly revision: number;
  readonly objects: readonly StoredObject[];
}

export interface StoredObject {
  readonly collection: string;
  readonly object: ApiObject;
}

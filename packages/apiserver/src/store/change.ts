import { type ApiObject } from "../object/api-object.ts";

type ChangeType = "ADDED" | "MODIFIED" | "DELETED";

/** One write. `object` has the write's resourceVersion, even if it was deleted. */
export interface Change {
  readonly type: ChangeType;
  readonly collection: string;
  readonly revision: number;
  readonly object: ApiObject;
  readonly previous: ApiObject | undefined;
}

export type ChangeListener = (change: Change) => void;

/** The content of a store at one revision. */
export interface Snapshot {
  readonly revision: number;
  readonly objects: readonly StoredObject[];
}

export interface StoredObject {
  readonly collection: string;
  readonly object: ApiObject;
}

import { type ApiObject } from "./api-object.ts";

/** The answer to a list request. */
export interface ObjectList {
  readonly items: readonly ApiObject[];
  /** Undefined if the objects are not stored. */
  readonly resourceVersion: string | undefined;
  readonly continue?: string;
  readonly remainingItemCount?: number;
}

import { type ApiObject } from "./api-object.ts";

/** What a list request answers with. */
export interface ObjectList {
  readonly items: readonly ApiObject[];
  /** Undefined if the objects are in no store. */
  readonly resourceVersion: string | undefined;
  readonly continue?: string;
  readonly remainingItemCount?: number;
}

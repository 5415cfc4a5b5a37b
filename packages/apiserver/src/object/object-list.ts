import { type ApiObject } from "./api-object.ts";

/** What a list request answers with. */
export interface ObjectList {
  readonly items: readonly ApiObject[];
  readonly resourceVersion: string;
  readonly continue?: string;
  readonly remainingItemCount?: number;
}

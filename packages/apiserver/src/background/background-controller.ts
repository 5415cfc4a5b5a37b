import { type Change } from "../store/change.ts";

/** What to do after a reconcile. */
export interface Next {
  /** Keys to reconcile soon. */
  readonly keys?: readonly string[];
  /** The delay before the same key is reconciled again, in milliseconds. */
  readonly afterMs?: number;
}

/** Reconciles parts of the stored state, each identified by a key. */
export interface BackgroundController {
  /** Reads the state from before the start. @returns the keys that may need work. */
  restore(): readonly string[];
  /** Observes a change, within the request that wrote it. @returns the keys that it may affect. */
  onChange(change: Change): readonly string[];
  /** Reconciles a key; an error leads to another attempt. */
  reconcile(key: string): Next | Promise<Next>;
}

/** The key of a controller that always checks everything. */
export const everything = "";

import { type Change } from "../store/change.ts";

/** What is to be done after a reconcile. */
export interface Next {
  /** These are reconciled, too, soon. */
  readonly keys?: readonly string[];
  /** The same is reconciled again after that many milliseconds. */
  readonly afterMs?: number;
}

/** Keeps some of what is stored as it should be, each part of it named by a key. */
export interface BackgroundController {
  /** Takes up what was stored before the start. @returns the keys of what may be left to do. */
  restore(): readonly string[];
  /** Takes note of a change, within the request that wrote. @returns the keys that it may concern. */
  onChange(change: Change): readonly string[];
  /** Does what is to be done; what it throws, or rejects with, leads to another attempt. */
  reconcile(key: string): Next | Promise<Next>;
}

/** The key of a controller that always looks at everything. */
export const everything = "";

import type { DynamicRuleId } from "@capstan/contract";

/** What was seen when a case did not go as it should. */
export interface Seen {
  /** What is not so; `cause` of what is thrown for it. */
  readonly found: Error;
  /** The provider's last requests, a line each; undefined if they cannot be seen. */
  readonly requests: readonly string[] | undefined;
  /** The objects of the scene as they were then, without the content of Secrets. */
  readonly objects: readonly object[];
}

/** How a case went. */
export type Outcome =
  /** All that could be observed is so. */
  | { readonly type: "passed"; readonly unobserved: ReadonlyMap<DynamicRuleId, string> }
  /** One of these rules is broken. */
  | { readonly type: "broken"; readonly rules: readonly DynamicRuleId[]; readonly seen: Seen }
  /** What the case begins with did not come about, which says nothing about its rules. */
  | { readonly type: "blocked"; readonly seen: Seen }
  /** Nothing of it can be observed. */
  | { readonly type: "unobservable"; readonly reason: string };

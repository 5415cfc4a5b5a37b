import type { DynamicRuleId } from "@capstan/contract";

/** The observations when a case failed. */
export interface Seen {
  /** The broken expectation; `cause` of the error that is thrown for it. */
  readonly found: Error;
  /** The provider's last requests, one per line; undefined if they are not observable. */
  readonly requests: readonly string[] | undefined;
  /** The objects of the scene at that time, without the content of Secrets. */
  readonly objects: readonly object[];
}

/** The outcome of a case. */
export type Outcome =
  /** All observable expectations are met. */
  | { readonly type: "passed"; readonly unobserved: ReadonlyMap<DynamicRuleId, string> }
  /** One of these rules is broken. */
  | { readonly type: "broken"; readonly rules: readonly DynamicRuleId[]; readonly seen: Seen }
  /** The setup failed, which says nothing about the rules. */
  | { readonly type: "blocked"; readonly seen: Seen }
  /** Nothing of the case is observable. */
  | { readonly type: "unobservable"; readonly reason: string };

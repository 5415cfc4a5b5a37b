import type { RuleId } from "@capstan/contract";

/** The rules of the Runtime SDK. */
export type ExtensionRule = Extract<RuleId, `RX-${string}`>;

/** A rule that an extension breaks. */
export interface ExtensionFinding {
  /** The rule; `capstan check --explain` has its reasons. */
  readonly rule: ExtensionRule;
  /** The name of the handler. */
  readonly handler: string;
  /** The request, in words. */
  readonly request: string;
  /** The problem. */
  readonly problem: string;
}

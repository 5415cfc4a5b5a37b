import { type RuleId } from "../../catalogue/rule-info.ts";

/**
 * Reports a fault in a value.
 *
 * @param below - the path below the field: `[0].type`; empty for the field itself.
 * @param rule - the broken rule. Default: the rule of the field's place.
 */
export type ReportFault = (below: string, expected: string, actual: unknown, rule?: RuleId) => void;

/** Further facts about the object whose field is written. */
export interface About {
  /** Whether the object has failed permanently. */
  readonly failed: boolean;
}

/** The form of a field's value at a place. The value itself has the form of the newest contract. */
export interface Form {
  /** Reads the value as core does. `undefined`: it counts as unset, or is malformed, which is reported. */
  readonly read: (json: unknown, report: ReportFault) => unknown;
  /** Converts JSON of this form to the newest form, without checks, for conversion. Default: unchanged. */
  readonly toNewest?: (json: unknown) => unknown;
  /** Converts JSON of the newest form to this form, without checks. `undefined`: omit the field. Default: unchanged. */
  readonly fromNewest?: (json: unknown, about: About) => unknown;
}

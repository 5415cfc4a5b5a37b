import { type RuleId } from "../../catalogue/rule-info.ts";

/**
 * Reports a fault in a value.
 *
 * @param below - where it is, below the field: `[0].type`; empty for the field itself.
 * @param rule - the rule that says so. Default: that of the field's place.
 */
export type ReportFault = (below: string, expected: string, actual: unknown, rule?: RuleId) => void;

/** What else is known of the object whose field is written. */
export interface About {
  /** It has failed for good. */
  readonly failed: boolean;
}

/** How the value of a field looks at one place. The value itself has the form of the newest contract. */
export interface Form {
  /** The value as core reads it. `undefined`: it counts as unset, or is malformed, which is reported. */
  readonly read: (json: unknown, report: ReportFault) => unknown;
  /** JSON of this form in the newest form; unchecked, for conversion. Default: as it is. */
  readonly toNewest?: (json: unknown) => unknown;
  /** JSON of the newest form in this one; unchecked. `undefined`: nothing to say. Default: as it is. */
  readonly fromNewest?: (json: unknown, about: About) => unknown;
}

import { type RuleId } from "../rules/rule-info.ts";

/** A field that the contract names: where it is, and which rule says so. */
export interface ContractField {
  /** JSON path from the object's root, dot-separated. */
  readonly path: string;
  /** Id of the contract rule. */
  readonly rule: RuleId;
}

/** A field that the contract names: where it is, and which rule says so. */
export interface ContractField {
  /** JSON path from the object's root, dot-separated. */
  readonly path: string;
  /** Id of the contract rule. */
  readonly rule: string;
  /** Document and heading of the rule. */
  readonly source: string;
}

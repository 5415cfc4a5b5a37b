import { createHash } from "node:crypto";
import { type HandMadeMutant } from "../mutation/hand-made/hand-made-mutant.ts";

/**
 * A change, anywhere in the sources or pages, with which rows of the specification or rules of the contract no longer hold: a
 * mutant made by hand, whose tests are those that claim the rows and rules.
 */
export interface Break extends Omit<HandMadeMutant, "tests"> {
  /** Rows, as `S012`, and rules, as `BS-009`. For each, a test that claims it must fail. */
  readonly breaks: readonly string[];
}

/** Says whether what was tried is what is there now. */
export function digestOf({ file, find, replace }: Break): string {
  return createHash("sha256")
    .update(JSON.stringify([file, find, replace]))
    .digest("hex")
    .slice(0, 12);
}

import { createHash } from "node:crypto";
import { type HandMadeMutant } from "../mutation/hand-made/hand-made-mutant.ts";

/**
 * A change of the sources or pages that violates rows of the specification or rules of the contract: a hand-made mutant, which must fail
 * the tests that claim these rows and rules.
 */
export interface Break extends Omit<HandMadeMutant, "tests"> {
  /** Rows, as `S012`, and rules, as `BS-009`. For each of them, a test that claims it must fail. */
  readonly breaks: readonly string[];
}

/** A fingerprint that shows whether the recorded break is the current one. */
export function digestOf({ file, find, replace }: Break): string {
  return createHash("sha256")
    .update(JSON.stringify([file, find, replace]))
    .digest("hex")
    .slice(0, 12);
}

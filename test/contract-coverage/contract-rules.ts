import { readFileSync } from "node:fs";
import { load } from "js-yaml";

/** The moments at which a breach of a rule is caught, in the order of an author's day. */
export const moments = [
  "compile time",
  "definition time",
  "start-up",
  "run time",
  "by construction",
  "capstan check",
  "conformance suite",
  "provider's own test",
] as const;
export type Moment = (typeof moments)[number];

/** A rule of packages/contract/rules.yaml, as far as the table needs it. */
export interface ContractRule {
  readonly id: string;
  readonly title: string;
  readonly level: "MUST" | "SHOULD" | "MAY";
  readonly contract: "v1beta1" | "v1beta2" | "both";
  readonly "applies-to": readonly string[];
}

/** All rules of the contract, in their order. */
export function readRules(
  file: string | URL = new URL("../../packages/contract/rules.yaml", import.meta.url),
): readonly ContractRule[] {
  const { rules } = load(readFileSync(file, "utf8")) as { readonly rules: readonly ContractRule[] };
  return rules;
}

import { ruleTable } from "../../packages/contract/test/rules/rule-table.ts";
import { unobservedRules } from "@capstan/testkit/conformance";

/** Rules that only people can judge, and why. */
const forPeople = {
  "AR-023": "a rule for reviewers: facts about the Go core are kept in @capstan/contract alone",
  "PC-018": "about who installs the provider: clusterctl refuses a second instance",
  "CT-023": "about the text of the provider's documentation",
  "SE-001": "about the credentials that the operator gives out",
  "SE-004": "about how releases are published",
} as const;

/** Why a breach of a rule is caught nowhere, or not wholly. */
export function reasonNotCaught(rule: string): string | undefined {
  const reasons: Readonly<Record<string, string>> = { ...permissions(), ...unobservedRules, ...forPeople };
  return reasons[rule];
}

function permissions(): Record<string, string> {
  const stoodIn = ruleTable.filter(([, , , coverage]) => coverage !== "own");
  return Object.fromEntries(stoodIn.map(([id, , , coverage]) => [id, coverage]));
}

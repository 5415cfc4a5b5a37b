import { ruleTable } from "../../../packages/contract/test/rules/rule-table.ts";
import { unobservedRules } from "@capstan/testkit/conformance";

/** Rules that only people can judge, with the reason. */
const forPeople = {
  "AR-023": "a rule for reviewers: facts about the Go core are kept in @capstan/contract alone",
  "PC-018": "about who installs the provider: clusterctl refuses a second instance",
  "CT-023": "about the text of the provider's documentation",
  "SE-001": "about the credentials that the operator gives out",
  "SE-004": "about how releases are published",
} as const;

/** Rules about parts that neither the SDK nor a Capstan provider produces, with the reason. */
const aboutOthers = {
  "CP-010": "about control planes of Machines, whose objects are the author's",
  "CP-016": "about control planes of Machines, whose objects are the author's",
  "IP-005": "about providers that use pools: with scope.claimAddress the SDK keeps it; claims of other code are the author's",
  "IB-009": "a permission: what load balancers there are only the infrastructure knows",
  "IB-015": "what things are called in an infrastructure only its author can say",
  "BC-025": "a permission: nothing of ours writes the annotation; the core controllers read it",
  "CT-018": "a permission: pausing needs no further work in a provider of this SDK",
} as const;

/** Why a breach of a rule is not caught, or only partly. */
export function reasonNotCaught(rule: string): string | undefined {
  const reasons: Readonly<Record<string, string>> = {
    ...permissions(),
    ...unobservedRules,
    ...forPeople,
    ...aboutOthers,
  };
  return reasons[rule];
}

function permissions(): Record<string, string> {
  const stoodIn = ruleTable.filter(([, , , coverage]) => coverage !== "own");
  return Object.fromEntries(stoodIn.map(([id, , , coverage]) => [id, coverage]));
}

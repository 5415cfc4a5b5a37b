import type { Violation } from "@capstan/contract";

const contracts = "https://cluster-api.sigs.k8s.io/developer/providers/contracts";

/** Where the contract says what outcomes are held to. */
export const sources = {
  conditions: `${contracts}/infra-machine#inframachine-conditions`,
  providerID: `${contracts}/infra-machine#inframachine-provider-id`,
  addresses: `${contracts}/infra-machine#inframachine-addresses`,
  failureDomain: `${contracts}/infra-machine#inframachine-failure-domain`,
  dataSecret: `${contracts}/bootstrap-config#bootstrapconfig-data-secret`,
  endpoint: `${contracts}/infra-cluster#infracluster-control-plane-endpoint`,
  failureDomains: `${contracts}/infra-cluster#infracluster-failure-domains`,
  outcome: "@capstan/provider: outcome",
} as const;

/** A {@link Violation} in one line. */
export function violation(rule: string, path: string, expected: string, actual: unknown, source: string): Violation {
  return { rule, path, expected, actual, source };
}

/** For what has to be a text of some length. */
export function textViolations(rule: string, path: string, text: unknown, max: number, source: string): Violation[] {
  if (typeof text === "string" && text.length > 0 && text.length <= max) return [];
  return [violation(rule, path, `1 to ${max} characters`, text, source)];
}

import { type ContractViolation } from "@capstan/contract";

/** Names every broken rule with its path. Offending values are omitted because they may be secret. */
export function describeViolation(object: { kind: string; name: string }, violation: ContractViolation): string {
  const rules = violation.violations.map(({ rule, path, expected }) => `${path}: expected ${expected} (${rule})`);
  return `${object.kind} ${object.name} breaks the contract: ${rules.join("; ")}`;
}

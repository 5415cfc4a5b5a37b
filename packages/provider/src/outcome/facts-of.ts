import { type ProviderRole, roleOf } from "@capstan/contract";
import { fieldsOf, type JsonObject } from "@capstan/kube";

/** The fields of an outcome that the contract defines for the role, by their names. */
export function factsOf(role: ProviderRole, outcome: object): JsonObject {
  const fields = fieldsOf(outcome);
  const names = Object.keys(roleOf(role).fields).filter((name) => name !== "conditions" && fields[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, fields[name]]));
}

/** Status lists that an empty list in an outcome removes; an omitted list keeps the reported value. */
const optionalLists: readonly string[] = ["failureDomains", "addresses"];

/** Whether a fact is the empty list that removes a field. The contract has no empty lists of these fields. */
export function isTakenBack(name: string, value: unknown): boolean {
  return optionalLists.includes(name) && Array.isArray(value) && value.length === 0;
}

/** The facts of an outcome without those that remove a field. */
export function statedFactsOf(role: ProviderRole, outcome: object): JsonObject {
  const facts = Object.entries(factsOf(role, outcome));
  return Object.fromEntries(facts.filter(([name, value]) => !isTakenBack(name, value)));
}

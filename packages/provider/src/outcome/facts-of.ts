import { type ProviderRole, roleOf } from "@capstan/contract";
import { fieldsOf, type JsonObject } from "@capstan/kube";

/** What an outcome says of the fields that the contract gives to the role, by their names. */
export function factsOf(role: ProviderRole, outcome: object): JsonObject {
  const fields = fieldsOf(outcome);
  const names = Object.keys(roleOf(role).fields).filter((name) => name !== "conditions" && fields[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, fields[name]]));
}

/** Lists of a status that an outcome takes back by an empty one; left out, they stay as they were reported. */
const optionalLists: readonly string[] = ["failureDomains", "addresses"];

/** Whether a fact says that there is nothing of it any more. The contract has no empty lists of these: the field goes. */
export function isTakenBack(name: string, value: unknown): boolean {
  return optionalLists.includes(name) && Array.isArray(value) && value.length === 0;
}

/** The facts of an outcome that say something, and not that there is nothing of it. */
export function statedFactsOf(role: ProviderRole, outcome: object): JsonObject {
  const facts = Object.entries(factsOf(role, outcome));
  return Object.fromEntries(facts.filter(([name, value]) => !isTakenBack(name, value)));
}

import { type ProviderRole, roleOf } from "@capstan/contract";
import { fieldsOf, type JsonObject } from "@capstan/kube";

/** What an outcome says of the fields that the contract gives to the role, by their names. */
export function factsOf(role: ProviderRole, outcome: object): JsonObject {
  const fields = fieldsOf(outcome);
  const names = Object.keys(roleOf(role).fields).filter((name) => name !== "conditions" && fields[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, fields[name]]));
}

import { isDone, readProviderObject } from "@capstan/contract";
import { fieldsOf } from "@capstan/kube";
import type { ProviderDefinition } from "../definition/definition.ts";
import type { CachedObject } from "../object/stored-object.ts";

/**
 * Whether an object reports that what core waits for is there, or has done so before: after a restore, which leaves specs alone, the
 * ids of machines are all that says it.
 */
export function hasBeenDone({ role, contract }: ProviderDefinition, object: CachedObject): boolean {
  if (isDone(role, object, contract)) return true;
  if (fieldsOf(object.status).conditions !== undefined) return false;
  const { providerID, providerIDList } = fieldsOf(readProviderObject(role, object, contract));
  return providerID !== undefined || providerIDList !== undefined;
}

import { isDone, readProviderObject } from "@capstan/contract";
import { fieldsOf } from "@capstan/kube";
import type { ProviderDefinition } from "../definition/definition.ts";
import type { CachedObject } from "../object/stored-object.ts";

/**
 * Whether an object reports that it is done, or has done so before. A restore keeps only specs, so the machine ids in a spec then prove it.
 */
export function hasBeenDone({ role, contract }: ProviderDefinition, object: CachedObject): boolean {
  if (isDone(role, object, contract)) return true;
  if (fieldsOf(object.status).conditions !== undefined) return false;
  const { providerID, providerIDList } = fieldsOf(readProviderObject(role, object, contract));
  return providerID !== undefined || providerIDList !== undefined;
}

import { isFailureFinal, readProviderObject } from "@capstan/contract";
import type { ProviderDefinition } from "../definition/definition.ts";
import type { CachedObject } from "../object/stored-object.ts";
import type { Finding } from "../finding/finding.ts";

/**
 * The finding for an object with a standing terminal failure, in contracts that define it (rules BH-002, IB-002); `undefined`: the object
 * must be reconciled. The finding repeats the same message, so that nothing is written.
 */
export function stillFailed({ role, contract }: ProviderDefinition, object: CachedObject): Finding | undefined {
  const { failure } = readProviderObject(role, object, contract);
  if (failure === undefined || !isFailureFinal(role, contract)) return undefined;
  return { progress: "failed", reason: failure.reason ?? "Failed", message: failure.message ?? "" };
}

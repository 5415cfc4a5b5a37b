import { isFailureFinal, readProviderObject } from "@capstan/contract";
import type { ProviderDefinition } from "../definition/definition.ts";
import type { CachedObject } from "../object/stored-object.ts";
import type { Finding } from "../finding/finding.ts";

/**
 * The finding for an object whose terminal failure stands, where the contract has one (rules BH-002, IB-002); `undefined`: there is
 * something to do. The same words again, so that nothing is written.
 */
export function stillFailed({ role, contract }: ProviderDefinition, object: CachedObject): Finding | undefined {
  const { failure } = readProviderObject(role, object, contract);
  if (failure === undefined || !isFailureFinal(role, contract)) return undefined;
  return { progress: "failed", reason: failure.reason ?? "Failed", message: failure.message ?? "" };
}

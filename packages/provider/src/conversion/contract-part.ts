import { type ContractPart, convertContractFields, type ContractVersion, type ProviderRole } from "@capstan/contract";
import { without } from "@capstan/kube";
import { reportedFields, reportedIn } from "./reported-status.ts";

type Contracts = readonly ContractVersion[];

/**
 * Converts the contract's fields of an object to other contracts (rule AR-020), without fields that those cannot express. A version that
 * implements both contracts has the flags of both, and conditions and failure domains in the form of the newer contract.
 */
export function convertContractPart(
  role: ProviderRole | undefined,
  part: ContractPart,
  from: Contracts,
  to: Contracts,
): ContractPart {
  if (role === undefined || from.join() === to.join()) return part;
  const { spec, status } = convertContractFields(role, part, from, to);
  return { spec, status: { ...without(status, ...reportedFields), ...reportedIn(part.status, from, to) } };
}

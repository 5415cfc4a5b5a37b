import { type ContractPart, convertContractFields, type ContractVersion, type ProviderRole } from "@capstan/contract";
import { without } from "@capstan/kube";
import { reportedFields, reportedIn } from "./reported-status.ts";

type Contracts = readonly ContractVersion[];

/**
 * The contract's fields of an object in the form of other contracts (rule AR-020). What those cannot express is left out. A version
 * of both contracts has the flags of both, and conditions and failure domains in the form of the newer one.
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

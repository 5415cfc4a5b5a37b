import type { ContractVersion } from "@capstan/contract";
import { fieldsOf } from "../lifecycle/stored-object.ts";
import type { Facts } from "./finding.ts";

/**
 * The spec with the contract fields that are reported there. What a user has chosen stays; with nothing to report the spec is
 * what it was, also if a CRD admits an object without one.
 *
 * @see rules IM-002 (providerID), IM-009 and IM-010 (failureDomain, only under v1beta1), IC-002 (controlPlaneEndpoint).
 */
export function nextSpec(
  spec: object | undefined,
  facts: Facts | undefined,
  contract: ContractVersion,
): object | undefined {
  const { providerID, failureDomain, controlPlaneEndpoint } = facts ?? {};
  const reportsDomain =
    contract === "v1beta1" && failureDomain !== undefined && fieldsOf(spec).failureDomain === undefined;
  const reported = {
    ...(providerID === undefined ? {} : { providerID }),
    ...(reportsDomain ? { failureDomain } : {}),
    ...(controlPlaneEndpoint === undefined ? {} : { controlPlaneEndpoint }),
  };
  return Object.keys(reported).length === 0 ? spec : { ...spec, ...reported };
}

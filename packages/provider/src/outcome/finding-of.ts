import type { ProviderRole } from "../definition/contract-fields.ts";
import type { Fields } from "../lifecycle/stored-object.ts";
import { provisionedConditions } from "../status/condition-types.ts";
import type { Finding } from "../status/finding.ts";
import type {
  ClusterProvisionedOutcome,
  DeletionOutcome,
  FailedOutcome,
  OutcomeExtras,
  PendingOutcome,
  ProvisionedOutcome,
} from "./outcome.ts";

/** The finding that an infrastructure outcome stands for. Pure. */
export function findingOf(
  role: ProviderRole,
  outcome: ProvisionedOutcome | ClusterProvisionedOutcome | PendingOutcome | FailedOutcome,
): Finding {
  const extras = extrasOf(outcome);
  switch (outcome.type) {
    case "provisioned": {
      const { providerID, addresses, failureDomain } = outcome;
      const facts = {
        providerID,
        ...(addresses === undefined ? {} : { addresses }),
        ...(failureDomain === undefined ? {} : { failureDomain }),
      };
      return { ...extras, progress: "provisioned", reason: provisionedConditions[role].reason, message: "", facts };
    }
    case "clusterProvisioned": {
      const { controlPlaneEndpoint, failureDomains } = outcome;
      const facts = {
        ...(controlPlaneEndpoint === undefined ? {} : { controlPlaneEndpoint }),
        ...(failureDomains === undefined ? {} : { failureDomains }),
      };
      return { ...extras, progress: "provisioned", reason: provisionedConditions[role].reason, message: "", facts };
    }
    case "pending": {
      const { reason, message = "", providerID } = outcome;
      const facts = providerID === undefined ? {} : { providerID };
      return { ...extras, progress: "pending", reason, message, facts };
    }
    case "failed":
      return { ...extras, progress: "failed", reason: outcome.reason, message: outcome.message, isTrouble: true };
  }
}

/** The finding for an object whose deletion is not done; undefined when it is. Pure. */
export function deletionFinding(outcome: DeletionOutcome): Finding | undefined {
  if (outcome.type === "deleted") return undefined;
  const { type, reason, message = "" } = outcome;
  const trouble = type === "failed" ? { isTrouble: true } : {};
  return { ...extrasOf(outcome), ...trouble, progress: "deleting", reason, message };
}

/** The parts that all outcomes share. */
export function extrasOf({ conditions, status, retryAfterMs }: OutcomeExtras) {
  return {
    ...(conditions === undefined ? {} : { conditions }),
    ...(status === undefined ? {} : { ownStatus: status as Fields }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}

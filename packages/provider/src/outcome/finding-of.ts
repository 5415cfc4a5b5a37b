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
  UnchangedOutcome,
} from "./outcome.ts";

/** The finding that an infrastructure outcome stands for. Pure. */
export function findingOf(
  role: ProviderRole,
  outcome: ProvisionedOutcome | ClusterProvisionedOutcome | PendingOutcome | FailedOutcome | UnchangedOutcome,
): Finding {
  if (outcome.type === "unchanged") return unchangedFinding(outcome);
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
      return { ...extras, ...troubleOf(outcome), progress: "pending", reason, message, facts };
    }
    case "failed":
      return { ...extras, progress: "failed", reason: outcome.reason, message: outcome.message, isTrouble: true };
  }
}

/** How soon to ask again for a deletion that is under way, in milliseconds, if the author does not say. */
const deletionRetryMs = 10_000;

/** The finding for an object whose deletion is not done; undefined when it is. Pure. */
export function deletionFinding(outcome: DeletionOutcome): Finding | undefined {
  switch (outcome.type) {
    case "deleted":
      return undefined;
    case "unchanged":
      return { retryAfterMs: deletionRetryMs, ...unchangedFinding(outcome) };
    case "pending": {
      // Nothing in the management cluster tells when it is done.
      const { reason, message = "" } = outcome;
      const told = { ...extrasOf(outcome), ...troubleOf(outcome) };
      return { retryAfterMs: deletionRetryMs, ...told, progress: "deleting", reason, message };
    }
    case "failed": {
      const { reason, message } = outcome;
      return { ...extrasOf(outcome), progress: "deleting", reason, message, isTrouble: true };
    }
  }
}

/** The finding that there is none. Pure. */
export function unchangedFinding({ retryAfterMs }: UnchangedOutcome): Finding {
  return {
    progress: "unchanged",
    reason: "",
    message: "",
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}

/** Whether what is pending is told as a Warning Event. */
export function troubleOf({ warning = false }: Pick<PendingOutcome, "warning">): Pick<Finding, "isTrouble"> {
  return warning ? { isTrouble: true } : {};
}

/** The parts that all outcomes share. */
export function extrasOf({ conditions, status, retryAfterMs }: OutcomeExtras) {
  return {
    ...(conditions === undefined ? {} : { conditions }),
    ...(status === undefined ? {} : { ownStatus: status as Fields }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}

import type { JsonObject } from "@capstan/kube";
import type { ProviderDefinition } from "../definition/definition.ts";
import type { Finding } from "./finding.ts";
import { factsOf } from "../outcome/facts-of.ts";
import type {
  DeletionOutcome,
  Outcome,
  OutcomeExtras,
  PendingOutcome,
  UnchangedOutcome,
  UnfinishedOutcome,
} from "../outcome/outcome.ts";

/** The finding that an outcome represents: any outcome that is not unfinished says that the object is done. Pure. */
export function findingOf({ role, traits }: ProviderDefinition, outcome: Outcome): Finding {
  if (isUnfinished(outcome)) return unfinishedFinding(factsOf(role, outcome), outcome);
  const { reason } = traits.condition;
  return { ...extrasOf(outcome), progress: "provisioned", reason, message: "", facts: factsOf(role, outcome) };
}

function isUnfinished(outcome: Outcome): outcome is UnfinishedOutcome {
  return outcome.type === "pending" || outcome.type === "failed" || outcome.type === "unchanged";
}

function unfinishedFinding(facts: JsonObject, outcome: UnfinishedOutcome): Finding {
  switch (outcome.type) {
    case "unchanged":
      return unchangedFinding(outcome);
    case "pending": {
      const { reason, message = "" } = outcome;
      return { ...extrasOf(outcome), ...troubleOf(outcome), progress: "pending", reason, message, facts };
    }
    case "failed": {
      const { reason, message } = outcome;
      return { ...extrasOf(outcome), progress: "failed", reason, message, isTrouble: true };
    }
  }
}

/** How soon to ask again for a deletion that is under way, in milliseconds, if the author does not say. */
export const deletionRetryMs = 10_000;

/** The finding for an object whose deletion is not done; undefined when it is. Pure. */
export function deletionFinding(outcome: DeletionOutcome): Finding | undefined {
  switch (outcome.type) {
    case "deleted":
      return undefined;
    case "unchanged":
      return { retryAfterMs: deletionRetryMs, ...unchangedFinding(outcome) };
    case "pending": {
      // Nothing in the management cluster reports when it is done.
      const { reason, message = "" } = outcome;
      const common = { ...extrasOf(outcome), ...troubleOf(outcome) };
      return { retryAfterMs: deletionRetryMs, ...common, progress: "deleting", reason, message };
    }
    case "failed": {
      const { reason, message } = outcome;
      return { ...extrasOf(outcome), progress: "deleting", reason, message, isTrouble: true };
    }
  }
}

/** The finding of an outcome that changes nothing. Pure. */
export function unchangedFinding({ retryAfterMs }: UnchangedOutcome): Finding {
  return {
    progress: "unchanged",
    reason: "",
    message: "",
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}

/** Whether what is pending is reported as a Warning Event. */
export function troubleOf({ warning = false }: Pick<PendingOutcome, "warning">): Pick<Finding, "isTrouble"> {
  return warning ? { isTrouble: true } : {};
}

/** The parts that all outcomes share. */
export function extrasOf({ conditions, status, retryAfterMs }: OutcomeExtras) {
  return {
    ...(conditions === undefined ? {} : { conditions }),
    ...(status === undefined ? {} : { ownStatus: status as JsonObject }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}

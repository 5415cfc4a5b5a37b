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

/** The finding of an outcome. Any outcome that is not unfinished reports that the object is done. Pure. */
export function findingOf({ role, traits }: ProviderDefinition, outcome: Outcome): Finding {
  const facts = factsOf(role, outcome);
  const { reason } = traits.condition;
  return (
    unfinishedFindingOf(outcome, facts) ?? { ...extrasOf(outcome), progress: "provisioned", reason, message: "", facts }
  );
}

/** The finding of an outcome that is unfinished; undefined for any other. Pure. */
export function unfinishedFindingOf(outcome: Outcome, facts: JsonObject): Finding | undefined {
  return isUnfinished(outcome) ? unfinishedFinding(facts, outcome) : undefined;
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

/** The default delay before the next call for a deletion in progress, in milliseconds. */
export const deletionRetryMs = 10_000;

/** The finding for a deletion in progress; undefined once it is done. Pure. */
export function deletionFinding(outcome: DeletionOutcome): Finding | undefined {
  switch (outcome.type) {
    case "deleted":
      return undefined;
    case "unchanged":
      return { retryAfterMs: deletionRetryMs, ...unchangedFinding(outcome) };
    case "pending": {
      // Nothing in the management cluster reports the end of the deletion.
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

/** Whether a pending outcome is also reported as a Warning Event. */
export function troubleOf({ warning = false }: Pick<PendingOutcome, "warning">): Pick<Finding, "isTrouble"> {
  return warning ? { isTrouble: true } : {};
}

/** The fields that all outcomes share. */
export function extrasOf({ conditions, status, retryAfterMs }: OutcomeExtras) {
  return {
    ...(conditions === undefined ? {} : { conditions }),
    ...(status === undefined ? {} : { ownStatus: status as JsonObject }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}

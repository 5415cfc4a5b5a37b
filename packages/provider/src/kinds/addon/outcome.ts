import { type Violation, violation } from "@capstan/contract";
import { fieldsOf } from "@capstan/kube";
import type {
  commonOutcomes,
  FailedOutcome,
  Outcome,
  PendingOutcome,
  UnfinishedOutcome,
} from "../../outcome/outcome.ts";
import { maxRevision } from "./cluster-report.ts";

/** The add-on is installed in the Cluster. */
export interface InstalledOutcome {
  /** Discriminates the outcomes. */
  readonly type: "installed";
  /**
   * What is installed, such as a version or a hash: at most 128 characters. The next call for this Cluster gets it as `scope.revision`.
   * Default: the earlier revision stays.
   */
  readonly revision?: string | undefined;
  /** The delay before the next call, in milliseconds. Default: your code is called on the next change only. */
  readonly retryAfterMs?: number | undefined;
}

/** The return type of `reconcileAddon`. */
export type AddonOutcome = InstalledOutcome | UnfinishedOutcome;

/** Further fields of an outcome for one Cluster. */
export interface ClusterOutcomeExtras {
  /** What is awaited, as a sentence for users. Default: no message. */
  readonly message?: string | undefined;
  /** The delay before the next call, in milliseconds. Default: your code is called on the next change only. */
  readonly retryAfterMs?: number | undefined;
  /** Whether a user must repair something; then the SDK also sends a Warning Event. Default: false. */
  readonly warning?: boolean | undefined;
}

/** The outcomes of add-on providers. Each is about one Cluster. */
export const addonOutcomes = {
  /** Reports that the add-on is installed in the Cluster. */
  installed(facts: Omit<InstalledOutcome, "type"> = {}): InstalledOutcome {
    return { ...facts, type: "installed" };
  },
};

/** The outcomes of a reconciler of add-ons, each about one Cluster. */
export interface AddonOutcomes {
  /** Reports that the add-on is installed in the Cluster. */
  readonly installed: typeof addonOutcomes.installed;
  /** Reports that the work is not done yet, with a reason in UpperCamelCase. */
  readonly pending: (reason: string, extras?: ClusterOutcomeExtras) => PendingOutcome;
  /** Reports a failure that needs a change by a user. The SDK calls your code again when an object changes, and after `retryAfterMs`. */
  readonly failed: (
    reason: string,
    message: string,
    extras?: Pick<ClusterOutcomeExtras, "retryAfterMs">,
  ) => FailedOutcome;
  /** Reports that nothing new is known: the entry of the Cluster in the status stays unchanged. */
  readonly unchanged: typeof commonOutcomes.unchanged;
  /** Reports that nothing of the add-on is left in the Cluster. */
  readonly deleted: typeof commonOutcomes.deleted;
}

/** The violations of an outcome of an add-on: what its status could not hold. Pure. */
export function installedViolations(outcome: Outcome): Violation[] {
  const { revision } = fieldsOf(outcome);
  if (outcome.type !== "installed" || revision === undefined) return [];
  if (typeof revision === "string" && revision.length <= maxRevision) return [];
  const expected = `a string of at most ${maxRevision} characters`;
  return [violation("outcome", { path: "outcome.revision", expected, actual: revision })];
}

import type { ContractVersion, RuleId, Violation } from "@capstan/contract";
import type { JsonObject } from "@capstan/kube";
import type { CachedObject } from "../object/stored-object.ts";

/** How the SDK treats the kinds of a role, in addition to the role's table in the contract. */
export interface KindTraits {
  /**
   * The condition that reports whether the object has done what its contract requires, in addition to the summary Ready; and its reason
   * while True.
   */
  readonly condition: {
    readonly type: string;
    readonly reason: string;
    /**
     * The condition stays True once it is True, as the flag does, whatever happens to the object. Default: it reports the present state.
     */
    readonly lasting?: true;
  };
  /** The outcome that your code returns on success. */
  readonly success: {
    /** `type` of the outcome. */
    readonly type: string;
    /** The facts that the outcome requires, by name, each with the rule that demands it. */
    readonly demands: Readonly<Record<string, RuleId>>;
  };
  /** Whether the SDK reads or writes Secrets for kinds of the role. */
  readonly secrets: "read" | "write";
  /** Checks an outcome beyond the values of its facts. Default: no further checks. */
  readonly violationsOf?: (outcome: JsonObject, reported: ReportedOn) => Violation[];
}

/** The object that an outcome is about. */
export interface ReportedOn {
  /** The object before the outcome is written. */
  readonly object: CachedObject;
  /** The newest contract of its version. */
  readonly contract: ContractVersion;
  /** Whether the outcome is the success of the role. */
  readonly isSuccess: boolean;
}

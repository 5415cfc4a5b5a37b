import type { MachineAddress, RuleText } from "@capstan/contract";
import type { Demanded } from "../../outcome/demanded.ts";
import type { CommonOutcomes, OutcomeExtras, UnfinishedOutcome } from "../../outcome/outcome.ts";

type ReportedAddress = Demanded<RuleText<"IM-012">, MachineAddress>;

/** The machine exists. */
export interface ProvisionedOutcome<Status extends object = object> extends OutcomeExtras<Status> {
  /** Tells outcomes apart. */
  readonly type: "provisioned";
  /** What the cloud calls the server: `hello://i-123`. It must never change. */
  readonly providerID: string;
  /** How the server is reached; empty if it has no addresses any more. Default: those that were reported before. */
  readonly addresses?: readonly ReportedAddress[] | undefined;
  /** Where the server is. Default: not reported. */
  readonly failureDomain?: string | undefined;
}

/** What `reconcileMachine` may return. */
export type InfraMachineOutcome<Status extends object = object> =
  ProvisionedOutcome<Status> | UnfinishedOutcome<Status>;

/** The outcomes of infrastructure providers for machines. */
export const infraMachineOutcomes = {
  /**
   * The machine exists and is known to its cloud as `providerID`. The SDK reports it to the Machine, and keeps asking
   * on every change so that addresses stay current.
   */
  provisioned<Status extends object = object>(
    facts: Demanded<RuleText<"IM-006">, Omit<ProvisionedOutcome<Status>, "type">>,
  ): ProvisionedOutcome<Status> {
    return { ...facts, type: "provisioned" };
  },
};

/** The outcomes of one definition: a status field that it does not have does not compile. */
export interface InfraMachineOutcomes<Status extends object> extends CommonOutcomes<Status> {
  /** The server is there. */
  readonly provisioned: typeof infraMachineOutcomes.provisioned<Status>;
}

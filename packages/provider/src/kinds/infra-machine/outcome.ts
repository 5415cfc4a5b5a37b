import type { MachineAddress, RuleText } from "@capstan/contract";
import type { Demanded } from "../../outcome/demanded.ts";
import type { CommonOutcomes, OutcomeExtras, UnfinishedOutcome } from "../../outcome/outcome.ts";

type ReportedAddress = Demanded<RuleText<"IM-012">, MachineAddress>;

/** The machine exists. */
export interface ProvisionedOutcome<Status extends object = object> extends OutcomeExtras<Status> {
  /** Discriminates the outcomes. */
  readonly type: "provisioned";
  /** The cloud's id of the server: `hello://i-123`. It must never change. */
  readonly providerID: string;
  /** The addresses of the server; empty if it has no addresses any more. Default: the addresses reported before. */
  readonly addresses?: readonly ReportedAddress[] | undefined;
  /** The failure domain of the server. Default: not reported. */
  readonly failureDomain?: string | undefined;
}

/** The return type of `reconcileMachine`. */
export type InfraMachineOutcome<Status extends object = object> =
  ProvisionedOutcome<Status> | UnfinishedOutcome<Status>;

/** The outcomes of infrastructure providers for machines. */
export const infraMachineOutcomes = {
  /**
   * Reports that the machine exists, and that its cloud knows it by `providerID`. The SDK reports it to the Machine, and calls
   * `reconcileMachine` again on every change, so that addresses stay current.
   */
  provisioned<Status extends object = object>(
    facts: Demanded<RuleText<"IM-006">, Omit<ProvisionedOutcome<Status>, "type">>,
  ): ProvisionedOutcome<Status> {
    return { ...facts, type: "provisioned" };
  },
};

/** The outcomes for one definition. A status field that the definition does not have does not compile. */
export interface InfraMachineOutcomes<Status extends object> extends CommonOutcomes<Status> {
  /** Reports that the server exists. */
  readonly provisioned: typeof infraMachineOutcomes.provisioned<Status>;
}

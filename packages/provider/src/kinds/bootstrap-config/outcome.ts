import type { RuleText } from "@capstan/contract";
import type { DemandedText } from "../../outcome/demanded.ts";
import type { CommonOutcomes, OutcomeExtras, UnfinishedOutcome } from "../../outcome/outcome.ts";

/** The bootstrap data is known: the SDK stores it in a Secret and reports the Secret to the Machine. */
export interface DataOutcome<Status extends object = object> extends OutcomeExtras<Status> {
  /** Discriminates the outcomes. */
  readonly type: "data";
  /** The data that the machine boots with. Secret. */
  readonly data: string;
  /** The format of the data, for the infrastructure provider. Default: `cloud-config`. */
  readonly format?: string | undefined;
}

/** The return type of `reconcileBootstrap`. */
export type BootstrapOutcome<Status extends object = object> = DataOutcome<Status> | UnfinishedOutcome<Status>;

/** The outcomes of bootstrap providers. */
export const bootstrapOutcomes = {
  /**
   * Reports the bootstrap data of this machine. The SDK stores it once, in a Secret with the config's name, reports that name, and does not
   * call `reconcileBootstrap` for this config again.
   *
   * @param data - the data that the machine boots with, UTF-8, at most 1 MiB with the Secret's other keys.
   */
  data<Status extends object = object>(
    data: DemandedText<RuleText<"BS-005">>,
    extras: OutcomeExtras<Status> & { readonly format?: string | undefined } = {},
  ): DataOutcome<Status> {
    return { ...extras, type: "data", data };
  },
};

/** The outcomes for one definition. A status field that the definition does not have does not compile. */
export interface BootstrapOutcomes<Status extends object> extends CommonOutcomes<Status> {
  /** Reports the bootstrap data. */
  readonly data: typeof bootstrapOutcomes.data<Status>;
}

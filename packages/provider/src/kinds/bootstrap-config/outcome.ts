import type { RuleText } from "@capstan/contract";
import type { DemandedText } from "../../outcome/demanded.ts";
import type { CommonOutcomes, OutcomeExtras, UnfinishedOutcome } from "../../outcome/outcome.ts";

/** The bootstrap data is known: the SDK stores it and reports it to the Machine. */
export interface DataOutcome<Status extends object = object> extends OutcomeExtras<Status> {
  /** Tells outcomes apart. */
  readonly type: "data";
  /** What the machine boots with. A secret. */
  readonly data: string;
  /** What the data is, for the infrastructure provider. Default: `cloud-config`. */
  readonly format?: string | undefined;
}

/** What `reconcileBootstrap` may return. */
export type BootstrapOutcome<Status extends object = object> = DataOutcome<Status> | UnfinishedOutcome<Status>;

/** The outcomes of bootstrap providers. */
export const bootstrapOutcomes = {
  /**
   * The bootstrap data of this machine. The SDK stores it once, in a Secret of the config's name, and reports
   * the name; from then on the author is not asked again.
   *
   * @param data - what the machine boots with, UTF-8, at most 1 MiB with the Secret's other keys.
   */
  data<Status extends object = object>(
    data: DemandedText<RuleText<"BS-005">>,
    extras: OutcomeExtras<Status> & { readonly format?: string | undefined } = {},
  ): DataOutcome<Status> {
    return { ...extras, type: "data", data };
  },
};

/** The outcomes of one definition: a status field that it does not have does not compile. */
export interface BootstrapOutcomes<Status extends object> extends CommonOutcomes<Status> {
  /** The bootstrap data is there. */
  readonly data: typeof bootstrapOutcomes.data<Status>;
}

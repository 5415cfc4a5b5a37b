import type { RuleText } from "@capstan/contract";
import type { Demanded } from "../../outcome/demanded.ts";
import type { CommonOutcomes, OutcomeExtras, UnfinishedOutcome } from "../../outcome/outcome.ts";

/** The machines of the pool exist. */
export interface PoolProvisionedOutcome<Status extends object = object> extends OutcomeExtras<Status> {
  /** Discriminates the outcomes. */
  readonly type: "poolProvisioned";
  /** The provider IDs of all existing machines, as in the spec of their Nodes; in any order, without duplicates. */
  readonly providerIDList: readonly string[];
  /** The number of existing machines. Default: the number of ids; set it to more while some machines have no id yet. */
  readonly replicas?: number | undefined;
  /**
   * The number of machines that the infrastructure has decided on, if it decides: `spec.replicas` of the MachinePool follows it. Requires
   * `managesReplicas` in the definition. Default: `replicas`.
   */
  readonly desiredReplicas?: number | undefined;
  /** The id of the pool itself, such as an autoscaling group, for users to read. */
  readonly providerID?: string | undefined;
  /** The kind of the objects that represent the machines, one object per machine, if the provider creates them (rule MP-005). */
  readonly infrastructureMachineKind?: string | undefined;
}

/** The return type of `reconcilePool`. */
export type InfraMachinePoolOutcome<Status extends object = object> =
  PoolProvisionedOutcome<Status> | UnfinishedOutcome<Status>;

/** The outcomes of infrastructure providers for pools of machines. */
export const infraMachinePoolOutcomes = {
  /**
   * Reports that the pool exists, with these machines. The SDK reports them to the MachinePool, and calls `reconcilePool` again when an
   * object changes. Set `retryAfterMs` to notice changes that the infrastructure makes by itself.
   */
  poolProvisioned<Status extends object = object>(
    facts: Demanded<RuleText<"MP-003">, Omit<PoolProvisionedOutcome<Status>, "type">>,
  ): PoolProvisionedOutcome<Status> {
    return { ...facts, type: "poolProvisioned" };
  },
};

/** The outcomes for one definition. A status field that the definition does not have does not compile. */
export interface InfraMachinePoolOutcomes<Status extends object> extends CommonOutcomes<Status> {
  /** Reports that the pool exists, with these machines. */
  readonly poolProvisioned: typeof infraMachinePoolOutcomes.poolProvisioned<Status>;
}

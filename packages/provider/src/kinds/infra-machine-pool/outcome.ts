import type { RuleText } from "@capstan/contract";
import type { Demanded } from "../../outcome/demanded.ts";
import type { CommonOutcomes, OutcomeExtras, UnfinishedOutcome } from "../../outcome/outcome.ts";

/** The machines of the pool exist. */
export interface PoolProvisionedOutcome<Status extends object = object> extends OutcomeExtras<Status> {
  /** Tells outcomes apart. */
  readonly type: "poolProvisioned";
  /** Ids of all existing machines, as their Nodes carry them; in any order, each once. */
  readonly providerIDList: readonly string[];
  /** How many machines exist. Default: the number of ids; more while some have no id yet. */
  readonly replicas?: number | undefined;
  /**
   * How many machines the infrastructure has decided to have, if it decides: `spec.replicas` of the MachinePool follows it. Only
   * with `managesReplicas` in the definition. Default: `replicas`.
   */
  readonly desiredReplicas?: number | undefined;
  /** Id of the pool itself, such as an autoscaling group; for people. */
  readonly providerID?: string | undefined;
  /** Kind of the objects that represent the machines, one each, if the provider makes them (rule MP-005). */
  readonly infrastructureMachineKind?: string | undefined;
}

/** What `reconcilePool` may return. */
export type InfraMachinePoolOutcome<Status extends object = object> =
  PoolProvisionedOutcome<Status> | UnfinishedOutcome<Status>;

/** The outcomes of infrastructure providers for pools of machines. */
export const infraMachinePoolOutcomes = {
  /**
   * The pool exists, with these machines. The SDK reports them to the MachinePool, and keeps asking on every change of an object; with
   * `retryAfterMs` also for what the infrastructure changes by itself.
   */
  poolProvisioned<Status extends object = object>(
    facts: Demanded<RuleText<"MP-003">, Omit<PoolProvisionedOutcome<Status>, "type">>,
  ): PoolProvisionedOutcome<Status> {
    return { ...facts, type: "poolProvisioned" };
  },
};

/** The outcomes of one definition: a status field that it does not have does not compile. */
export interface InfraMachinePoolOutcomes<Status extends object> extends CommonOutcomes<Status> {
  /** The pool is there, with these machines. */
  readonly poolProvisioned: typeof infraMachinePoolOutcomes.poolProvisioned<Status>;
}

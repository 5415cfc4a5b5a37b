import type { ControlPlaneEndpoint, Report, RuleText, StatusVersion } from "@capstan/contract";
import type { Demanded } from "../../outcome/demanded.ts";
import type { CommonOutcomes, OutcomeExtras, PendingOutcome, UnfinishedOutcome } from "../../outcome/outcome.ts";

type ReportedEndpoint = Demanded<RuleText<"CP-003">, ControlPlaneEndpoint>;

type CounterName = "replicas" | "readyReplicas" | "upToDateReplicas" | "availableReplicas" | "selector";

/**
 * The counters of a control plane whose definition has `replicas: true` (rule CP-004). `selector` is the label selector of its Machines as
 * a string; by default it matches all control plane Machines of the Cluster.
 */
export type ControlPlaneCounters = {
  readonly [Name in CounterName]?: Report<"ControlPlane">[Name] | undefined;
};

/** The facts about a control plane. Omitted facts keep their value. */
export interface ControlPlaneFacts extends ControlPlaneCounters {
  /** The address of the API server, if this provider creates the endpoint. Never changes; core copies it into the Cluster. */
  readonly controlPlaneEndpoint?: ReportedEndpoint | undefined;
  /**
   * The kubeconfig with which Cluster API connects to the cluster, in YAML; secret. The SDK keeps the Secret `<cluster>-kubeconfig` equal
   * to it. Its client certificates should be short-lived: return a new kubeconfig in time. Default: the Secret stays unchanged.
   */
  readonly kubeconfig?: string | undefined;
  /** The Kubernetes version in use, if all instances have the same version; otherwise set `versions`. */
  readonly version?: string | undefined;
  /** The Kubernetes versions in use, in any order; with `replicas` for kinds that have replicas. `status.version` is the oldest of them. */
  readonly versions?: readonly StatusVersion[] | undefined;
  /** Whether the control plane has no Nodes in the workload cluster. Default: not reported. */
  readonly externalManagedControlPlane?: boolean | undefined;
}

/** The control plane accepts requests, or has accepted requests before. */
export interface ControlPlaneInitializedOutcome<Status extends object = object>
  extends OutcomeExtras<Status>, ControlPlaneFacts {
  /** Discriminates the outcomes. */
  readonly type: "controlPlaneInitialized";
}

/** The control plane accepts no requests yet; some facts may be known. */
export interface ControlPlanePendingOutcome<Status extends object = object>
  extends Omit<PendingOutcome<Status>, "providerID">, ControlPlaneFacts {}

/** The return type of `reconcileControlPlane`. */
export type ControlPlaneOutcome<Status extends object = object> =
  ControlPlaneInitializedOutcome<Status> | ControlPlanePendingOutcome<Status> | UnfinishedOutcome<Status>;

/** The outcomes of control plane providers. */
export const controlPlaneOutcomes = {
  /**
   * Reports that the control plane accepts requests. The SDK reports it to the Cluster once the kubeconfig Secret exists. Return this
   * outcome from then on, also while the control plane is upgraded, scaled or disrupted. Report those states in `conditions`: `Available`,
   * which core mirrors into the Cluster (default: True), `RollingOut`, `ScalingUp` and `ScalingDown`.
   */
  controlPlaneInitialized<Status extends object = object>(
    facts: Omit<ControlPlaneInitializedOutcome<Status>, "type"> = {},
  ): ControlPlaneInitializedOutcome<Status> {
    return { ...facts, type: "controlPlaneInitialized" };
  },

  /**
   * Does the same as `outcome.pending`, for a control plane with facts to report already: its endpoint, its counters.
   *
   * @param reason - UpperCamelCase; becomes the reason of the condition Initialized.
   */
  controlPlanePending<Status extends object = object>(
    reason: string,
    facts: Omit<ControlPlanePendingOutcome<Status>, "type" | "reason"> = {},
  ): ControlPlanePendingOutcome<Status> {
    return { ...facts, type: "pending", reason };
  },
};

/** The outcomes for one definition. A status field that the definition does not have does not compile. */
export interface ControlPlaneOutcomes<Status extends object> extends CommonOutcomes<Status> {
  /** Reports that the control plane accepts requests. */
  readonly controlPlaneInitialized: typeof controlPlaneOutcomes.controlPlaneInitialized<Status>;
  /** Reports that the control plane does not accept requests yet. */
  readonly controlPlanePending: typeof controlPlaneOutcomes.controlPlanePending<Status>;
}

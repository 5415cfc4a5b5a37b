import type { ControlPlaneEndpoint, Report, RuleText, StatusVersion } from "@capstan/contract";
import type { Demanded } from "../../outcome/demanded.ts";
import type { CommonOutcomes, OutcomeExtras, PendingOutcome, UnfinishedOutcome } from "../../outcome/outcome.ts";

type ReportedEndpoint = Demanded<RuleText<"CP-003">, ControlPlaneEndpoint>;

type CounterName = "replicas" | "readyReplicas" | "upToDateReplicas" | "availableReplicas" | "selector";

/**
 * The counters of a control plane whose definition has `replicas: true` (rule CP-004). `selector` is the label selector of its
 * Machines as text; by default that of all control plane Machines of the Cluster.
 */
export type ControlPlaneCounters = {
  readonly [Name in CounterName]?: Report<"ControlPlane">[Name] | undefined;
};

/** What is known of a control plane. What is left out keeps its value. */
export interface ControlPlaneFacts extends ControlPlaneCounters {
  /** Where the API server is reached, if this provider makes the endpoint. Never changes; core copies it into the Cluster. */
  readonly controlPlaneEndpoint?: ReportedEndpoint | undefined;
  /**
   * Text of the kubeconfig with which Cluster API reaches the cluster; secret. The SDK keeps the Secret `<cluster>-kubeconfig`
   * equal to it. Client certificates in it should be short-lived: return a new text in time. Default: the Secret stays as it is.
   */
  readonly kubeconfig?: string | undefined;
  /** The Kubernetes version in use, if all instances have the same; otherwise use `versions`. */
  readonly version?: string | undefined;
  /** The Kubernetes versions in use, in any order; with `replicas` for kinds that have those. `status.version` is the oldest of them. */
  readonly versions?: readonly StatusVersion[] | undefined;
  /** Whether the control plane has no Nodes in the cluster that it controls. Default: not reported. */
  readonly externalManagedControlPlane?: boolean | undefined;
}

/** The control plane takes requests, or has done so once. */
export interface ControlPlaneInitializedOutcome<Status extends object = object>
  extends OutcomeExtras<Status>, ControlPlaneFacts {
  /** Tells outcomes apart. */
  readonly type: "controlPlaneInitialized";
}

/** The control plane takes no requests yet; some of it may be known. */
export interface ControlPlanePendingOutcome<Status extends object = object>
  extends Omit<PendingOutcome<Status>, "providerID">, ControlPlaneFacts {}

/** What `reconcileControlPlane` may return. */
export type ControlPlaneOutcome<Status extends object = object> =
  ControlPlaneInitializedOutcome<Status> | ControlPlanePendingOutcome<Status> | UnfinishedOutcome<Status>;

/** The outcomes of control plane providers. */
export const controlPlaneOutcomes = {
  /**
   * The control plane takes requests: the SDK reports it to the Cluster, once the kubeconfig Secret is there. Returned from then on,
   * also while the control plane is upgraded, scaled or disturbed; that is what `conditions` are for: `Available`, which core mirrors
   * into the Cluster (default: True), `RollingOut`, `ScalingUp` and `ScalingDown`.
   */
  controlPlaneInitialized<Status extends object = object>(
    facts: Omit<ControlPlaneInitializedOutcome<Status>, "type"> = {},
  ): ControlPlaneInitializedOutcome<Status> {
    return { ...facts, type: "controlPlaneInitialized" };
  },

  /**
   * As `outcome.pending`, for a control plane of which something is known already: its endpoint, its counters.
   *
   * @param reason - upper camel case, becomes the reason of the condition Initialized.
   */
  controlPlanePending<Status extends object = object>(
    reason: string,
    facts: Omit<ControlPlanePendingOutcome<Status>, "type" | "reason"> = {},
  ): ControlPlanePendingOutcome<Status> {
    return { ...facts, type: "pending", reason };
  },
};

/** The outcomes of one definition: a status field that it does not have does not compile. */
export interface ControlPlaneOutcomes<Status extends object> extends CommonOutcomes<Status> {
  /** The control plane takes requests. */
  readonly controlPlaneInitialized: typeof controlPlaneOutcomes.controlPlaneInitialized<Status>;
  /** The control plane does not take requests yet. */
  readonly controlPlanePending: typeof controlPlaneOutcomes.controlPlanePending<Status>;
}

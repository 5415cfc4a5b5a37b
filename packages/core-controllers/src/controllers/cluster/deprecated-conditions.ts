import { type Cluster, type ConditionV1Beta1, type DeepReadonly } from "@capstan/contract";
import {
  deprecatedCondition,
  type DeprecatedDraft,
  mergeDeprecatedConditions,
} from "../../conditions/deprecated-conditions.ts";
import { mirrorDeprecated } from "../../conditions/deprecated-mirror.ts";
import { summarizeDeprecated } from "../../conditions/deprecated-summary.ts";
import { type ObservedReference } from "../../references/reference.ts";
import { controlPlaneMachines } from "./descendants.ts";
import { type ObservedCluster } from "./observed.ts";

const controlPlaneReady = "ControlPlaneReady";
const controlPlaneInitialized = "ControlPlaneInitialized";
const infrastructureReady = "InfrastructureReady";

/** The input for the v1beta1 conditions of a Cluster, in addition to the observed objects. */
export interface DeprecatedClusterFacts {
  readonly provisioned: boolean;
  readonly initialized: boolean;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** The v1beta1 conditions of a Cluster. Conditions that cannot be determined now, and conditions of other writers, are unchanged. */
export function deprecatedClusterConditions(
  cluster: DeepReadonly<Cluster>,
  observed: ObservedCluster,
  facts: DeprecatedClusterFacts,
): ConditionV1Beta1[] {
  const before = cluster.status?.deprecated?.v1beta1?.conditions;
  const drafts = [
    infrastructure(cluster, observed.infrastructure, facts),
    controlPlane(cluster, observed.controlPlane, facts),
    initialized(cluster, observed, facts, before),
  ].filter((draft) => draft !== undefined);
  const conditions = mergeDeprecatedConditions(before, drafts, facts.now);
  const ready = summarizeDeprecated(conditions, { of: [controlPlaneReady, infrastructureReady] });
  return ready === undefined ? conditions : mergeDeprecatedConditions(conditions, [ready], facts.now);
}

function infrastructure(
  cluster: DeepReadonly<Cluster>,
  observed: ObservedReference | undefined,
  { provisioned }: DeprecatedClusterFacts,
): DeprecatedDraft | undefined {
  if (observed === undefined) {
    const isOpen = cluster.metadata.deletionTimestamp !== undefined || cluster.spec.topology !== undefined;
    return isOpen ? undefined : deprecatedCondition(infrastructureReady, undefined);
  }
  return ofReference(cluster, observed, infrastructureReady, provisioned, "WaitingForInfrastructure");
}

function controlPlane(
  cluster: DeepReadonly<Cluster>,
  observed: ObservedReference | undefined,
  facts: DeprecatedClusterFacts,
): DeprecatedDraft | undefined {
  if (observed === undefined) return undefined;
  return ofReference(cluster, observed, controlPlaneReady, facts.initialized, "WaitingForControlPlane");
}

function ofReference(
  cluster: DeepReadonly<Cluster>,
  observed: ObservedReference,
  type: string,
  done: boolean,
  waiting: string,
): DeprecatedDraft | undefined {
  const deleting = cluster.metadata.deletionTimestamp !== undefined;
  if (observed.state === "missing" && deleting) {
    return deprecatedCondition(type, { severity: "Info", reason: "Deleted" });
  }
  if (observed.state !== "found" || observed.refusal !== undefined) return undefined;
  return mirrorDeprecated(type, observed.object, { done: done && !deleting, reason: deleting ? "Deleting" : waiting });
}

/** Once True, it stays True. */
function initialized(
  cluster: DeepReadonly<Cluster>,
  { controlPlane: object, descendants }: ObservedCluster,
  facts: DeprecatedClusterFacts,
  before: readonly DeepReadonly<ConditionV1Beta1>[] | undefined,
): DeprecatedDraft | undefined {
  if (before?.some(({ type, status }) => type === controlPlaneInitialized && status === "True") === true) {
    return undefined;
  }
  if (cluster.spec.controlPlaneRef === undefined) {
    if (cluster.spec.topology !== undefined) return undefined;
    const hasNode = controlPlaneMachines(descendants).some(({ status }) => status?.nodeRef !== undefined);
    const message = "Waiting for the first control plane machine to have its status.nodeRef set";
    return deprecatedCondition(
      controlPlaneInitialized,
      hasNode ? undefined : { severity: "Info", reason: "MissingNodeRef", message },
    );
  }
  if (object?.state !== "found") return undefined;
  const message = "Waiting for control plane provider to indicate the control plane has been initialized";
  return deprecatedCondition(
    controlPlaneInitialized,
    facts.initialized ? undefined : { severity: "Info", reason: "WaitingForControlPlaneProviderInitialized", message },
  );
}

import { type Cluster, conditionTypes, type DeepReadonly, type NewCondition, reasons } from "@capstan/contract";
import { deepCopy } from "@capstan/kube";
import { applyConditions } from "../../conditions/apply.ts";
import { clusterAvailableCondition } from "./available.ts";
import { controlPlaneStep } from "./control-plane.ts";
import { deprecatedClusterConditions } from "./deprecated-conditions.ts";
import { controlPlaneMachines } from "./descendants.ts";
import { clusterInfrastructureStep, isEndpoint } from "./infrastructure.ts";
import { memberConditions } from "./member-conditions.ts";
import { remoteConnectionCondition } from "./remote-connection.ts";
import { controlPlaneSums, type ReplicaSums, workerSums } from "./replica-sums.ts";
import { failureFieldsOf } from "../../conditions/provider-failure.ts";
import { type ObservedCluster, type ObservedObjects } from "./observed.ts";
import { topologyConditions, withoutFormerTopology } from "./topology.ts";

/** Options of {@link nextCluster}. */
export interface NextClusterOptions {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** How far the deletion has progressed; `undefined` while the Cluster is not being deleted. */
  readonly deletion?: { readonly reason: string; readonly message: string };
}

type ClusterStatus = NonNullable<Cluster["status"]>;

/** The spec of the Cluster, with the endpoint that a provider reports if the spec has no endpoint. */
export function nextClusterSpec(
  cluster: DeepReadonly<Cluster>,
  { infrastructure, controlPlane, descendants }: ObservedObjects,
): Cluster["spec"] {
  const spec = deepCopy<Cluster["spec"]>(cluster.spec);
  if (isEndpoint(spec.controlPlaneEndpoint)) return spec;
  const endpoint =
    clusterInfrastructureStep(cluster, infrastructure).controlPlaneEndpoint ??
    controlPlaneStep(cluster, controlPlane, controlPlaneMachines(descendants)).controlPlaneEndpoint;
  return endpoint === undefined ? spec : { ...spec, controlPlaneEndpoint: { ...endpoint } };
}

/** Computes the desired Cluster. Pure: returns a Cluster that is already as desired unchanged. */
export function nextCluster(
  cluster: DeepReadonly<Cluster>,
  observed: ObservedCluster,
  options: NextClusterOptions,
): Cluster {
  const infrastructure = clusterInfrastructureStep(cluster, observed.infrastructure);
  const controlPlane = controlPlaneStep(cluster, observed.controlPlane, controlPlaneMachines(observed.descendants));
  const next = { ...deepCopy<Cluster>(cluster), spec: nextClusterSpec(cluster, observed) };
  const before: ClusterStatus = next.status ?? {};
  const initialization = {
    ...(infrastructure.provisioned ? { infrastructureProvisioned: true } : {}),
    ...(controlPlane.initializedField ? { controlPlaneInitialized: true } : {}),
  };
  const failureDomains = infrastructure.failureDomains ?? before.failureDomains ?? [];
  delete before.failureDomains;
  const { descendants } = observed;
  next.status = {
    ...withSums(
      before,
      controlPlaneSums(cluster, observed.controlPlane, descendants),
      workerSums(cluster, descendants),
    ),
    ...(Object.keys(initialization).length === 0 ? {} : { initialization }),
    // The schema requires at least one entry in the field.
    ...(failureDomains.length === 0 ? {} : { failureDomains }),
    phase: nextClusterPhase(next, infrastructure.provisioned),
    ...(cluster.metadata.generation === undefined ? {} : { observedGeneration: cluster.metadata.generation }),
  };
  const drafts = [
    remoteConnectionCondition(cluster, observed),
    infrastructure.condition,
    ...controlPlane.conditions,
    ...memberConditions({ cluster, ...observed, now: options.now }),
    ...topologyConditions(cluster),
    deletingCondition(cluster, options.deletion),
    { type: conditionTypes.paused, status: "False" as const, reason: reasons.notPaused },
  ];
  const conditions = applyConditions(withoutFormerTopology(cluster), drafts, options.now);
  next.status.conditions = applyConditions(conditions, [clusterAvailableCondition(cluster, conditions)], options.now);
  next.status.deprecated = {
    v1beta1: {
      ...failureFieldsOf([infrastructure.failure, controlPlane.failure]),
      conditions: deprecatedClusterConditions(cluster, observed, {
        provisioned: infrastructure.provisioned,
        initialized: controlPlane.initializedField,
        now: options.now,
      }),
    },
  };
  return next;
}

/** The status with current sums. Upgrade plans belong to another writer and are kept. */
function withSums(
  status: ClusterStatus,
  controlPlane: ReplicaSums | undefined,
  workers: ReplicaSums | undefined,
): ClusterStatus {
  const rest = { ...status };
  delete rest.controlPlane;
  delete rest.workers;
  const [ofControlPlane, ofWorkers] = [planned(status.controlPlane, controlPlane), planned(status.workers, workers)];
  return {
    ...rest,
    ...(ofControlPlane === undefined ? {} : { controlPlane: ofControlPlane }),
    ...(ofWorkers === undefined ? {} : { workers: ofWorkers }),
  };
}

type Sums = NonNullable<ClusterStatus["workers"]>;

function planned(before: Sums | undefined, sums: ReplicaSums | undefined): Sums | undefined {
  const { upgradePlan } = before ?? {};
  if (sums === undefined && upgradePlan === undefined) return undefined;
  return { ...deepCopy<Sums>(sums ?? {}), ...(upgradePlan === undefined ? {} : { upgradePlan }) };
}

/** The phase of a Cluster, for people only. Always computed from the other fields. */
function nextClusterPhase(
  cluster: DeepReadonly<Cluster>,
  provisioned: boolean,
): "Pending" | "Provisioning" | "Provisioned" | "Deleting" {
  if (cluster.metadata.deletionTimestamp !== undefined) return "Deleting";
  if (provisioned && isEndpoint(cluster.spec.controlPlaneEndpoint)) return "Provisioned";
  const referring = cluster.spec.infrastructureRef !== undefined || cluster.spec.controlPlaneRef !== undefined;
  return referring ? "Provisioning" : "Pending";
}

function deletingCondition(
  cluster: DeepReadonly<Cluster>,
  progress: { readonly reason: string; readonly message: string } | undefined,
): NewCondition {
  const type = conditionTypes.deleting;
  if (cluster.metadata.deletionTimestamp === undefined) {
    return { type, status: "False", reason: reasons.notDeleting };
  }
  return { type, status: "True", ...(progress ?? { reason: reasons.deleting, message: "Deletion started" }) };
}

import { type Cluster, conditionTypes, type DeepReadonly, getCondition, type NewCondition } from "@capstan/contract";

/** Reason of TopologyReconciled if no controller reconciles the topology. Cluster API has no such reason because it always does. */
export const topologyNotSupported = "TopologyNotSupported";

const remedy =
  "run the core of Cluster API with its feature gate ClusterTopology, " +
  'or apply the objects that "clusterctl alpha topology plan" prints, and a Cluster that refers to them in place of spec.topology';

/** The conditions for `spec.topology`, which this core does not reconcile. Conditions that another core reports for it are kept. */
export function topologyConditions(cluster: DeepReadonly<Cluster>): NewCondition[] {
  const type = conditionTypes.topologyReconciled;
  const { reason = topologyNotSupported } = getCondition(cluster, type) ?? {};
  if (cluster.spec.topology === undefined || reason !== topologyNotSupported) return [];
  const message = `Capstan does not reconcile spec.topology; ${remedy}`;
  return [{ type, status: "False", reason: topologyNotSupported, message }];
}

/** The conditions of a Cluster without those for a topology that it no longer has. */
export function withoutFormerTopology({ spec, status }: DeepReadonly<Cluster>): NonNullable<Conditions> {
  const isFormer = ({ type, reason }: NonNullable<Conditions>[number]): boolean =>
    type === conditionTypes.topologyReconciled && reason === topologyNotSupported && spec.topology === undefined;
  return (status?.conditions ?? []).filter((condition) => !isFormer(condition));
}

type Conditions = NonNullable<DeepReadonly<Cluster>["status"]>["conditions"];

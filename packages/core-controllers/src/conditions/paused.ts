import {
  annotations,
  conditionTypes,
  type DeepReadonly,
  hasAnnotation,
  type KubernetesObject,
  type NewCondition,
  reasons,
} from "@capstan/contract";

/** The fields of a Cluster that decide whether its objects are paused. */
export interface Pausing {
  readonly spec: { readonly paused?: boolean };
}

/** The condition `Paused` of a paused object: paused by its Cluster, by its own annotation, or both. */
export function pausedCondition(
  kind: string,
  cluster: Pausing | undefined,
  object: DeepReadonly<KubernetesObject>,
): NewCondition {
  const why = [
    ...(cluster?.spec.paused === true ? ["Cluster spec.paused is set to true"] : []),
    ...(hasAnnotation(object, annotations.paused) ? [`${kind} has the ${annotations.paused} annotation`] : []),
  ];
  return { type: conditionTypes.paused, status: "True", reason: reasons.paused, message: why.join(", ") };
}

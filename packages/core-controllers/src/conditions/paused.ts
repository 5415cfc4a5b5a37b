import {
  annotations,
  conditionTypes,
  type DeepReadonly,
  hasAnnotation,
  type KubernetesObject,
  type NewCondition,
  reasons,
} from "@capstan/contract";

/** What is read of a Cluster, which may pause the objects that belong to it. */
export interface Pausing {
  readonly spec: { readonly paused?: boolean };
}

/** The condition `Paused` of an object that is paused: by its Cluster, by its own annotation, or both. */
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

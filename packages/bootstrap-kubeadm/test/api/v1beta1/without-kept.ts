import type { KubernetesObject } from "@capstan/provider";

const annotation = "cluster.x-k8s.io/conversion-data";

/** The object without the conversion annotation, which v1beta1 always has, as upstream's. */
export function withoutKept(object: KubernetesObject): KubernetesObject {
  const { annotations = {}, ...metadata } = object.metadata;
  const others = Object.entries(annotations).filter(([name]) => name !== annotation);
  const rest = others.length === 0 ? {} : { annotations: Object.fromEntries(others) };
  return { ...object, metadata: { ...metadata, ...rest } };
}

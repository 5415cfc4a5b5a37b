import type { KubernetesObject, ObjectMeta, ResourceKind } from "@capstan/contract";
import { apiVersionOf, fieldsAt } from "@capstan/kube";
import type { Subject } from "../scene/subject.ts";

/** A Template as a user would write it: with all fields of the sample, and this `spec.template.spec`. Default: that of the objects. */
export function templateObject(
  { templateSpec = {}, spec: specOfObjects = {} }: Pick<Subject, "spec" | "templateSpec">,
  kind: ResourceKind,
  metadata: ObjectMeta,
  spec: object = specOfObjects,
): KubernetesObject & { readonly spec: object } {
  const template = { ...fieldsAt(templateSpec, "template"), spec };
  return { apiVersion: apiVersionOf(kind), kind: kind.kind, metadata, spec: { ...templateSpec, template } };
}

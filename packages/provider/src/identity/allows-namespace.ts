import type { DeepReadonly } from "@capstan/contract";
import { isEmptySelector, type Labels, lenientLabelMatcher } from "@capstan/kube";
import type { IdentitySpec } from "./identity-spec.ts";

/**
 * Whether objects of a namespace may use an identity. A missing `allowedNamespaces` allows no namespace, and an empty one allows all.
 * Otherwise it allows the namespaces in its list and those that its selector matches; an empty or invalid selector matches none.
 *
 * @param labelsOf - reads the labels of the namespace; called only if a selector needs them.
 */
export async function allowsNamespace(
  { allowedNamespaces }: DeepReadonly<IdentitySpec>,
  namespace: string,
  labelsOf: () => Promise<Labels | undefined>,
): Promise<boolean> {
  if (allowedNamespaces === undefined) return false;
  if (Object.keys(allowedNamespaces).length === 0) return true;
  const { list = [], selector = {} } = allowedNamespaces;
  if (list.includes(namespace)) return true;
  if (isEmptySelector(selector)) return false;
  const labels = await labelsOf();
  return labels !== undefined && lenientLabelMatcher(selector)(labels);
}

import type { DeepReadonly } from "@capstan/contract";
import { isEmptySelector, type Labels, lenientLabelMatcher } from "@capstan/kube";
import type { IdentitySpec } from "./identity-spec.ts";

/**
 * Whether an identity lets objects of a namespace use it: without `allowedNamespaces` none, with an empty one all, otherwise those
 * of its list and those that its selector selects, which selects none if it is empty or cannot be read.
 *
 * @param labelsOf - the labels of the namespace; only asked for if they count.
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

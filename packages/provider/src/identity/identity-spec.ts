import { labelSelector, type DeepReadonly } from "@capstan/contract";
import { type Static, Type } from "typebox";
import { isEmptySelector, type Labels, lenientLabelMatcher } from "@capstan/kube";

const secretRef = Type.Object(
  {
    name: Type.String({ minLength: 1, description: "Name of the Secret." }),
    namespace: Type.String({ minLength: 1, description: "Namespace of the Secret; the operator must allow it." }),
  },
  { description: "The Secret with the credentials." },
);

const allowedNamespaces = Type.Object(
  {
    list: Type.Optional(Type.Array(Type.String(), { description: "Namespaces by name; empty for none." })),
    selector: Type.Optional(labelSelector("Namespaces by their labels; empty for none.")),
  },
  { description: "Namespaces that may use the identity. Unset: none; {}: all; otherwise those in list or selector." },
);

/** The fields that every identity has, as in other Cluster API providers. */
export const identityFields = {
  secretRef: Type.Optional(secretRef),
  allowedNamespaces: Type.Optional(allowedNamespaces),
};

/** The fields of an identity in addition to yours. */
export interface IdentitySpec {
  /** The Secret with the credentials. */
  secretRef?: Static<typeof secretRef>;
  /** The namespaces whose objects may use the identity. Default: no namespaces. */
  allowedNamespaces?: Static<typeof allowedNamespaces>;
}

/**
 * Whether objects of a namespace may use an identity. A missing `allowedNamespaces` allows no namespace, and an empty one allows all, and
 * cluster-scoped objects. Otherwise it allows the namespaces in its list and those that its selector matches; an empty or invalid selector matches none.
 *
 * @param labelsOf - reads the labels of the namespace; called only if a selector needs them.
 */
export async function allowsNamespace(
  { allowedNamespaces }: DeepReadonly<IdentitySpec>,
  namespace: string | undefined,
  labelsOf: (namespace: string) => Promise<Labels | undefined>,
): Promise<boolean> {
  if (allowedNamespaces === undefined) return false;
  if (Object.keys(allowedNamespaces).length === 0) return true;
  if (namespace === undefined) return false;
  const { list = [], selector = {} } = allowedNamespaces;
  if (list.includes(namespace)) return true;
  if (isEmptySelector(selector)) return false;
  const labels = await labelsOf(namespace);
  return labels !== undefined && lenientLabelMatcher(selector)(labels);
}

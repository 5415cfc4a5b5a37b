import type { ResourceKind } from "@capstan/contract";
import type { Client } from "../client/client.ts";
import { isNotFound } from "../errors/api-error.ts";

const path = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";

interface Review {
  readonly status?: { readonly allowed?: boolean };
}

/**
 * Whether the client's user may list a kind in a namespace, as the server says: everybody may ask it that, so that nothing is
 * refused. A server that does not know who may do what lets everybody.
 */
export async function mayList(
  client: Client,
  kind: ResourceKind,
  namespace: string,
  signal: AbortSignal,
): Promise<boolean> {
  const resourceAttributes = { verb: "list", group: kind.group, resource: kind.plural, namespace };
  try {
    const review = await client.request(
      "POST",
      path,
      { apiVersion: "authorization.k8s.io/v1", kind: "SelfSubjectAccessReview", spec: { resourceAttributes } },
      { signal },
    );
    return (review as Review).status?.allowed === true;
  } catch (error) {
    if (isNotFound(error)) return true;
    throw error;
  }
}

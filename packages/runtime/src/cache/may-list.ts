import type { ResourceKind } from "@capstan/contract";
import type { Client } from "../client/client.ts";
import { requestPath } from "../client/request-path.ts";
import { isNotFound } from "../errors/api-error.ts";

const path = requestPath`/apis/authorization.k8s.io/v1/selfsubjectaccessreviews`;

interface Review {
  readonly status?: { readonly allowed?: boolean };
}

/**
 * Whether the API server allows the client's user to list a kind in a namespace. Every client may ask this, so the question is never
 * refused. A server without authorization allows everything.
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

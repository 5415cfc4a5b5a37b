import type { KubernetesObject, ResourceKind } from "@capstan/contract";
import type { Client, Scope } from "../client/client.ts";
import { resourcePath } from "../client/request-path.ts";
import { ApiError } from "../errors/api-error.ts";
import { refOfKey } from "../errors/object-ref.ts";

/** The current resourceVersion of a list, at the price of one object. */
export async function currentVersion<T extends KubernetesObject>(
  client: Client,
  kind: ResourceKind<T>,
  { namespace, labelSelector, fieldSelector }: Scope,
  signal: AbortSignal,
): Promise<string | undefined> {
  const path = resourcePath(kind, { namespace }, { labelSelector, fieldSelector, limit: 1 });
  const accept = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json";
  const list = await client.request("GET", path, undefined, { accept, retry: false, signal });
  return (list as { readonly metadata?: { readonly resourceVersion?: string } } | null)?.metadata?.resourceVersion;
}

/**
 * The error for a server whose history ends before a version that it has served: it was restored from a backup. Everything must be listed
 * again.
 */
export function wentBack(kind: ResourceKind, known: string, current: string): ApiError {
  return new ApiError(
    `The server's history ends at version ${current}, before the known version ${known}, because it was restored; listing again`,
    { status: 410, reason: "Expired", object: refOfKey(kind, {}) },
  );
}

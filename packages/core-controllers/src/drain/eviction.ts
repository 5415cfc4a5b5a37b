import { type DeepReadonly } from "@capstan/contract";
import { isApiError, type Client, isNotFound, resourcePath } from "@capstan/runtime";
import { Pod } from "./workload-kinds.ts";

/** The result of requesting an eviction. */
export type Eviction =
  /** The Pod is being deleted. */
  | { readonly outcome: "evicted" }
  /** The Pod was deleted already. */
  | { readonly outcome: "gone" }
  | { readonly outcome: "failed"; readonly why: string };

const ofEndingNamespace =
  "Cannot evict pod from terminating namespace: unable to create eviction (kube-controller-manager should set deletionTimestamp)";

/**
 * Requests the eviction of exactly this Pod, not of another Pod that has taken its name since.
 *
 * It does not retry, because the next pass does.
 *
 * @param gracePeriodSeconds - Default: the Pod's own.
 * @throws when `signal` aborts.
 */
export async function evictPod(
  client: Client,
  { metadata: { namespace = "", name, uid } }: DeepReadonly<Pod>,
  { gracePeriodSeconds, signal }: { readonly gracePeriodSeconds?: number; readonly signal: AbortSignal },
): Promise<Eviction> {
  const path = resourcePath(Pod, { namespace, name, subresource: "eviction" });
  const body = {
    apiVersion: "policy/v1",
    kind: "Eviction",
    metadata: { name, namespace },
    deleteOptions: {
      ...(gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds }),
      ...(uid === undefined ? {} : { preconditions: { uid } }),
    },
  };
  try {
    await client.request("POST", path, body, { signal, retry: false });
    return { outcome: "evicted" };
  } catch (error) {
    if (signal.aborted) throw error;
    return isNotFound(error) ? { outcome: "gone" } : { outcome: "failed", why: whyNotEvicted(error) };
  }
}

/** Why a Pod was not evicted, with the details of its disruption budget. */
export function whyNotEvicted(error: unknown): string {
  if (!isApiError(error)) return error instanceof Error ? error.message : String(error);
  const { details, message, status } = error;
  const causes = details?.causes ?? [];
  if (status === 429) return [message, causes.map((cause) => cause.message ?? "").join(",")].join(" ").trimEnd();
  return status === 403 && causes.some(({ reason }) => reason === "NamespaceTerminating") ? ofEndingNamespace : message;
}

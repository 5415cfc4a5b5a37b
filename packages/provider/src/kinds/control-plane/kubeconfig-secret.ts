import { clusterSecretName, type ObjectKey } from "@capstan/contract";
import { inspectKubeconfig } from "@capstan/runtime";
import { cachedSecret } from "../../secrets/cluster-secrets.ts";
import { type ClusterOwners } from "../../object/owners.ts";
import { foreignSecretFinding } from "../../secrets/adopt-secret.ts";
import { keepSecret } from "../../secrets/store-secret.ts";
import type { Finding } from "../../finding/finding.ts";
import { providerReasons } from "../../finding/provider-reasons.ts";
import type { Visit } from "../../visit/visit.ts";

/** Key of the Secret through which Cluster API connects to the workload cluster (rule CP-008). */
function kubeconfigSecretKey({ object, owners }: Visit<ClusterOwners>): ObjectKey {
  return { name: clusterSecretName(owners.cluster.metadata.name, "kubeconfig"), namespace: object.metadata.namespace };
}

/** Redacts a kubeconfig, and the secrets in it, from every report after this. */
export function keepSecretOutOfWords({ secrets }: Visit<ClusterOwners>, kubeconfig: string): void {
  secrets.add(kubeconfig);
  for (const credential of inspectKubeconfig(kubeconfig).credentials) secrets.add(credential);
}

/** Ensures that the Secret holds the kubeconfig. @returns the finding if something prevents it; otherwise undefined. */
export async function keepKubeconfig(
  visit: Visit<ClusterOwners>,
  kubeconfig: string | undefined,
): Promise<Finding | undefined> {
  const key = kubeconfigSecretKey(visit);
  if (kubeconfig === undefined) return waitForKubeconfig(visit, key);
  const adoption = await keepSecret(visit, key, { value: kubeconfig });
  if (adoption.adopted) return undefined;
  return foreignSecretFinding(
    key.name,
    adoption,
    "delete the Secret, or remove the owner reference of that controller",
  );
}

/**
 * The delay before the next look for a Secret that something else creates, in milliseconds. The watch does not report a Secret without the
 * label.
 */
const missingSecretRetryMs = 10_000;

async function waitForKubeconfig(visit: Visit<ClusterOwners>, key: ObjectKey): Promise<Finding | undefined> {
  const secret = await cachedSecret(visit.manager.cache, key, visit.signal);
  if (secret !== undefined) return undefined;
  const message = `Waiting for Secret ${key.name}: return the kubeconfig in the outcome, or create the Secret with its label`;
  return {
    progress: "waiting",
    reason: providerReasons.waitingForKubeconfig,
    message,
    retryAfterMs: missingSecretRetryMs,
  };
}

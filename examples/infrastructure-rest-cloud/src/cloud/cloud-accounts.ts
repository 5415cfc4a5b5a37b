import { type Cache, type Clock, type DeepReadonly, labels, Secret } from "@capstan/provider";
import type { RestClusterObject } from "../api/rest-cluster.ts";
import { Pacer } from "./pacer.ts";
import { RestCloud } from "./rest-cloud.ts";

/** What a call of author code has of the management cluster. */
interface Surroundings {
  readonly cache: Cache;
  readonly clock: Clock;
}

/** Access to the cloud, or why there is none (yet). */
export type Access =
  { readonly cloud: RestCloud } | { readonly reason: string; readonly message?: string; readonly retryAfterMs: number };

/** Opens the cloud with the credentials of a RestCluster, when it is the turn of who asks. */
export class CloudAccounts {
  readonly #pacers = new Map<string, Pacer>();

  /** @param asker - uid of the object that is reconciled: its turn is kept. */
  async open(
    { metadata, spec }: DeepReadonly<RestClusterObject>,
    asker: string,
    { cache, clock }: Surroundings,
    signal: AbortSignal,
  ): Promise<Access> {
    const token = await readToken(cache, metadata.namespace, spec.credentialsSecretName, signal);
    if (token === undefined) {
      const message = `Secret ${spec.credentialsSecretName} with key token and label ${labels.clusterName} is not there`;
      return { reason: "CredentialsNotFound", message, retryAfterMs: 10_000 };
    }
    const pacer = this.#pacers.get(spec.url) ?? new Pacer(clock);
    this.#pacers.set(spec.url, pacer);
    const retryAfterMs = pacer.waitMs(asker, spec.requestsPerSecond);
    if (retryAfterMs > 0) return { reason: "RateLimited", retryAfterMs };
    return { cloud: new RestCloud({ url: spec.url, token, pacer, signal }) };
  }
}

/** Read anew each time, from the cache: a token that was renewed is used at once (rule SE-001). */
async function readToken(cache: Cache, namespace: string | undefined, name: string, signal: AbortSignal) {
  // The informer the SDK has anyway. `cache.get(Secret, ...)` would keep every Secret of the management cluster in memory.
  const secrets = cache.informer(Secret, { labelSelector: labels.clusterName });
  await secrets.waitForSync(signal);
  const secret = secrets.get(namespace === undefined ? { name } : { name, namespace });
  const token = secret?.data?.token;
  return token === undefined ? undefined : Buffer.from(token, "base64").toString().trim();
}

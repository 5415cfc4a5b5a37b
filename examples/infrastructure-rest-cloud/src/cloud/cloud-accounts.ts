import type { DeepReadonly, ProviderScope } from "@capstan/provider";
import type { RestClusterObject } from "../api/rest-cluster.ts";
import { RestIdentity } from "../api/rest-identity.ts";
import { Pacer } from "./pacer.ts";
import { RestCloud } from "./rest-cloud.ts";

/** The part of a scope that opening the cloud needs; Secrets by name are in the namespace of the asking object. */
type Surroundings = Pick<ProviderScope<unknown>, "identity" | "secret" | "clock">;

/** Access to the cloud, or why it is not available (yet). */
export type Access =
  { readonly cloud: RestCloud } | { readonly reason: string; readonly message?: string; readonly retryAfterMs: number };

/** Opens the cloud with the credentials of a RestCluster, when it is the asker's turn. */
export class CloudAccounts {
  readonly #pacers = new Map<string, Pacer>();

  /** @param asker - uid of the object that is reconciled: its turn is kept. */
  async open(
    { spec }: DeepReadonly<RestClusterObject>,
    asker: string,
    scope: Surroundings,
    signal: AbortSignal,
  ): Promise<Access> {
    // Read again each time: a token that was renewed is used at once.
    const { url, token } = await accountOf(spec, scope);
    if (url === undefined || token === undefined) {
      const message = `Key token is missing in Secret ${spec.credentialsSecretName ?? "of the RestIdentity"}`;
      return { reason: "CredentialsNotFound", message, retryAfterMs: 10_000 };
    }
    const pacer = this.#pacers.get(url) ?? new Pacer(scope.clock);
    this.#pacers.set(url, pacer);
    const retryAfterMs = pacer.waitMs(asker, spec.requestsPerSecond);
    if (retryAfterMs > 0) return { reason: "RateLimited", retryAfterMs };
    return { cloud: new RestCloud({ url, token, pacer, signal }) };
  }
}

async function accountOf(
  { identityName, url, credentialsSecretName }: DeepReadonly<RestClusterObject>["spec"],
  scope: Surroundings,
): Promise<{ readonly url: string | undefined; readonly token: string | undefined }> {
  if (identityName === undefined) {
    const values = credentialsSecretName === undefined ? undefined : await scope.secret(credentialsSecretName);
    return { url, token: values?.token?.trim() };
  }
  const { spec, secret } = await scope.identity(RestIdentity, identityName);
  return { url: spec.url, token: secret.token?.trim() };
}
